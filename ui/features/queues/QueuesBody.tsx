import type { UseQueryResult } from '@tanstack/react-query'
import { Plus, SearchX, Split } from 'lucide-react'
import type { QueueDetail } from '../../../src/queues/contract'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { EmptyState } from '../../shared/kit/EmptyState'
import { ErrorState } from '../../shared/kit/ErrorState'
import { StaleNote } from '../../shared/kit/StaleNote'
import { filterQueues } from './filter'
import type { Open } from './QueueDialogs'
import { QueueTable } from './QueueTable'
import { QueueTableSkeleton } from './QueueTableSkeleton'
import { useQueuesView } from './useQueuesView'

/** The table: loading, failed, empty or filled. */
export function QueuesBody({ queues, open }: { queues: UseQueryResult<QueueDetail[]>; open: Open }) {
  const t = useText()
  const { view, change } = useQueuesView()
  const { data, error, refetch } = queues
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <QueueTableSkeleton />
  if (data.length === 0) {
    const create = (
      <Button size="sm" icon={<Plus />} onClick={() => open({ what: 'create' })}>
        {t('queues.new')}
      </Button>
    )
    return (
      <EmptyState icon={<Split />} title={t('queues.empty.title')} actions={create}>
        {t('queues.empty.text')}
      </EmptyState>
    )
  }
  const shown = filterQueues(data, view)
  return (
    <>
      {error && <StaleNote onRetry={() => void refetch()} />}
      <div className="page-body">
        <QueueTable list={shown} open={open} />
        {shown.length === 0 && (
          <EmptyState
            icon={<SearchX />}
            title={t('queues.noMatch.title', { text: view.search ?? '' })}
            actions={
              <Button size="sm" onClick={() => change({ search: undefined })}>
                {t('queues.noMatch.clear')}
              </Button>
            }
          />
        )}
      </div>
    </>
  )
}
