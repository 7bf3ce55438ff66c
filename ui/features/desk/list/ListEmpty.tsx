import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAtom, useAtomValue, useSetAtom } from 'jotai/react'
import { Archive, Coffee, Search, SearchX, Smartphone, UsersRound } from 'lucide-react'
import { useText } from '../../../shared/i18n/useText'
import { Button, buttonClass } from '../../../shared/kit/Button'
import { EmptyState } from '../../../shared/kit/EmptyState'
import { useMay } from '../../../shared/session/useUser'
import { useSettings } from '../../../shared/settings/useSettings'
import { connectionsQuery } from '../../directory/api'
import { dialogAtom } from '../dialog'
import {
  choiceAtom,
  clearFiltersAtom,
  filterCountAtom,
  lateFilterAtom,
  searchAtom,
  segmentAtom,
  showAllAtom,
  tabAtom,
} from '../listState'
import { useCounters } from '../moves/useCounters'
import { isIdle } from '../rules/lists'

/** An empty list: the reason, and what to do next. */
export function ListEmpty() {
  const t = useText()
  const tab = useAtomValue(tabAtom)
  const [search, setSearch] = useAtom(searchAtom)
  const filters = useAtomValue(filterCountAtom)
  const clearFilters = useSetAtom(clearFiltersAtom)
  const choice = useAtomValue(choiceAtom)
  const setLateOnly = useSetAtom(lateFilterAtom)
  if (isIdle(choice))
    return (
      <EmptyState icon={<Search />} title={t('tickets.empty.searchTitle')}>
        {t('tickets.empty.searchText')}
      </EmptyState>
    )
  if (search !== '') {
    const actions = (
      <Button size="sm" onClick={() => setSearch('')}>
        {t('common.clearSearch')}
      </Button>
    )
    return (
      <EmptyState icon={<SearchX />} title={t('tickets.empty.nobody', { text: search })} actions={actions}>
        {t('deskSearch.nowhere')}
      </EmptyState>
    )
  }
  if (choice.lateOnly) {
    const clear = (
      <Button size="sm" onClick={() => setLateOnly(false)}>
        {t('desk.none.show')}
      </Button>
    )
    return <EmptyState icon={<Coffee />} title={t('desk.none.title')} actions={clear} />
  }
  if (filters > 0) {
    const clear = (
      <Button size="sm" onClick={() => clearFilters()}>
        {t('tickets.filter.clear')}
      </Button>
    )
    return <EmptyState icon={<SearchX />} title={t('tickets.empty.filtered')} actions={clear} />
  }
  if (tab === 'closed') return <NoneClosed />
  if (tab === 'group') return <NoGroups />
  return <Quiet />
}

/** Users who see only their own tickets find others, imported ones included, by searching. */
function NoneClosed() {
  const t = useText()
  const showAll = useAtomValue(showAllAtom)
  return (
    <EmptyState icon={<Archive />} title={t(showAll ? 'tickets.empty.closed' : 'tickets.empty.closedOwn')}>
      {!showAll && t('tickets.empty.closedOwnText')}
    </EmptyState>
  )
}

/** No groups: others may be waiting, or the company ignores them. */
function NoGroups() {
  const t = useText()
  const may = useMay()
  const segment = useAtomValue(segmentAtom)
  const waiting = useCounters()?.groupPending ?? 0
  const isIgnored = useSettings().some(({ key, value }) => key === 'CheckMsgIsGroup' && value === 'enabled')
  const head = { icon: <UsersRound />, title: t('tickets.empty.groups') }
  if (segment === 'open' && waiting > 0)
    return (
      <EmptyState {...head} actions={<SeeWaiting />}>
        {t('tickets.empty.groupsWaiting', { count: waiting })}
      </EmptyState>
    )
  if (!isIgnored) return <EmptyState {...head} />
  const toSettings = may('settings-page:change') && (
    <Link to="/settings" className={buttonClass('plain', 'sm')}>
      {t('tickets.empty.toSettings')}
    </Link>
  )
  return (
    <EmptyState {...head} actions={toSettings}>
      {t('tickets.empty.groupsIgnored')}
    </EmptyState>
  )
}

function SeeWaiting() {
  const t = useText()
  const setSegment = useSetAtom(segmentAtom)
  return (
    <Button size="sm" tone="plain" onClick={() => setSegment('pending')}>
      {t('tickets.empty.seeWaiting')}
    </Button>
  )
}

/** No open tickets: others may be waiting, or no phone is connected yet. */
function Quiet() {
  const t = useText()
  const segment = useAtomValue(segmentAtom)
  const showAll = useAtomValue(showAllAtom)
  const ask = useSetAtom(dialogAtom)
  const waiting = useCounters()?.pending ?? 0
  const hasNoConnection = useQuery(connectionsQuery).data?.length === 0
  if (hasNoConnection) return <NoConnection />
  if (segment === 'pending')
    return (
      <EmptyState icon={<Coffee />} title={t('tickets.empty.pending')}>
        {t('tickets.empty.pendingText')}
      </EmptyState>
    )
  return (
    <EmptyState
      icon={<Coffee />}
      title={t(showAll ? 'tickets.empty.openAll' : 'tickets.empty.open')}
      actions={
        <>
          {waiting > 0 && <SeeWaiting />}
          <Button size="sm" tone="ghost" onClick={() => ask({ what: 'new' })}>
            {t('tickets.new')}
          </Button>
        </>
      }
    >
      {waiting > 0 ? t('tickets.empty.waiting', { count: waiting }) : t('tickets.empty.noneWaiting')}
    </EmptyState>
  )
}

/** Shown until the company has connected a phone: before that nobody can write to it. */
function NoConnection() {
  const t = useText()
  const may = useMay()
  const title = t('connections.empty.title')
  if (!may('drawer-admin-items:view')) {
    return (
      <EmptyState icon={<Smartphone />} title={title}>
        {t('connections.empty.readOnly')}
      </EmptyState>
    )
  }
  const toConnections = (
    <Link to="/connections" className={buttonClass('plain', 'sm')}>
      {t('tickets.empty.toConnections')}
    </Link>
  )
  return (
    <EmptyState icon={<Smartphone />} title={title} actions={toConnections}>
      {t('connections.empty.text')}
    </EmptyState>
  )
}
