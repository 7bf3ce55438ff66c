import type { ReactNode } from 'react'
import type { QueueDetail } from '../../../src/queues/contract'
import { useText } from '../../shared/i18n/useText'
import { SortHead } from '../../shared/kit/SortHead'
import type { Open } from './QueueDialogs'
import { QueueRow } from './QueueRow'
import type { Sort } from './search'
import { useQueuesView } from './useQueuesView'

export function QueueTable({ list, open }: { list: readonly QueueDetail[]; open: Open }) {
  const t = useText()
  return (
    <table className="grid-table queue-table">
      <thead>
        <tr>
          <Head by="name">{t('queues.column.queue')}</Head>
          <Head by="order">{t('queues.column.order')}</Head>
          <Head by="people">{t('queues.column.people')}</Head>
          <Head by="tickets">{t('queues.column.tickets')}</Head>
          <th>
            <span className="sr-only">{t('queues.column.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {list.map((queue) => (
          <QueueRow key={queue.id} queue={queue} open={open} />
        ))}
      </tbody>
    </table>
  )
}

function Head({ by, children }: { by: Sort; children: ReactNode }) {
  const { view, sortBy } = useQueuesView()
  return (
    <SortHead
      sorted={(view.sort ?? 'order') === by}
      desc={view.desc ?? false}
      onSort={() => sortBy(by)}
      className={by === 'name' ? undefined : 'num'}
    >
      {children}
    </SortHead>
  )
}
