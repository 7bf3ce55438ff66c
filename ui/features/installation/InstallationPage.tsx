import './installation.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { machinesChanged } from '../../../src/features/machines/contract'
import { certificateChanged } from '../../../src/operator/certificates/contract'
import { updateChanged } from '../../../src/operator/update/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { TabPanel, Tabs } from '../../shared/kit/Tabs'
import { useNow } from '../../shared/kit/useNow'
import { useEvent } from '../../shared/live/useEvent'
import { OperatorPage } from '../../shared/OperatorPage'
import { useView } from '../../shared/table/useView'
import { usePageTitle } from '../../shared/usePageTitle'
import { addressQuery, INSTALLATION } from './api'
import { MACHINES, machinesQuery } from './machines/api'
import { parts } from './tabs'
import { updateQuery } from './update/api'
import { InstallationView, installationTabs } from './view'

export const InstallationPage = () => <OperatorPage page={InstallationShell} />

/** The server itself: how people reach it, and which version it is. */
function InstallationShell() {
  const t = useText()
  usePageTitle(t('installation.title'))
  const view = useView(InstallationView)
  const queries = useQueryClient()
  const { data, error } = useQuery(addressQuery)
  const offered = useQuery(updateQuery).data?.offer?.version
  const machines = useQuery(machinesQuery).data?.fleet?.machines.length
  useEvent(certificateChanged, () => void queries.invalidateQueries({ queryKey: INSTALLATION }))
  useEvent(updateChanged, () => void queries.invalidateQueries({ queryKey: updateQuery.queryKey }))
  useEvent(machinesChanged, () => void queries.invalidateQueries({ queryKey: MACHINES }))
  const tab = view.now.tab ?? 'address'
  const Part = parts[tab]
  return (
    <main className="main page">
      <div className="page-head">
        <h1 className="page-title">{t('installation.title')}</h1>
        {data && <Uptime version={data.version} since={data.startedAt} />}
        <span className="live ml-auto mr-0! max-sm:hidden" data-off={error ? true : undefined} role="status">
          {t(error ? 'installation.notLive' : 'installation.live')}
        </span>
      </div>
      <Tabs
        label={t('installation.title')}
        id="installation"
        tabs={installationTabs.map((id) => ({
          id,
          count: id === 'machines' ? machines : undefined,
          label: (
            <>
              {t(`installation.tab.${id}`)} {id === 'update' && offered && <span className="tab-news">{offered}</span>}
            </>
          ),
        }))}
        value={tab}
        onChange={(id) =>
          view.change({
            tab: id === 'address' ? undefined : id,
            machine: undefined,
            companies: undefined,
            search: undefined,
            page: undefined,
          })
        }
      />
      <TabPanel id="installation" value={tab} className="page-body flex flex-col">
        <Part />
      </TabPanel>
    </main>
  )
}

function Uptime({ version, since }: { version: string; since: string }) {
  const t = useText()
  const { span } = useFormat()
  const now = useNow(60_000)
  return (
    <span className="page-count">
      {t('installation.uptime', { version, span: span((now - Date.parse(since)) / 1000) })}
    </span>
  )
}
