import { useQuery } from '@tanstack/react-query'
import { campaignSettingsUpdated, manageCampaigns } from '../../../src/outbound/contract'
import { useText } from '../../shared/i18n/useText'
import { ErrorState } from '../../shared/kit/ErrorState'
import { Loading } from '../../shared/kit/Loading'
import { Skeleton } from '../../shared/kit/Skeleton'
import { TabPanel, Tabs } from '../../shared/kit/Tabs'
import { useEvent } from '../../shared/live/useEvent'
import { RefusedPage } from '../../shared/RefusedPage'
import { useMay } from '../../shared/session/useUser'
import { useView } from '../../shared/table/useView'
import { usePageTitle } from '../../shared/usePageTitle'
import { campaignSettingsQuery } from './api'
import { OptOuts } from './OptOuts'
import { RateLimitForm } from './RateLimitForm'
import { SendLimits } from './SendLimits'
import { VariablesForm } from './VariablesForm'
import { CampaignSettingsView, settingTabs } from './view'

/** How campaigns send, the company's own variables, and the opt-outs. */
export function SettingsPage() {
  return useMay()(manageCampaigns) ? <Settings /> : <RefusedPage needs={manageCampaigns} />
}

function Settings() {
  const t = useText()
  usePageTitle(t('outbound.title'))
  const view = useView(CampaignSettingsView)
  const tab = view.now.tab ?? 'pace'
  const { data, error, refetch } = useQuery(campaignSettingsQuery)
  useEvent(campaignSettingsUpdated, () => void refetch())
  return (
    <main className="main page">
      <div className="page-head">
        <h1 className="page-title mr-auto">{t('outbound.title')}</h1>
      </div>
      <Tabs
        label={t('outbound.title')}
        id="campaign-settings"
        tabs={settingTabs.map((id) => ({ id, label: t(`outbound.tab.${id}`) }))}
        value={tab}
        onChange={(id) => view.change({ tab: id === 'pace' ? undefined : id, search: undefined })}
      />
      <TabPanel id="campaign-settings" value={tab} className="page-body">
        {tab === 'optOuts' && <OptOuts view={view} />}
        {tab !== 'optOuts' && error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {tab !== 'optOuts' && !data && !error && (
          <Loading className="grid gap-4 p-6">
            <Skeleton className="h-24" />
            <Skeleton className="h-40" />
          </Loading>
        )}
        {tab === 'pace' && data && (
          <div className="grid items-start gap-x-10 gap-y-8 p-6 max-sm:p-4 xl:grid-cols-[minmax(0,40rem)_minmax(0,1fr)]">
            <RateLimitForm settings={data} />
            <SendLimits />
          </div>
        )}
        {tab === 'variables' && data && (
          <div className="max-w-2xl p-6 max-sm:p-4">
            <VariablesForm settings={data} />
          </div>
        )}
      </TabPanel>
    </main>
  )
}
