import type { UseQueryResult } from '@tanstack/react-query'
import { Plus, SearchX, Smartphone } from 'lucide-react'
import type { ConnectionSummary } from '../../../src/channels/connections/contract'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { EmptyState } from '../../shared/kit/EmptyState'
import { ErrorState } from '../../shared/kit/ErrorState'
import { StaleNote } from '../../shared/kit/StaleNote'
import { useMay } from '../../shared/session/useUser'
import type { Open } from './ConnectionDialogs'
import { ConnectionTable } from './ConnectionTable'
import { ConnectionTableSkeleton } from './ConnectionTableSkeleton'
import { filterConnections } from './filter'
import { useConnectionsView } from './useConnectionsView'

/** The table: loading, failed, empty or filled. */
export function ConnectionsBody({
  connections,
  open,
}: {
  connections: UseQueryResult<ConnectionSummary[]>
  open: Open
}) {
  const t = useText()
  const may = useMay()
  const { view, clear, isFiltered } = useConnectionsView()
  const { data, error, refetch } = connections
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ConnectionTableSkeleton />
  if (data.length === 0) {
    const mayAdd = may('connections-page:addConnection')
    const create = (
      <Button size="sm" icon={<Plus />} onClick={() => open({ what: 'create' })}>
        {t('connections.new')}
      </Button>
    )
    return (
      <EmptyState icon={<Smartphone />} title={t('connections.empty.title')} actions={mayAdd && create}>
        {mayAdd ? t('connections.empty.text') : t('connections.empty.readOnly')}
      </EmptyState>
    )
  }
  const shown = filterConnections(data, view)
  return (
    <>
      {error && <StaleNote onRetry={() => void refetch()} />}
      <div className="page-body">
        <ConnectionTable list={shown} open={open} />
        {shown.length === 0 && (
          <EmptyState
            icon={<SearchX />}
            title={
              view.search ? t('connections.noMatch.title', { text: view.search }) : t('connections.noMatch.filtered')
            }
            actions={
              isFiltered && (
                <Button size="sm" onClick={clear}>
                  {t('connections.noMatch.clear')}
                </Button>
              )
            }
          >
            {view.search && t('connections.noMatch.text')}
          </EmptyState>
        )}
      </div>
    </>
  )
}
