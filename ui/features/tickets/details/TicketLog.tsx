import { useQuery } from '@tanstack/react-query'
import type { TicketLogEntry, TicketSummary } from '../../../../src/tickets/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Skeleton } from '../../../shared/kit/Skeleton'
import { logQuery, queuesQuery } from '../queries'

/** What happened to the ticket, the last first. */
export function TicketLog({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  // A ticket that moved has a new line.
  const { data: entries, error } = useQuery(logQuery(ticket.id, `${ticket.status} ${ticket.userId} ${ticket.queueId}`))
  return (
    <div className="fold">
      <div className="fold-head">
        {t('tickets.log.title')} <span className="nums text-xs font-normal text-faint">#{ticket.id}</span>
      </div>
      {!entries && !error && <Skeleton className="h-12" />}
      {error && <p className="text-sm text-muted">{t('common.error.title')}</p>}
      <ol className="grid gap-2.5 text-sm">
        {entries?.toReversed().map((entry) => (
          <LogLine key={entry.id} entry={entry} />
        ))}
      </ol>
    </div>
  )
}

function LogLine({ entry }: { entry: TicketLogEntry }) {
  const t = useText()
  const format = useFormat()
  const queueSet = useQuery(queuesQuery).data?.find(({ id }) => id === entry.data.queueId)?.name
  const target = [entry.data.user, entry.data.queue ?? queueSet, entry.data.connection].filter(Boolean).join(' · ')
  return (
    <li className="flex items-baseline gap-2">
      <span className="min-w-0 flex-1">
        {t(`tickets.log.${entry.kind}`)}
        {target && <span className="text-muted"> · {target}</span>}
        {entry.user && <span className="block text-xs text-faint">{entry.user.name}</span>}
      </span>
      <time className="text-xs text-faint" dateTime={entry.createdAt} title={format.dateTime(entry.createdAt)}>
        {format.shortDateTime(entry.createdAt)}
      </time>
    </li>
  )
}
