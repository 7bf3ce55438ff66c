import './queues.css'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Split, Trash2 } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import type { QueueDetail } from '../../../src/queues/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { DeleteDialog } from '../../shared/kit/DeleteDialog'
import { Face } from '../../shared/kit/Face'
import { LoadDialog } from '../../shared/kit/LoadDialog'
import { QueueChip } from '../../shared/kit/QueueChip'
import { VariableText } from '../../shared/kit/VariableText'
import { lazyPart } from '../../shared/lazyPart'
import { useAskAfterMoves } from '../../shared/live/useAskAfterMoves'
import { useCrud, useRows } from '../../shared/live/useCrud'
import { RefusedPage } from '../../shared/RefusedPage'
import { ApiError } from '../../shared/session/failure'
import { useMay } from '../../shared/session/useUser'
import type { Column } from '../../shared/table/columns'
import { ListPage } from '../../shared/table/ListPage'
import { useReturn } from '../../shared/table/useReturn'
import { useRowDialog } from '../../shared/table/useRowDialog'
import { useView } from '../../shared/table/useView'
import { peopleQuery, queues } from '../directory/api'
import { fetchQueue, queuePartsQuery } from './api'
import { OrderedRows } from './OrderedRows'
import { isUnheard, shownQueues } from './spec'
import { QueuesView } from './view'

export function QueuesPage() {
  return useMay()('queues-page:change') ? <Queues /> : <RefusedPage needs="queues-page:change" />
}

/** All queues (departments): name, colour, order, users, and number of waiting tickets. */
function Queues() {
  const t = useText()
  useAskAfterMoves(queues.key)
  const rows = useRows(queues)
  const view = useView(QueuesView)
  const { what, row, open, close } = useRowDialog<QueueDetail, 'create' | 'edit' | 'delete'>(
    rows.all,
    view.now.new ? 'create' : null,
  )
  const leave = useReturn(view, close)
  const all = rows.all ?? []
  // Reordering needs the complete list in its own order.
  const mayOrder = view.sort === 'order' && !view.desc && !view.isNarrowed && all.length > 1
  const columns = useColumns()
  return (
    <OrderedRows rows={shownQueues(all, view.now)}>
      {(shown, grip) => (
        <ListPage
          title={t('common.field.queues')}
          rows={rows}
          shown={shown}
          columns={columns(mayOrder ? grip : undefined)}
          view={view}
          search={t('queues.search')}
          action={{ label: t('queues.new'), onSelect: () => open('create') }}
          actions={(queue) => [
            { label: t('common.row.edit', queue), icon: <Pencil />, isMain: true, onSelect: () => open('edit', queue) },
            { label: t('common.row.delete', queue), icon: <Trash2 />, onSelect: () => open('delete', queue) },
          ]}
          flash={({ name, color, orderQueue, figures }) => `${name} ${color} ${orderQueue} ${figures?.people}`}
          empty={{ icon: <Split />, title: t('queues.empty.title'), text: t('queues.empty.text') }}
        >
          <Suspense>
            {what === 'create' && rows.all && <QueueDialog queues={all} onClose={leave} />}
            {what === 'edit' && row && (
              <LoadDialog query={queuePartsQuery(row.id)} title={t('common.row.edit', row)} onClose={close}>
                {(parts) => <QueueDialog edited={{ queue: row, parts }} queues={all} onClose={close} />}
              </LoadDialog>
            )}
          </Suspense>
          {what === 'delete' && row && <DeleteQueue queue={row} onClose={close} />}
        </ListPage>
      )}
    </OrderedRows>
  )
}

const QueueDialog = lazyPart(() => import('./QueueDialog').then((file) => file.QueueDialog))

function useColumns() {
  const t = useText()
  const { number } = useFormat()
  return (grip?: (queue: QueueDetail) => ReactNode): Column<QueueDetail>[] => [
    {
      id: 'order',
      head: t('queues.column.order'),
      sort: 'order',
      phone: 'none',
      width: '6rem',
      cell: (queue) => (
        <span className="queue-order nums">
          {grip?.(queue)} {number(queue.orderQueue)}
        </span>
      ),
    },
    {
      id: 'name',
      head: t('queues.column.queue'),
      sort: 'name',
      phone: 'lead',
      width: '15%',
      cell: (queue) => (
        <span className="queue-named">
          <QueueChip queue={queue} />
          <small className="nums text-faint" title={t('queues.id')}>
            #{queue.id}
          </small>
        </span>
      ),
    },
    {
      id: 'greeting',
      head: t('queues.column.greeting'),
      yields: 'first',
      phone: 'none',
      cell: ({ greetingMessage }) => (
        <span className="block truncate text-muted">
          <VariableText text={greetingMessage} />
        </span>
      ),
    },
    {
      id: 'bot',
      head: t('queues.column.bot'),
      width: '13rem',
      cell: (queue) =>
        queue.figures && (
          <span className="two">
            <span>
              {queue.figures.options > 0
                ? t('queues.options', { count: queue.figures.options })
                : t('common.field.people')}
            </span>
            <small className={isUnheard(queue) ? 'text-warning-ink' : undefined}>
              {queue.figures.connections === 0
                ? t('queues.unused')
                : t('queues.usedBy', { count: queue.figures.connections })}
            </small>
          </span>
        ),
    },
    {
      id: 'people',
      head: t('common.field.people'),
      sort: 'people',
      width: '8.5rem',
      cell: ({ id, figures }) =>
        figures && (figures.people > 0 ? <Members queueId={id} count={figures.people} /> : t('queues.nobody')),
    },
    {
      id: 'tickets',
      head: t('queues.column.tickets'),
      sort: 'tickets',
      numeric: true,
      width: '10rem',
      cell: ({ figures }) => figures && number(figures.activeTickets),
    },
  ]
}

const FACES = 4

/** The first of its users, and their number. */
function Members({ queueId, count }: { queueId: number; count: number }) {
  const { number } = useFormat()
  const names = (useQuery(peopleQuery).data ?? [])
    .filter(({ queueIds }) => queueIds.includes(queueId))
    .map(({ name }) => name)
  return (
    <span className="faces nums" title={names.join(', ')}>
      {names.slice(0, FACES).map((name) => (
        <Face key={name} name={name} size={1.5} />
      ))}
      {number(count)}
    </span>
  )
}

/** Says what happens to its tickets and who will see them. */
function DeleteQueue({ queue: { id, name }, onClose }: { queue: QueueDetail; onClose(): void }) {
  const t = useText()
  const { remove } = useCrud(queues)
  return (
    <DeleteDialog
      title={t('queues.delete.title', { name })}
      confirm={t('queues.delete.confirm')}
      done={t('queues.delete.done', { name })}
      counts={() => fetchQueue(id)}
      onDelete={() => remove(id)}
      onClose={onClose}
      whyNot={(failure) => {
        const connections = importing(failure)
        return connections && t('queues.delete.blocked', { connections })
      }}
    >
      {(queue) => (
        <>
          {queue?.figures && <Losses figures={queue.figures} />}
          <p className="mt-2">{t('queues.delete.sight')}</p>
        </>
      )}
    </DeleteDialog>
  )
}

function Losses({ figures }: { figures: NonNullable<QueueDetail['figures']> }) {
  const t = useText()
  const { activeTickets, people, connections } = figures
  return (
    <p>
      {activeTickets > 0 ? t('queues.delete.tickets', { count: activeTickets }) : t('queues.delete.noTickets')}{' '}
      {people > 0 && t('queues.delete.people', { count: people })}{' '}
      {connections > 0 && t('queues.delete.connections', { count: connections })}
    </p>
  )
}

/** The connections that import into the queue, if they block the deletion. */
function importing(failure: unknown): string | undefined {
  if (!(failure instanceof ApiError) || failure.code !== 'ERR_QUEUE_OF_IMPORT') return undefined
  const { details } = failure
  if (typeof details !== 'object' || details === null || !('connections' in details)) return undefined
  return Array.isArray(details.connections) ? details.connections.join(', ') : undefined
}
