import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BellOff, UsersRound } from 'lucide-react'
import { MOST_READ_AT_ONCE, type TicketSummary } from '../../../src/tickets/contract'
import type { TicketRoutes } from '../../../src/tickets/routes'
import { client, unwrap } from '../../shared/client'
import { useText } from '../../shared/i18n/useText'
import { Ago } from '../../shared/kit/Ago'
import { Button } from '../../shared/kit/Button'
import { EmptyState } from '../../shared/kit/EmptyState'
import { ErrorState } from '../../shared/kit/ErrorState'
import { Face } from '../../shared/kit/Face'
import { Skeleton } from '../../shared/kit/Skeleton'
import { toast } from '../../shared/kit/toast'
import { useUser } from '../../shared/session/useUser'
import { useContactName } from '../contacts/names'
import { KindIcon } from '../messages/icons'
import { previewOf } from '../messages/rules/preview'
import { readTickets } from './api'
import { byMovement, isReadBy, unreadLists } from './rules/lists'

/** Content of the opened bell. */
export function UnreadList({ onGo }: { onGo(): void }) {
  const t = useText()
  const user = useUser()
  const { data, error, refetch } = useQuery(unreadQuery)
  if (!data) {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
    return (
      <div className="grid gap-3 p-3" role="status" aria-label={t('common.loading')}>
        <Skeleton width="70%" />
        <Skeleton width="50%" />
        <Skeleton width="60%" />
      </div>
    )
  }
  if (data.length === 0) return <EmptyState heading="h2" icon={<BellOff />} title={t('shell.noUnread')} />
  const mine = data.filter((ticket) => isReadBy(ticket, user.id))
  const others = data.filter((ticket) => !mine.includes(ticket))
  return (
    <>
      <div className="bell-head">
        <h2>{t('desk.bell.title')}</h2>
        {mine.length > 0 && <ReadAll tickets={mine} />}
      </div>
      <Rows title={t('desk.bell.mine')} tickets={mine} onGo={onGo} />
      <Rows title={t('desk.bell.waiting')} tickets={others} onGo={onGo} />
    </>
  )
}

type RowsProps = { title: string; tickets: readonly TicketSummary[]; onGo(): void }

function Rows({ title, tickets, onGo }: RowsProps) {
  if (tickets.length === 0) return null
  return (
    <section aria-label={title}>
      <div className="menu-label" aria-hidden="true">
        {title}
      </div>
      <ul>
        {tickets.map((ticket) => (
          <UnreadRow key={ticket.id} ticket={ticket} onGo={onGo} />
        ))}
      </ul>
    </section>
  )
}

/** Waiting tickets stay unread until somebody accepts them. */
function ReadAll({ tickets }: { tickets: readonly TicketSummary[] }) {
  const t = useText()
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => readTickets(tickets.slice(0, MOST_READ_AT_ONCE).map(({ id }) => id)),
    onSuccess: () => client.invalidateQueries({ queryKey: ['counters'] }),
    onError: toast.failure,
  })
  return (
    <Button size="xs" tone="ghost" className="text-primary-ink" busy={isPending} onClick={() => mutate()}>
      {t('desk.bell.readAll')}
    </Button>
  )
}

function UnreadRow({ ticket, onGo }: { ticket: TicketSummary; onGo(): void }) {
  const { uuid, contact, lastMessageAt, unreadMessages, isGroup } = ticket
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
          <Ago at={lastMessageAt} className="text-2xs text-faint" />
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

const { tickets } = client<TicketRoutes>()

const unreadQuery = queryOptions({
  queryKey: ['counters', 'unread'],
  queryFn: async ({ signal }) => {
    const pages = unreadLists.map((query) => unwrap(tickets.get({ query, fetch: { signal } })))
    return (await Promise.all(pages)).flatMap(({ tickets }) => tickets).sort(byMovement)
  },
  staleTime: 0,
})
