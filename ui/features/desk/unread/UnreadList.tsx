import { useQuery } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'
import { useText } from '../../../shared/i18n/useText'
import { EmptyState } from '../../../shared/kit/EmptyState'
import { ErrorState } from '../../../shared/kit/ErrorState'
import { Skeleton } from '../../../shared/kit/Skeleton'
import { unreadQuery } from './api'
import { UnreadRow } from './UnreadRow'

export function UnreadList({ onGo }: { onGo(): void }) {
  const t = useText()
  const { data, error, refetch } = useQuery(unreadQuery)
  if (!data) {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
    return (
      <div className="grid gap-3 p-3" role="status" aria-label={t('common.loading')}>
        <Skeleton width="70%" />
        <Skeleton width="50%" />
        <Skeleton width="60%" />
      </div>
    )
  }
  if (data.length === 0) return <EmptyState heading="h2" icon={<BellOff />} title={t('shell.noUnread')} />
  return (
    <ul>
      {data.map((ticket) => (
        <UnreadRow key={ticket.id} ticket={ticket} onGo={onGo} />
      ))}
    </ul>
  )
}
