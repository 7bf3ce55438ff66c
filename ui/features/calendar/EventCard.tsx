import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai/react'
import { AlarmClock, Check, Copy, Download, Pencil, Repeat, RotateCcw, Trash2, UserRound } from 'lucide-react'
import { useState } from 'react'
import type { CalendarEvent } from '../../../src/features/calendar/contract'
import { CalendarCard } from '../../shared/calendar/CalendarCard'
import type { EntryTimes } from '../../shared/calendar/spans'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { IconButton } from '../../shared/kit/IconButton'
import { toast } from '../../shared/kit/toast'
import { useCrud } from '../../shared/live/useCrud'
import { useLateRemoval } from '../../shared/live/useLateRemoval'
import { saveFile } from '../../shared/saveFile'
import { useUser } from '../../shared/session/useUser'
import { contactQuery } from '../contacts/api'
import { chatWithAtom } from '../contacts/startChat'
import { events, fetchEvent, skipDay } from './api'
import { isDoneOn, localTimes, markedOn } from './times'
import { useLeadWords } from './useLeadWords'
import { useWhen } from './useWhen'

/** One day of an event, with its own times. */
export type EventView = {
  readonly id: string
  readonly event: CalendarEvent
  readonly day: string
  readonly start: string
  readonly end: string
}
/** The open form. */
export type EventCopy = { readonly edited?: CalendarEvent; readonly copied?: CalendarEvent; readonly times: EntryTimes }

type Props = { shown: EventView; anchor: HTMLElement; onClose(): void; ask(asked: EventCopy): void }

export function EventCard({ shown, anchor, onClose, ask }: Props) {
  const t = useText()
  const { timeZone } = useUser().company
  const { update, remove } = useCrud(events)
  const removeLate = useLateRemoval<CalendarEvent>(events.key, remove)
  const when = useWhen()
  const [isDeleting, setDeleting] = useState(false)
  const { event } = shown
  const { id, title, description, repeat } = event
  const isDone = isDoneOn(event, shown.day)
  const mark = async (isDone: boolean) => {
    const change = (isDone: boolean) => {
      const { body, guess } = markedOn(event, shown.day, isDone)
      return update(id, body, guess)
    }
    try {
      const marked = change(isDone)
      const undo = () => void change(!isDone).catch(toast.failure)
      toast.undoOf(marked, t(isDone ? 'events.marked' : 'events.reopened', { title }), undo)
      await marked
    } catch (failure) {
      toast.failure(failure)
    }
  }
  const removeAll = () => {
    onClose()
    removeLate(event, t('events.deleted', { title }))
  }
  return (
    <CalendarCard
      anchor={anchor}
      title={title}
      when={when(shown)}
      onClose={onClose}
      actions={
        isDeleting ? (
          <DeleteChoice shown={shown} onClose={onClose} onAll={removeAll} />
        ) : (
          <>
            <Button
              tone="ghost"
              size="sm"
              icon={<Pencil />}
              onClick={() => ask({ edited: event, times: localTimes(event, timeZone) })}
            >
              {t('common.act.edit')}
            </Button>
            <Button
              tone="ghost"
              size="sm"
              icon={<Copy />}
              onClick={() => ask({ copied: event, times: localTimes(shown, timeZone) })}
            >
              {t('common.act.copy')}
            </Button>
            <SaveButton event={event} />
            <Button
              tone="ghost"
              size="sm"
              icon={<Trash2 />}
              className="ml-auto text-error-ink"
              onClick={() => (repeat ? setDeleting(true) : removeAll())}
            >
              {t('common.act.delete')}
            </Button>
          </>
        )
      }
    >
      <Facts event={event} onGo={onClose} />
      {description && (
        <p className="max-h-48 overflow-y-auto px-3.5 pt-1 pb-2 type-sm whitespace-pre-wrap wrap-anywhere">
          {description}
        </p>
      )}
      <div className="px-3 pt-1 pb-3">
        <Button size="sm" icon={isDone ? <RotateCcw /> : <Check />} onClick={() => void mark(!isDone)}>
          {t(isDone ? 'events.markOpen' : 'events.markDone')}
        </Button>
      </div>
    </CalendarCard>
  )
}

type ChoiceProps = { shown: EventView; onClose(): void; onAll(): void }

/** One day of a repeated event, or all of it. */
function DeleteChoice({ shown: { event, day }, onClose, onAll }: ChoiceProps) {
  const t = useText()
  const format = useFormat()
  const { id, title } = event
  const skip = () => {
    onClose()
    const skipped = skipDay(id, { day, isSkipped: true })
    toast.undoOf(skipped, t('events.skipped', { title, day: format.day(day) }), () => {
      skipDay(id, { day, isSkipped: false }).catch(toast.failure)
    })
    skipped.catch(toast.failure)
  }
  return (
    <>
      <span className="self-center px-2 text-sm">{t('events.deleteWhich')}</span>
      <Button size="sm" className="ml-auto" autoFocus onClick={skip}>
        {t('events.onlyThis')}
      </Button>
      <Button size="sm" className="text-error-ink" onClick={onAll}>
        {t('events.allDays')}
      </Button>
    </>
  )
}

function SaveButton({ event }: { event: CalendarEvent }) {
  const t = useText()
  const save = () => fetchEvent(event).then(saveFile, toast.failure)
  return (
    <IconButton label={t('events.exportOne')} onClick={() => void save()}>
      <Download />
    </IconButton>
  )
}

/** Its repetition, its reminder and its contact. */
function Facts({ event, onGo }: { event: CalendarEvent; onGo(): void }) {
  const t = useText()
  const format = useFormat()
  const leadWords = useLeadWords()
  const { timeZone } = useUser().company
  const { repeat, remindLead, contact } = event
  if (!repeat && remindLead === null && !contact) return null
  const how = repeat && t(`events.repeats.${repeat.kind}`)
  return (
    <ul className="event-facts grid gap-1.5 px-3.5 pt-0 pb-2 type-sm">
      {how && (
        <li>
          <Repeat />
          {repeat?.until ? t('events.repeats.until', { how, day: format.day(repeat.until) }) : how}
        </li>
      )}
      {remindLead !== null && (
        <li>
          <AlarmClock />
          {leadWords(remindLead, localTimes(event, timeZone).isAllDay)}
        </li>
      )}
      {contact && (
        <li>
          <ContactChip contact={contact} onGo={onGo} />
        </li>
      )}
    </ul>
  )
}

type ChipProps = { contact: NonNullable<CalendarEvent['contact']>; onGo(): void }

function ContactChip({ contact: { id, name }, onGo }: ChipProps) {
  const t = useText()
  const client = useQueryClient()
  const chatWith = useSetAtom(chatWithAtom)
  const chat = async () => {
    try {
      chatWith(await client.fetchQuery(contactQuery(id)))
      onGo()
    } catch (failure) {
      toast.failure(failure)
    }
  }
  return (
    <Button size="xs" icon={<UserRound />} aria-label={t('events.chat', { name })} onClick={() => void chat()}>
      <span className="truncate" dir="auto">
        {name}
      </span>
    </Button>
  )
}
