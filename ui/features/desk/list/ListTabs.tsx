import { useAtom, useAtomValue } from 'jotai/react'
import { useText } from '../../../shared/i18n/useText'
import { Segment } from '../../../shared/kit/Segment'
import { Tabs } from '../../../shared/kit/Tabs'
import { Toggle } from '../../../shared/kit/Toggle'
import { useMay } from '../../../shared/session/useUser'
import { segmentAtom, showAllAtom, tabAtom } from './state'
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

/** Open or waiting tickets; and, with permission, everybody's or only one's own. */
export function SegmentLine() {
  const t = useText()
  const may = useMay()
  const tab = useAtomValue(tabAtom)
  const [segment, setSegment] = useAtom(segmentAtom)
  const [showAll, setShowAll] = useAtom(showAllAtom)
  const counters = useCounters()
  const divided = tab === 'open' || tab === 'group'
  const open = tab === 'group' ? counters?.groupOpen : counters?.open
  const pending = tab === 'group' ? counters?.groupPending : counters?.pending
  // A search covers all tickets the person may see.
  if (tab === 'search' || (!divided && !may('tickets-manager:showall'))) return null
  return (
    <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-3 gap-y-1 px-3 pt-2 pb-1">
      {divided && (
        <Segment
          label={t('tickets.segment.label')}
          value={segment}
          onChange={setSegment}
          items={[
            { id: 'open', label: t('tickets.segment.open'), count: open },
            { id: 'pending', label: t('tickets.segment.pending'), count: pending, urgent: (pending ?? 0) > 0 },
          ]}
        />
      )}
      {may('tickets-manager:showall') && (
        <label
          htmlFor="show-all"
          className="ml-auto flex min-h-6 cursor-pointer items-center gap-1.5 text-xs text-muted"
        >
          {t('common.all')} <Toggle id="show-all" checked={showAll} onChange={setShowAll} />
        </label>
      )}
    </div>
  )
}
