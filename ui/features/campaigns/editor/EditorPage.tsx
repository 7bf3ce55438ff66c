import '../campaigns.css'
import '../../../shared/theme/handset.css'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Megaphone } from 'lucide-react'
import { useState } from 'react'
import { manageCampaigns } from '../../../../src/outbound/contract'
import { useText } from '../../../shared/i18n/useText'
import { EmptyState } from '../../../shared/kit/EmptyState'
import { ErrorState } from '../../../shared/kit/ErrorState'
import { Loading } from '../../../shared/kit/Loading'
import { Skeleton } from '../../../shared/kit/Skeleton'
import { RefusedPage } from '../../../shared/RefusedPage'
import { useMay } from '../../../shared/session/useUser'
import { connectionsQuery } from '../../directory/api'
import { campaigns } from '../api'
import { onlyConnection } from '../spec'
import { Editor } from './Editor'

const route = getRouteApi('/private/campaigns/$campaignId')

/** One campaign: new, editable, or read-only. */
export function EditorPage() {
  return useMay()(manageCampaigns) ? <OneCampaign /> : <RefusedPage needs={manageCampaigns} />
}

function OneCampaign() {
  const { campaignId } = route.useParams()
  const navigate = useNavigate()
  const [made, setMade] = useState<string | null>(null)
  const { data: connections = [], isPending } = useQuery(connectionsQuery)
  // The same editor instance continues when a new campaign gets its address.
  if (campaignId === 'new' || campaignId === made)
    return isPending ? (
      <LoadingEditor />
    ) : (
      <Editor
        key="new"
        campaign={null}
        connectionId={onlyConnection(connections)}
        onMade={(id) => {
          setMade(String(id))
          void navigate({ to: '/campaigns/$campaignId', params: { campaignId: String(id) }, replace: true })
        }}
      />
    )
  return <StoredCampaign key={campaignId} id={Number(campaignId)} />
}

function StoredCampaign({ id }: { id: number }) {
  const t = useText()
  const { data, error, refetch } = useQuery({ ...campaigns.one(id), refetchOnMount: 'always' })
  if (data) return <Editor campaign={data} onMade={() => undefined} />
  if (data === undefined && !error) return <LoadingEditor />
  return (
    <main className="main page">
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === null && <EmptyState heading="h1" icon={<Megaphone />} title={t('campaigns.gone')} />}
    </main>
  )
}

const LoadingEditor = () => (
  <main className="main page">
    <Loading className="grid gap-4 p-6">
      <Skeleton className="h-9" />
      <Skeleton className="h-80" />
    </Loading>
  </main>
)
