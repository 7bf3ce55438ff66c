import type { ReactNode } from 'react'
import type { ChannelKind } from '../../../src/channels/contract'
import { ChannelIcon } from '../../shared/kit/ChannelIcon'
import { Face } from '../../shared/kit/Face'
import { QueueChip } from '../../shared/kit/QueueChip'

export type StageTicket = {
  name: string
  color: string
  time: string
  channel: ChannelKind
  queue: { name: string; color: string }
  last: ReactNode
  who?: string
  unread?: number
  wait?: ReactNode
  icon?: ReactNode
  current?: true
}

export function StageRow({ ticket }: { ticket: StageTicket }) {
  return (
    <div className="ticket" aria-current={ticket.current} data-unread={ticket.unread ? '' : undefined}>
      <span className="ticket-face">
        <Face name={ticket.name} color={ticket.color} icon={ticket.icon} />
        <ChannelIcon channel={ticket.channel} />
      </span>
      <span className="ticket-line">
        <span className="ticket-name">{ticket.name}</span>
        <time className="ticket-time">{ticket.time}</time>
      </span>
      <span className="ticket-line">
        <span className="ticket-last">{ticket.last}</span>
        {ticket.unread && <span className="ticket-badge">{ticket.unread}</span>}
      </span>
      <span className="ticket-line">
        <span className="ticket-meta">
          <QueueChip queue={ticket.queue} />
          {ticket.who && <span className="who">{ticket.who}</span>}
        </span>
        {ticket.wait}
      </span>
    </div>
  )
}
