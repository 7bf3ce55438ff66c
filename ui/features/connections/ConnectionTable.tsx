import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ConnectionSummary } from '../../../src/channels/connections/contract'
import { useText } from '../../shared/i18n/useText'
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
          <SortHead by="name">{t('connections.column.connection')}</SortHead>
          <SortHead by="state">{t('connections.column.state')}</SortHead>
          <th>
            <span className="sr-only">{t('connections.column.session')}</span>
          </th>
          <SortHead by="updated">{t('connections.column.updated')}</SortHead>
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

function SortHead({ by, children }: { by: Sort; children: ReactNode }) {
  const { view, sortBy } = useConnectionsView()
  const sorted = (view.sort ?? 'name') === by
  return (
    <th aria-sort={sorted ? (view.desc ? 'descending' : 'ascending') : undefined}>
      <button type="button" onClick={() => sortBy(by)}>
        {children} {sorted && (view.desc ? <ArrowDown /> : <ArrowUp />)}
      </button>
    </th>
  )
}
