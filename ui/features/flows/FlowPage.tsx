import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Workflow } from 'lucide-react'
import { manageFlows } from '../../../src/features/flows/contract'
import { useText } from '../../shared/i18n/useText'
import { EmptyState } from '../../shared/kit/EmptyState'
import { ErrorState } from '../../shared/kit/ErrorState'
import { Loading } from '../../shared/kit/Loading'
import { Skeleton } from '../../shared/kit/Skeleton'
import { RefusedPage } from '../../shared/RefusedPage'
import { ApiError } from '../../shared/session/failure'
import { useMay } from '../../shared/session/useUser'
import { flowQuery } from './api'
import { FlowEditor } from './FlowEditor'

const route = getRouteApi('/private/flows/$integrationId')

/** The flow of one integration. */
export function FlowPage() {
  return useMay()(manageFlows) ? <OneFlow /> : <RefusedPage needs={manageFlows} />
}

function OneFlow() {
  const t = useText()
  const { integrationId } = route.useParams()
  const id = /^[1-9]\d{0,15}$/.test(integrationId) ? Number(integrationId) : 0
  const { data, error, refetch } = useQuery({ ...flowQuery(id), enabled: id > 0, retry: false })
  if (data) return <FlowEditor key={id} opened={data} />
  const isGone = id === 0 || (error instanceof ApiError && error.status === 404)
  return (
    <main className="main page">
      {isGone ? (
        <EmptyState heading="h1" icon={<Workflow />} title={t('flows.gone')} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading className="grid gap-4 p-6">
          <Skeleton className="h-9" />
          <Skeleton className="h-80" />
        </Loading>
      )}
    </main>
  )
}
