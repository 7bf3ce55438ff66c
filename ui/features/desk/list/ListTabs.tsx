import { useAtom } from 'jotai/react'
import { useText } from '../../../shared/i18n/useText'
import { Tabs } from '../../../shared/kit/Tabs'
import { tabAtom } from './state'
import { useCounters } from './useCounters'

export function ListTabs() {
  const t = useText()
  const [tab, setTab] = useAtom(tabAtom)
  const counters = useCounters()
  return (
    <Tabs
      id="desk"
      label={t('tickets.title')}
      value={tab}
      onChange={setTab}
      tabs={[
        { id: 'open', label: t('tickets.tab.open'), count: counters && counters.open + counters.pending },
        { id: 'group', label: t('tickets.tab.group'), count: counters && counters.groupOpen + counters.groupPending },
        { id: 'closed', label: t('tickets.tab.closed') },
        { id: 'search', label: t('tickets.tab.search') },
      ]}
    />
  )
}
