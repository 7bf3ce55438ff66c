import '../campaigns.css'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { CircleStop, Copy, Download, Megaphone, Pencil, Play } from 'lucide-react'
import { useState } from 'react'
import { type Campaign, STATUS } from '../../../../src/features/campaigns/contract'
import { manageCampaigns } from '../../../../src/outbound/contract'
import { useText } from '../../../shared/i18n/useText'
import { BackLink } from '../../../shared/kit/BackLink'
import { Button } from '../../../shared/kit/Button'
import { EmptyState } from '../../../shared/kit/EmptyState'
import { ErrorState } from '../../../shared/kit/ErrorState'
import { Loading } from '../../../shared/kit/Loading'
import { Skeleton } from '../../../shared/kit/Skeleton'
import { toast } from '../../../shared/kit/toast'
import { RefusedPage } from '../../../shared/RefusedPage'
import { saveFile } from '../../../shared/saveFile'
import { useMay, useUser } from '../../../shared/session/useUser'
import { useView } from '../../../shared/table/useView'
import { usePageTitle } from '../../../shared/usePageTitle'
import { campaigns, exportReport } from '../api'
import { StatusWord, useWhen } from '../CampaignState'
import { mayEdit, mayStop } from '../spec'
import { useCampaignActions } from '../useCampaignActions'
import { ReportView } from '../view'
import { Report } from './Report'

const route = getRouteApi('/private/campaign/$campaignId/report')

/** The progress of a campaign, and the outcome for each recipient. */
export function ReportPage() {
  return useMay()(manageCampaigns) ? <OneReport /> : <RefusedPage needs={manageCampaigns} />
}

function OneReport() {
  const t = useText()
  const id = Number(route.useParams().campaignId)
  const { data, error, refetch } = useQuery({ ...campaigns.one(id), refetchOnMount: 'always' })
  const view = useView(ReportView)
  if (data)
    return (
      <main className="main page">
        <ReportHead campaign={data} />
        <div className="page-body">
          <Report key={id} campaign={data} view={view.now} onView={(next) => view.change(next)} />
        </div>
      </main>
    )
  return (
    <main className="main page">
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === null && <EmptyState heading="h1" icon={<Megaphone />} title={t('campaigns.gone')} />}
      {data === undefined && !error && (
        <Loading className="grid gap-4 p-6">
          <Skeleton className="h-9" />
          <Skeleton className="h-24" />
          <Skeleton className="h-64" />
        </Loading>
      )}
    </main>
  )
}

function ReportHead({ campaign }: { campaign: Campaign }) {
  const t = useText()
  const navigate = useNavigate()
  const when = useWhen()
  const { timeZone } = useUser().company
  const { stop, restart, copy, dialog } = useCampaignActions()
  const [isSaving, setSaving] = useState(false)
  const { id, name, status, startedAt, completedAt, whatsapp } = campaign
  usePageTitle(name)
  const exportIt = async () => {
    setSaving(true)
    try {
      saveFile(await exportReport(id, name))
    } catch (failure) {
      toast.failure(failure)
    } finally {
      setSaving(false)
    }
  }
  const since = completedAt
    ? t('campaigns.report.ended', { when: when(completedAt) })
    : startedAt && t('campaigns.report.since', { when: when(startedAt) })
  return (
    <div className="page-head">
      <BackLink to="/campaigns" label={t('campaigns.editor.back')} />
      <h1 className="page-title truncate">{name}</h1>
      <span className="not-phone ml-1 text-sm">
        <StatusWord status={status} />
      </span>
      <span className="page-count not-phone min-w-0 truncate">
        {[since, whatsapp?.name].filter(Boolean).join(', ')}
      </span>
      <span className="flex-1" />
      <Button className="not-phone" icon={<Download />} busy={isSaving} onClick={() => void exportIt()}>
        {t('campaigns.report.export')}
      </Button>
      <Button className="not-phone" icon={<Copy />} onClick={() => void copy(campaign)}>
        {t('common.act.copy')}
      </Button>
      {mayEdit(campaign, timeZone, Date.now()) && (
        <Button
          className="not-phone"
          icon={<Pencil />}
          onClick={() => void navigate({ to: '/campaigns/$campaignId', params: { campaignId: String(id) } })}
        >
          {t('common.act.edit')}
        </Button>
      )}
      {/* One element for both, so that the focus is kept. */}
      {mayStop(campaign) ? (
        <Button className="text-error-ink" icon={<CircleStop />} onClick={() => stop(campaign)}>
          {t('campaigns.stop.confirm')}
        </Button>
      ) : (
        status === STATUS.stopped && (
          <Button icon={<Play />} onClick={() => restart(campaign)}>
            {t('campaigns.restart.confirm')}
          </Button>
        )
      )}
      {dialog}
    </div>
  )
}
