import type { ReactNode } from 'react'
import type { ConnectionSummary } from '../../../src/channels/connections/contract'
import { useText } from '../../shared/i18n/useText'
import { SortHead } from '../../shared/kit/SortHead'
import type { Open } from './ConnectionDialogs'
import { ConnectionRow } from './ConnectionRow'
import type { Sort } from './search'
import { useConnectionsView } from './useConnectionsView'

export function ConnectionTable({ list, open }: { list: readonly ConnectionSummary[]; open: Open }) {
  const t = useText()
  return (
    <table className="grid-table grid-table-tall connection-table">
      <thead>
        <tr>
          <Head by="name">{t('connections.column.connection')}</Head>
          <Head by="state">{t('connections.column.state')}</Head>
          <th>
            <span className="sr-only">{t('connections.column.session')}</span>
          </th>
          <Head by="updated">{t('connections.column.updated')}</Head>
          <th>
            <span className="sr-only">{t('connections.column.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {list.map((connection) => (
          <ConnectionRow key={connection.id} connection={connection} open={open} />
        ))}
      </tbody>
    </table>
  )
}

function Head({ by, children }: { by: Sort; children: ReactNode }) {
  const { view, sortBy } = useConnectionsView()
  return (
    <SortHead sorted={(view.sort ?? 'name') === by} desc={view.desc ?? false} onSort={() => sortBy(by)}>
      {children}
    </SortHead>
  )
}
