import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai/react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { useText } from '../../../shared/i18n/useText'
import { QueueChip } from '../../../shared/kit/QueueChip'
import { ticketPartsAtom } from '../../../shared/ticketParts'
import { connectionsQuery } from '../../directory/api'
import { Waiting } from '../../messages/Waiting'
import { WithBot } from '../gate/WithBot'
import { tabAtom } from '../listState'
import { WindowEnd } from './WindowEnd'

/** Third line of a row: queue, parts of modules, attendant, connection, waiting time. */
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
      {ticket.status !== 'closed' && <WindowEnd ticket={ticket} otherwise={<Waiting since={ticket.waitingSince} />} />}
      <WithBot ticket={ticket} />
      {ticket.status === 'closed' && isSearch && <span className="wait">{t('tickets.closed')}</span>}
    </span>
  )
}
