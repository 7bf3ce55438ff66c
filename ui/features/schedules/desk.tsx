/** Scheduling from a conversation, and its scheduled messages. */
import { useAtom, useSetAtom } from 'jotai/react'
import { Bell, CalendarClock } from 'lucide-react'
import { Suspense } from 'react'
import type { Schedule } from '../../../src/features/schedules/contract'
import type { TicketSummary } from '../../../src/tickets/contract'
import type { DeskParts } from '../../shared/deskParts'
import { useDays } from '../../shared/i18n/useDays'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { IconButton } from '../../shared/kit/IconButton'
import { MenuItem } from '../../shared/kit/Menu'
import { useNow } from '../../shared/kit/useNow'
import { lazyPart } from '../../shared/lazyPart'
import { useRows } from '../../shared/live/useCrud'
import { ofSession } from '../../shared/session/ofPerson'
import { schedules } from './api'

const ScheduleForm = lazyPart(() => import('./ScheduleForm').then((file) => file.ScheduleForm))

const VariableText = lazyPart(() => import('../../shared/kit/VariableText').then((file) => file.VariableText))

/** The open dialog over the conversation: a new schedule, or one to edit. */
const openAtom = ofSession<{ readonly ticket: TicketSummary; readonly edited?: Schedule } | null>(null)

/** The header button, and the dialog over the desk. */
function ScheduleButton({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  const [opened, open] = useAtom(openAtom)
  const { contactId, contact, whatsappId, queueId } = ticket
  return (
    <>
      <IconButton className="not-phone head-less" label={t('schedules.form.message')} onClick={() => open({ ticket })}>
        <CalendarClock />
      </IconButton>
      {opened?.ticket.id === ticket.id && (
        <Suspense>
          <ScheduleForm
            {...(opened.edited
              ? { edited: opened.edited }
              : { start: { contact: { id: contactId, name: contact.name }, whatsappId, queueId } })}
            isOverConversation
            onClose={() => open(null)}
          />
        </Suspense>
      )}
    </>
  )
}

function ScheduleItem({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  const open = useSetAtom(openAtom)
  return (
    <MenuItem icon={<CalendarClock />} onSelect={() => open({ ticket })}>
      {t('schedules.form.message')}
    </MenuItem>
  )
}

/** The next schedule of this conversation. */
function NextSchedule({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  const days = useDays()
  const now = useNow(60_000)
  const open = useSetAtom(openAtom)
  const { all = [] } = useRows(schedules, { contactId: ticket.contactId, pending: true })
  const next = all.at(-1)
  if (!next) return null
  const date = days.dateBefore(next.sendAt, now) ?? t('common.today')
  const when = { date, time: days.time(next.sendAt) }
  return (
    <div className="schedule-line">
      {next.type === 'lembrete' ? <Bell /> : <CalendarClock />}
      <span className="min-w-0 flex-1 line-clamp-2" title={next.body}>
        <b>{t(`schedules.line.${next.type}`, when)}</b>{' '}
        <Suspense fallback={next.body}>
          <VariableText text={next.body} />
        </Suspense>
      </span>
      {all.length > 1 && <span className="text-faint">{t('schedules.more', { count: all.length - 1 })}</span>}
      <Button size="xs" tone="ghost" onClick={() => open({ ticket, edited: next })}>
        {t('common.act.edit')}
      </Button>
    </div>
  )
}

export const deskParts: DeskParts = { Head: ScheduleButton, MenuItems: ScheduleItem, Above: NextSchedule }
