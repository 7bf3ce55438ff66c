import { Link } from '@tanstack/react-router'
import { useSetAtom } from 'jotai/react'
import { useState } from 'react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { useDays } from '../../../shared/i18n/useDays'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { QueueChip } from '../../../shared/kit/QueueChip'
import { useNow } from '../../../shared/kit/useNow'
import { useLiveList } from '../../../shared/live/useLiveList'
import { contactTicketsSpec } from '../api'
import { statusText } from '../rules/lists'
import { arrivalAtom } from '../useDesk'

const AT_FIRST = 3

/** The contact's other tickets, as far as the user may see them; renders nothing without any. */
export function OtherTickets({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  const format = useFormat()
  const [isWhole, setWhole] = useState(false)
  const { items, hasMore, isLoadingMore, loadMore } = useLiveList(contactTicketsSpec(ticket.contactId))
  const others = items.filter(({ id }) => id !== ticket.id)
  if (others.length === 0) return null
  const areEarlier = others.every(({ createdAt }) => createdAt < ticket.createdAt)
  const shown = isWhole ? others : others.slice(0, AT_FIRST)
  return (
    <div className="fold">
      <div className="fold-head">
        {t(areEarlier ? 'tickets.others.earlier' : 'tickets.others.title')}
        <span className="nums text-xs font-normal text-faint">
          {format.number(others.length)}
          {hasMore && '+'}
        </span>
      </div>
      <ul className="-mx-2 grid grid-cols-1 text-sm">
        {shown.map((other) => (
          <OtherTicket key={other.id} ticket={other} />
        ))}
      </ul>
      {(shown.length < others.length || hasMore) && (
        <button
          type="button"
          className="btn btn-ghost btn-sm -ml-2.5 mt-1 text-primary-ink"
          aria-busy={isLoadingMore || undefined}
          onClick={() => (isWhole ? loadMore() : setWhole(true))}
        >
          {t(isWhole ? 'tickets.others.more' : 'tickets.others.all')}
        </button>
      )}
    </div>
  )
}

function OtherTicket({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  const format = useFormat()
  const days = useDays()
  const now = useNow(60_000)
  const { id, uuid, status, queue, user, last, closedAt, updatedAt } = ticket
  const arriveAt = useSetAtom(arrivalAtom(id))
  const at = closedAt ?? updatedAt
  const words = statusText(t, status)
  return (
    <li>
      <Link
        to="/tickets/{-$ticketId}"
        params={{ ticketId: uuid }}
        preload={false}
        className="other-ticket"
        // A closed ticket stays in the background of the next one.
        onClick={() => status === 'closed' && last && arriveAt(last.id)}
        title={`${words} · ${format.dateTime(at)}`}
      >
        <span className="nums text-muted">#{id}</span>
        <QueueChip queue={queue} />
        <span className="min-w-0 flex-1 truncate text-faint">{user?.name}</span>
        {status === 'closed' ? (
          <span className="sr-only">{words}</span>
        ) : (
          <span className="badge badge-sm shrink-0">{words}</span>
        )}
        <time className="nums shrink-0 text-xs text-faint" dateTime={at}>
          {days.rowTime(at, now)}
        </time>
      </Link>
    </li>
  )
}
