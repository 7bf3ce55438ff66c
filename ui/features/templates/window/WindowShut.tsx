import './window.css'
import { useQuery } from '@tanstack/react-query'
import { useAtom, useSetAtom } from 'jotai/react'
import { BellRing, LayoutTemplate, Lock, StickyNote } from 'lucide-react'
import { can } from '../../../../src/channels/acts'
import { capabilitiesOf } from '../../../../src/channels/capabilities'
import type { TicketSummary } from '../../../../src/tickets/contract'
import type { ShutPart } from '../../../shared/deskParts'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { ChannelIcon } from '../../../shared/kit/ChannelIcon'
import { useNow } from '../../../shared/kit/useNow'
import { useContinueOver, useDoors } from '../../contacts/doors'
import { contactName } from '../../contacts/names'
import { connectionsQuery } from '../../directory/api'
import { awaitedAtom } from '../../messages/awaited'
import { pickingAtom } from '../picking'
import { waysBeside } from './rules'
import { useWhen } from './useWhen'

/** In the composer's place once the time is over: what still works. */
export function WindowShut({ ticket, onNote }: ShutPart) {
  const t = useText()
  const pick = useSetAtom(pickingAtom)
  const [awaited, setAwaited] = useAtom(awaitedAtom)
  const others = waysBeside(ticket, useDoors(ticket) ?? [], useQuery(connectionsQuery).data ?? [])
  const goOn = useContinueOver(ticket)
  const name = contactName(ticket)
  const hasTemplates = can(ticket.channel, 'templates')
  const isAwaited = awaited.includes(ticket.id)
  const turn = () => setAwaited(isAwaited ? awaited.filter((id) => id !== ticket.id) : [...awaited, ticket.id])
  return (
    <section className="shut-box" aria-label={t(hasTemplates ? 'templates.shut.choose' : 'templates.shut.tell')}>
      <div className="shut-head">
        <Lock />
        <div className="min-w-0">
          <b role="status">
            <ShutTitle ticket={ticket} name={name} />
          </b>
          {t(hasTemplates ? 'templates.shut.template' : 'templates.shut.wait', { name })}
        </div>
      </div>
      <div className="shut-ways">
        {hasTemplates && (
          <Button size="sm" tone="primary" icon={<LayoutTemplate />} onClick={() => pick(ticket.id)}>
            {t('templates.shut.choose')}
          </Button>
        )}
        {others.map(({ whatsapp: { id, name, channel }, state }) => (
          <Button
            key={id}
            size="sm"
            tone="plain"
            icon={<ChannelIcon channel={channel} />}
            busy={goOn.isPending && goOn.variables === id}
            onClick={() => goOn.mutate(id)}
          >
            {t(state === 'template' ? 'templates.shut.overTemplate' : 'templates.shut.over', { name })}
          </Button>
        ))}
        <Button size="sm" tone="plain" icon={<BellRing />} aria-pressed={isAwaited} onClick={turn}>
          {t(isAwaited ? 'templates.shut.told' : 'templates.shut.tell')}
        </Button>
        <Button size="sm" tone="quiet" icon={<StickyNote />} onClick={onNote}>
          {t('templates.shut.note')}
        </Button>
      </div>
    </section>
  )
}

function ShutTitle({ ticket, name }: { ticket: TicketSummary; name: string }) {
  const t = useText()
  const when = useWhen()
  const now = useNow(60_000)
  const { window: rule } = capabilitiesOf(ticket.channel)
  const end = ticket.replyWindow?.personUntil
  if (!rule || !end) return t('templates.shut.never', { name })
  return rule.personHours > 48
    ? t('templates.shut.titleDays', { days: rule.personHours / 24, when: when(end, now) })
    : t('templates.shut.title', { hours: rule.personHours, when: when(end, now) })
}
