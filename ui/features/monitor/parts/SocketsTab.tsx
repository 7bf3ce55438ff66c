import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Unplug } from 'lucide-react'
import type { SocketState } from '../../../../src/features/monitor/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { ErrorState } from '../../../shared/kit/ErrorState'
import { IconButton } from '../../../shared/kit/IconButton'
import { Loading } from '../../../shared/kit/Loading'
import { SearchBox } from '../../../shared/kit/SearchBox'
import { Skeleton } from '../../../shared/kit/Skeleton'
import { scrolled } from '../../../shared/kit/scrolled'
import { toast } from '../../../shared/kit/toast'
import { useNow } from '../../../shared/kit/useNow'
import type { View } from '../../../shared/table/useView'
import { closeSocket, MONITOR, socketsQuery } from '../api'
import type { MonitorView } from '../view'

/** The open pages of all companies; those that do not keep up come first. */
export function SocketsTab({ view }: { view: View<MonitorView> }) {
  const t = useText()
  const { number } = useFormat()
  const search = view.now.search ?? ''
  const { data, error, refetch } = useQuery(socketsQuery(search))
  return (
    <section aria-label={t('monitor.tab.sockets')} {...scrolled}>
      <div className="flex flex-wrap items-center gap-3 px-6 py-3 max-sm:px-4">
        <SearchBox
          className="w-72 max-sm:w-full"
          label={t('monitor.searchSocket')}
          value={search}
          delay={250}
          onSearch={(words) => view.change({ search: words || undefined })}
        />
        {data && data.count > data.records.length && (
          <span className="text-sm text-muted">
            {t('monitor.socketsCut', { shown: number(data.records.length), all: number(data.count) })}
          </span>
        )}
      </div>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Loading className="p-6">
          <Skeleton className="h-64" />
        </Loading>
      )}
      {data && <SocketsTable records={data.records} />}
    </section>
  )
}

function SocketsTable({ records }: { records: readonly SocketState[] }) {
  const t = useText()
  const { number, size, ago, dateTime } = useFormat()
  const now = useNow(15_000)
  if (records.length === 0) return <p className="half-none">{t('monitor.noSocket')}</p>
  return (
    <table className="grid-table half-table sockets-table max-sm:block">
      <thead>
        <tr>
          <th scope="col">{t('monitor.column.user')}</th>
          <th scope="col">{t('monitor.column.company')}</th>
          <th scope="col">{t('monitor.column.opened')}</th>
          <th scope="col">{t('monitor.column.browser')}</th>
          <th scope="col">{t('monitor.column.network')}</th>
          <th scope="col" className="num" aria-sort="descending">
            {t('monitor.column.backlog')}
          </th>
          <th scope="col" className="num">
            {t('monitor.column.frames')}
          </th>
          <th scope="col">
            <span className="sr-only">{t('monitor.column.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {records.map((socket) => (
          <tr key={socket.id}>
            <td className="lead">{socket.user}</td>
            <td>{socket.company.name}</td>
            <td title={dateTime(socket.since)} data-label={t('monitor.column.opened')}>
              {ago(socket.since, now)}
            </td>
            <td data-label={t('monitor.column.browser')}>{socket.browser || '–'}</td>
            <td className="nums" data-label={t('monitor.column.network')}>
              {socket.network || '–'}
            </td>
            <td
              className={socket.backlog > 0 ? 'num text-warning-ink' : 'num'}
              data-label={t('monitor.column.backlog')}
            >
              {socket.backlog > 0 ? size(socket.backlog) : t('monitor.upToDate')}
            </td>
            <td className="num" data-label={t('monitor.column.frames')}>
              {t('monitor.frames', { sent: number(socket.sent), received: number(socket.received) })}
            </td>
            <td className="num">
              <Close socket={socket} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Close({ socket: { id, user } }: { socket: SocketState }) {
  const t = useText()
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => closeSocket(id),
    onSuccess: () => toast.success(t('monitor.socketClosed', { user })),
    onError: toast.failure,
    onSettled: () => queries.invalidateQueries({ queryKey: MONITOR }),
  })
  return (
    <IconButton label={t('monitor.closeSocket', { user })} size="xs" disabled={isPending} onClick={() => mutate()}>
      <Unplug />
    </IconButton>
  )
}
