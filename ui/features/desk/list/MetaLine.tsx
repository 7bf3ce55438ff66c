import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai/react'
import { Clock, ClockAlert } from 'lucide-react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { useText } from '../../../shared/i18n/useText'
import { classes } from '../../../shared/kit/classes'
import { QueueChip } from '../../../shared/kit/QueueChip'
import { useNow } from '../../../shared/kit/useNow'
import { useSettings } from '../../../shared/settings/useSettings'
import { ticketPartsAtom } from '../../../shared/ticketParts'
import { connectionsQuery } from '../../directory/api'
import { waitingOf, waitLimits, waitSpan } from '../rules/settings'
import { tabAtom } from './state'

/** The third line of a row: queue, what modules add, attendant, connection, waiting time. */
export function MetaLine({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  const connections = useQuery(connectionsQuery).data
  const parts = useAtomValue(ticketPartsAtom)
  const isSearch = useAtomValue(tabAtom) === 'search'
  const who = ticket.isGroup ? t('tickets.group') : ticket.user?.name.split(' ')[0]
  const through = connections?.length === 1 ? undefined : ticket.whatsapp.name
  return (
    <span className="ticket-line">
      <span className="ticket-meta">
        <QueueChip queue={ticket.queue} />
        {parts.map(({ name, Chips }) => Chips && <Chips key={name} ticket={ticket} />)}
        <span className="who">{[who, through].filter(Boolean).join(' · ')}</span>
      </span>
      {ticket.status !== 'closed' && <Waiting since={ticket.waitingSince} />}
      {ticket.status === 'closed' && isSearch && <span className="wait">{t('tickets.closed')}</span>}
    </span>
  )
}

/** How long the contact has waited for an answer. */
export function Waiting({ since }: { since: string | null }) {
  const t = useText()
  const waiting = waitingOf(since, useNow(15_000), waitLimits(useSettings()))
  if (!waiting || waiting.minutes < 1) return null
  const { unit, count } = waitSpan(waiting.minutes)
  return (
    <span
      className={classes('wait', waiting.tone !== 'calm' && `wait-${waiting.tone}`)}
      title={t(`tickets.unanswered.${unit}`, { count })}
    >
      {waiting.tone === 'red' ? <ClockAlert /> : <Clock />}
      {t(`tickets.wait.${unit}`, { count })}
    </span>
  )
}
