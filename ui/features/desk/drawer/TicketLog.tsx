import { useQuery, useQueryClient } from '@tanstack/react-query'
import { groupChanged } from '../../../../src/contacts/groups/contract'
import type { TicketLogEntry, TicketSummary } from '../../../../src/tickets/contract'
import { messageCreated } from '../../../../src/tickets/messages/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Skeleton } from '../../../shared/kit/Skeleton'
import { useEvent } from '../../../shared/live/useEvent'
import { logQuery } from '../queries'
import { LogWords } from './LogWords'

/** The ticket's log, newest first. */
export function TicketLog({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  const cache = useQueryClient()
  // A move, a change of the group and a call each add a line.
  const log = logQuery(ticket.id, `${ticket.status} ${ticket.userId} ${ticket.queueId}`)
  const { data: entries, error } = useQuery(log)
  const again = () => void cache.invalidateQueries({ queryKey: log.queryKey })
  useEvent(groupChanged, ({ contactId }) => contactId === ticket.contactId && again())
  useEvent(messageCreated, ({ message }) => message.ticketId === ticket.id && message.mediaType === 'call' && again())
  return (
    <div className="fold">
      <div className="fold-head">
        {t('tickets.log.title')} <span className="nums text-xs font-normal text-faint">#{ticket.id}</span>
      </div>
      {!entries && !error && <Skeleton className="h-12" />}
      {error && !entries && <p className="text-sm text-muted">{t('common.error.title')}</p>}
      <ol className="grid gap-2.5 text-sm">
        {entries?.toReversed().map((entry) => (
          <LogLine key={entry.id} entry={entry} />
        ))}
      </ol>
    </div>
  )
}

function LogLine({ entry }: { entry: TicketLogEntry }) {
  const format = useFormat()
  return (
    <li className="flex items-baseline gap-2">
      <span className="min-w-0 flex-1">
        <LogWords entry={entry} />
      </span>
      <time className="text-xs text-faint" dateTime={entry.createdAt} title={format.dateTime(entry.createdAt)}>
        {format.shortDateTime(entry.createdAt)}
      </time>
    </li>
  )
}
