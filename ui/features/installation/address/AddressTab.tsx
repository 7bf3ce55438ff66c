import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../shared/i18n/useText'
import { ErrorState } from '../../../shared/kit/ErrorState'
import { Loading } from '../../../shared/kit/Loading'
import { Skeleton } from '../../../shared/kit/Skeleton'
import { StaleNote } from '../../../shared/kit/StaleNote'
import { addressQuery } from '../api'
import { AddressForm } from './AddressForm'
import { CheckList } from './CheckList'
import { SidePane } from './SidePane'
import { StatusHead } from './StatusHead'

/** How people reach the installation, its certificate, and what keeps it from coming. */
export function AddressTab() {
  const t = useText()
  const { data, error, refetch } = useQuery(addressQuery)
  if (!data)
    return error ? (
      <ErrorState error={error} title={t('installation.failed')} onRetry={() => void refetch()} />
    ) : (
      <Loading className="grid gap-4 p-6">
        <Skeleton className="h-20" />
        <Skeleton className="h-48" />
      </Loading>
    )
  return (
    <>
      {error && <StaleNote onRetry={() => void refetch()} />}
      <div className="install">
        <div className="install-form">
          <StatusHead data={data} />
          <AddressForm key={`${data.kind} ${data.name} ${data.email}`} data={data} />
          {data.kind !== 'proxy' && <CheckList data={data} />}
        </div>
        <SidePane data={data} />
      </div>
    </>
  )
}
