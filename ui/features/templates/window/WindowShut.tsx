import './window.css'
import { useQuery } from '@tanstack/react-query'
import { useAtom, useSetAtom } from 'jotai/react'
import { ArrowRightLeft, BellRing, LayoutTemplate, Lock, StickyNote } from 'lucide-react'
import { can } from '../../../../src/channels/acts'
import { capabilitiesOf } from '../../../../src/channels/capabilities'
import type { ConnectionSummary } from '../../../../src/channels/connections/contract'
import type { TicketSummary } from '../../../../src/tickets/contract'
import type { ShutPart } from '../../../shared/deskParts'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { useNow } from '../../../shared/kit/useNow'
import { contactName } from '../../contacts/names'
import { connectionsQuery } from '../../directory/api'
import { awaitedAtom } from '../../messages/awaited'
import { pickingAtom } from '../picking'
import { useWhen } from './useWhen'

/** In the composer's place once the time is over: what still works. */
export function WindowShut({ ticket, onNote, onConnection }: ShutPart) {
  const t = useText()
  const pick = useSetAtom(pickingAtom)
  const [awaited, setAwaited] = useAtom(awaitedAtom)
  const others = otherWays(ticket, useQuery(connectionsQuery).data ?? [])
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
        {others.map((connection) => (
          <Button
            key={connection.id}
            size="sm"
            tone="plain"
            icon={<ArrowRightLeft />}
            onClick={() => onConnection(connection)}
          >
            {t('templates.shut.over', { name: connection.name })}
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

/** Open connections without a limit over which this contact can be reached. */
const otherWays = (ticket: TicketSummary, connections: readonly ConnectionSummary[]): ConnectionSummary[] =>
  ticket.contact.number === null
    ? []
    : connections
        .filter(({ id, channel, status }) => {
          const { window, addresses } = capabilitiesOf(channel)
          return id !== ticket.whatsappId && status === 'CONNECTED' && window === null && addresses.includes('phone')
        })
        .slice(0, MOST_WAYS)
const MOST_WAYS = 3
