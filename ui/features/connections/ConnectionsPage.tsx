import { useQuery } from '@tanstack/react-query'
import { Plus, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { IconButton } from '../../shared/kit/IconButton'
import { SearchBox } from '../../shared/kit/SearchBox'
import { useMay } from '../../shared/session/useUser'
import { usePageTitle } from '../../shared/usePageTitle'
import { connectionsQuery } from './api'
import { ConnectionDialogs, type Opened } from './ConnectionDialogs'
import { ConnectionFilters } from './ConnectionFilters'
import { ConnectionsBody } from './ConnectionsBody'
import { filterConnections } from './filter'
import { useConnectionsView } from './useConnectionsView'

/** All connections with their status, its reason, and what can be done. */
export function ConnectionsPage() {
  const t = useText()
  usePageTitle(t('connections.title'))
  const may = useMay()
  const { view, change, isFiltered } = useConnectionsView()
  const connections = useQuery(connectionsQuery)
  const [opened, open] = useState<Opened>(null)
  const list = connections.data ?? []
  const shown = filterConnections(list, view).length
  return (
    <main className="main page">
      <div className="page-head">
        <h1 className="page-title">{t('connections.title')}</h1>
        <span className="page-count">
          {connections.data && (isFiltered ? t('connections.countOf', { shown, count: list.length }) : list.length)}
        </span>
        {connections.data?.length !== 0 && (
          <>
            <SearchBox
              label={t('connections.search')}
              value={view.search ?? ''}
              onSearch={(search) => change({ search: search || undefined })}
            />
            <ConnectionFilters list={list} />
            {may('connections-page:actionButtons') && (
              <IconButton label={t('connections.restart')} size="md" onClick={() => open({ what: 'restart' })}>
                <RotateCw />
              </IconButton>
            )}
          </>
        )}
        {may('connections-page:addConnection') && (
          <Button tone="primary" icon={<Plus />} className="ml-1" onClick={() => open({ what: 'create' })}>
            {t('connections.new')}
          </Button>
        )}
      </div>
      <ConnectionsBody connections={connections} open={open} />
      <ConnectionDialogs list={list} opened={opened} open={open} />
    </main>
  )
}
