import './settings.css'
import { Link } from '@tanstack/react-router'
import { BellRing, SearchX } from 'lucide-react'
import { Suspense } from 'react'
import { loadAuditKinds } from '../../shared/audit'
import { useText } from '../../shared/i18n/useText'
import { buttonClass } from '../../shared/kit/Button'
import { EmptyState } from '../../shared/kit/EmptyState'
import { SearchBox } from '../../shared/kit/SearchBox'
import { TabPanel, Tabs } from '../../shared/kit/Tabs'
import { lazyPart } from '../../shared/lazyPart'
import { modulesAtom } from '../../shared/module'
import { RefusedPage } from '../../shared/RefusedPage'
import { useMay, useUser } from '../../shared/session/useUser'
import { saidOf } from '../../shared/settings/labels'
import { matchingSections, sectionsFor } from '../../shared/settings/options'
import { store } from '../../shared/store'
import { useView, type View } from '../../shared/table/useView'
import { usePageTitle } from '../../shared/usePageTitle'
import { Helps } from '../help-videos/HelpsPage'
import { HoursTab } from '../hours/HoursTab'
import { OptionsList } from './options/OptionsList'
import { SettingsView, type SettingTab, settingTabs } from './view'

const AuditTab = lazyPart(async () => {
  const [file] = await Promise.all([import('../audit/AuditTab'), loadAuditKinds(store.get(modulesAtom))])
  return file.AuditTab
})

/** Users without permission see no settings. */
export function SettingsPage() {
  return useMay()('settings-page:change') ? <Settings /> : <RefusedPage needs="settings-page:change" />
}

/** The company's settings, hours and audit log. A search covers all settings, whatever tab is open. */
function Settings() {
  const t = useText()
  usePageTitle(t('settings.title'))
  const view = useView(SettingsView)
  const user = useUser()
  const tabs = settingTabs.filter((id) => id !== 'helps' || user.super)
  const tab = tabs.find((id) => id === view.now.tab) ?? 'options'
  const search = view.now.search ?? ''
  return (
    <main className="main page">
      <div className="page-head">
        <h1 className="page-title mr-auto">{t('settings.title')}</h1>
        <Link to="/notifications/company" className={buttonClass('ghost', 'sm')}>
          <BellRing />
          {t('settings.notifications')}
        </Link>
        <SearchBox
          label={t('settings.search')}
          value={search}
          delay={150}
          onSearch={(words) => view.change({ search: words || undefined })}
        />
      </div>
      {search.trim() === '' ? (
        <>
          <Tabs
            label={t('settings.title')}
            id="settings"
            tabs={tabs.map((id) => ({ id, label: t(`settings.tab.${id}`) }))}
            value={tab}
            onChange={(id) => view.change({ tab: id === 'options' ? undefined : id })}
          />
          <TabPanel id="settings" value={tab} className="page-body flex flex-col" isScrolled>
            <Tab tab={tab} view={view} />
          </TabPanel>
        </>
      ) : (
        <Found search={search} />
      )}
    </main>
  )
}

function Tab({ tab, view }: { tab: SettingTab; view: View<SettingsView> }) {
  const isOperator = useUser().super
  switch (tab) {
    case 'options':
    case 'integrations':
      return <OptionsList sections={sectionsFor({ isOperator }).filter((section) => section.tab === tab)} />
    case 'hours':
      return <HoursTab />
    case 'helps':
      return <Helps isTab />
    case 'history':
      return (
        <Suspense>
          <AuditTab view={view} />
        </Suspense>
      )
  }
}

function Found({ search }: { search: string }) {
  const t = useText()
  const isOperator = useUser().super
  const found = matchingSections(sectionsFor({ isOperator }), search, (option, section) => saidOf(t, option, section))
  return (
    <div className="page-body border-t border-base-300">
      {found.length > 0 ? (
        <OptionsList sections={found} />
      ) : (
        <EmptyState heading="h2" icon={<SearchX />} title={t('kit.noMatch', { text: search })} />
      )}
    </div>
  )
}
