import { Link } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { useText } from '../../../shared/i18n/useText'
import { Ago } from '../../../shared/kit/Ago'
import { Face } from '../../../shared/kit/Face'
import { useContactName } from '../../contacts/contactName'
import { KindIcon } from '../../messages/KindIcon'
import { previewOf } from '../../messages/rules/preview'

export function UnreadRow({ ticket, onGo }: { ticket: TicketSummary; onGo(): void }) {
  const { uuid, contact, updatedAt, unreadMessages, isGroup } = ticket
  const name = useContactName(ticket)
  return (
    <li>
      <Link to="/tickets/{-$ticketId}" params={{ ticketId: uuid }} className="unread-row" onClick={onGo}>
        <Face name={name} src={contact.profilePicUrl} size={2} icon={isGroup ? <UsersRound /> : undefined} />
        <span className="two min-w-0 flex-1">
          <b className="truncate" dir="auto">
            {name}
          </b>
          <LastWords ticket={ticket} />
        </span>
        <span className="row-when">
          <Ago at={updatedAt} className="text-2xs text-faint" />
          {unreadMessages > 0 && <span className="ticket-badge">{unreadMessages > 99 ? '99+' : unreadMessages}</span>}
        </span>
      </Link>
    </li>
  )
}

function LastWords({ ticket: { last, lastMessage } }: { ticket: TicketSummary }) {
  const t = useText()
  if (!last)
    return (
      <small className="truncate" dir="auto">
        {lastMessage}
      </small>
    )
  const { icon, text, word } = previewOf(last)
  return (
    <small className="truncate" dir="auto">
      {icon && !last.isDeleted && <KindIcon icon={icon} className="mr-1 inline-block size-3.5! align-[-2px]" />}
      {last.isDeleted ? t('messages.deleted') : word ? t(`tickets.kind.${word}`) : text}
    </small>
  )
}
