import { Link } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { Ago } from '../../../shared/kit/Ago'
import { Face } from '../../../shared/kit/Face'

export function UnreadRow({ ticket, onGo }: { ticket: TicketSummary; onGo(): void }) {
  const { uuid, contact, lastMessage, updatedAt, unreadMessages, isGroup } = ticket
  return (
    <li>
      <Link to="/tickets/{-$ticketId}" params={{ ticketId: uuid }} className="unread-row" onClick={onGo}>
        <Face name={contact.name} src={contact.profilePicUrl} size={2} icon={isGroup ? <UsersRound /> : undefined} />
        <span className="two min-w-0 flex-1">
          <b className="truncate">{contact.name}</b>
          <small className="truncate">{lastMessage}</small>
        </span>
        <span className="handset-when">
          <Ago at={updatedAt} className="text-2xs text-faint" />
          {unreadMessages > 0 && <span className="ticket-badge">{unreadMessages}</span>}
        </span>
      </Link>
    </li>
  )
}
