import { useAtom, useAtomValue, useSetAtom } from 'jotai/react'
import { ArrowDownWideNarrow, ChevronDown, ClockAlert } from 'lucide-react'
import { useText } from '../../../shared/i18n/useText'
import { Menu, MenuChoice } from '../../../shared/kit/Menu'
import { Segment } from '../../../shared/kit/Segment'
import { Tabs } from '../../../shared/kit/Tabs'
import { Toggle } from '../../../shared/kit/Toggle'
import { useMay } from '../../../shared/session/useUser'
import { focusSearch } from '../keys/useShortcuts'
import { lateFilterAtom, ordersAtom, segmentAtom, showAllAtom, tabAtom } from '../listState'
import { useCounters } from '../moves/useCounters'
import type { SegmentOrders } from '../rules/lists'

export function ListTabs() {
  const t = useText()
  const [tab, setTab] = useAtom(tabAtom)
  const counters = useCounters()
  return (
    <Tabs
      id="desk"
      label={t('tickets.title')}
      value={tab}
      onChange={(next) => {
        setTab(next)
        if (next === 'search') focusSearch()
      }}
      tabs={[
        { id: 'open', label: t('tickets.tab.open'), count: counters && counters.open + counters.pending },
        { id: 'group', label: t('tickets.tab.group'), count: counters && counters.groupOpen + counters.groupPending },
        { id: 'closed', label: t('tickets.tab.closed') },
        { id: 'search', label: t('tickets.tab.search') },
      ]}
    />
  )
}

/** Open or waiting tickets and their order; with permission also everybody's or only the user's own. */
export function SegmentLine() {
  const tab = useAtomValue(tabAtom)
  const may = useMay()
  const divided = tab === 'open' || tab === 'group'
  // A search covers all tickets that the user may see.
  if (tab === 'search' || (!divided && !may('tickets-manager:showall'))) return null
  return (
    <div className="list-head">
      {divided && <SegmentChoice isGroup={tab === 'group'} />}
      <div className="flex min-h-7 flex-wrap items-center gap-1">
        {divided && <ByWait />}
        {may('tickets-manager:showall') && <ShowAll />}
      </div>
    </div>
  )
}

function SegmentChoice({ isGroup }: { isGroup: boolean }) {
  const t = useText()
  const [segment, setSegment] = useAtom(segmentAtom)
  const counters = useCounters()
  const open = isGroup ? counters?.groupOpen : counters?.open
  const pending = isGroup ? counters?.groupPending : counters?.pending
  // The server recounts a moment after a move.
  const late = Math.min(pending ?? 0, (isGroup ? counters?.groupLate : counters?.late) ?? 0)
  return (
    <Segment
      className="segment-wide"
      label={t('tickets.segment.label')}
      value={segment}
      onChange={setSegment}
      items={[
        { id: 'open', label: t('tickets.segment.open'), count: open },
        {
          id: 'pending',
          label: t('tickets.segment.pending'),
          count: pending,
          alert: late > 0 ? { count: late, label: t('desk.late.count', { count: late }) } : undefined,
        },
        ...(isGroup ? [] : [{ id: 'bot' as const, label: t('tickets.segment.bot'), count: counters?.bot }]),
      ]}
    />
  )
}

/** Who is with the bot does not wait. */
function ByWait() {
  const segment = useAtomValue(segmentAtom)
  if (segment === 'bot') return null
  return (
    <>
      <OrderChoice segment={segment} />
      <LateOnly />
    </>
  )
}

/** Each segment has its own order. */
function OrderChoice({ segment }: { segment: keyof SegmentOrders }) {
  const t = useText()
  const [orders, setOrders] = useAtom(ordersAtom)
  const words = (order: 'waiting' | 'recent') => ({ value: order, label: t(`desk.order.${order}`) })
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className="btn btn-ghost btn-xs -ml-2 text-muted" title={t('desk.order.label')}>
          <ArrowDownWideNarrow /> {t(`desk.order.${orders[segment]}`)} <ChevronDown />
        </button>
      }
    >
      <MenuChoice
        label={t('desk.order.label')}
        value={orders[segment]}
        onChange={(order) => setOrders({ ...orders, [segment]: order })}
        options={[words('waiting'), words('recent')]}
      />
    </Menu>
  )
}

function LateOnly() {
  const t = useText()
  const [lateOnly, setLateOnly] = useAtom(lateFilterAtom)
  return (
    <button
      type="button"
      className="btn btn-ghost btn-xs late-only"
      aria-pressed={lateOnly}
      onClick={() => setLateOnly(!lateOnly)}
    >
      <ClockAlert /> {t('desk.late.only')}
    </button>
  )
}

function ShowAll() {
  const t = useText()
  const showAll = useAtomValue(showAllAtom)
  const setShowAll = useSetAtom(showAllAtom)
  return (
    <label htmlFor="show-all" className="ml-auto flex min-h-6 cursor-pointer items-center gap-1.5 text-xs text-muted">
      {t('common.all')} <Toggle id="show-all" checked={showAll} onChange={setShowAll} />
    </label>
  )
}
