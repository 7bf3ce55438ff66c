import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { SearchBox } from '../../shared/kit/SearchBox'
import { useAskAfterMoves } from '../../shared/live/useAskAfterMoves'
import { RefusedPage } from '../../shared/RefusedPage'
import { useMay } from '../../shared/session/useUser'
import { usePageTitle } from '../../shared/usePageTitle'
import { queuesQuery } from './api'
import { filterQueues } from './filter'
import { type Opened, QueueDialogs } from './QueueDialogs'
import { QueuesBody } from './QueuesBody'
import { useQueuesView } from './useQueuesView'

export function QueuesPage() {
  return useMay()('queues-page:change') ? <Queues /> : <RefusedPage />
}

/** All queues (departments): name, colour, people, and how many tickets wait. */
function Queues() {
  const t = useText()
  usePageTitle(t('queues.title'))
  useAskAfterMoves(queuesQuery.queryKey)
  const { view, change } = useQueuesView()
  const queues = useQuery({ ...queuesQuery, refetchOnMount: 'always' })
  const [opened, open] = useState<Opened>(null)
  const list = queues.data ?? []
  const shown = filterQueues(list, view).length
  return (
    <main className="main page">
      <div className="page-head">
        <h1 className="page-title">{t('queues.title')}</h1>
        <span className="page-count">
          {queues.data && (view.search ? t('queues.countOf', { shown, count: list.length }) : list.length)}
        </span>
        {queues.data?.length !== 0 && (
          <SearchBox
            label={t('queues.search')}
            value={view.search ?? ''}
            onSearch={(search) => change({ search: search || undefined })}
            className="w-64!"
          />
        )}
        <Button tone="primary" icon={<Plus />} className="ml-1" onClick={() => open({ what: 'create' })}>
          {t('queues.new')}
        </Button>
      </div>
      <QueuesBody queues={queues} open={open} />
      <QueueDialogs list={list} opened={opened} open={open} />
    </main>
  )
}
