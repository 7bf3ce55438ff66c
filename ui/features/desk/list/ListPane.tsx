import { useQuery } from '@tanstack/react-query'
import { useAtom, useSetAtom } from 'jotai/react'
import { ListChecks, SquarePen } from 'lucide-react'
import { memo, Suspense, useRef } from 'react'
import { useText } from '../../../shared/i18n/useText'
import { IconButton } from '../../../shared/kit/IconButton'
import { SearchBox } from '../../../shared/kit/SearchBox'
import { TabPanel } from '../../../shared/kit/Tabs'
import { lazyPart } from '../../../shared/lazyPart'
import { queuesQuery } from '../../directory/api'
import { dialogAtom } from '../dialog'
import { SEARCH } from '../keys/useShortcuts'
import { choosingAtom, searchAtom, tabAtom } from '../listState'
import { FilterPopover } from './FilterPopover'
import { ListTabs, SegmentLine } from './ListTabs'
import { ListSkeleton, TicketList } from './TicketList'
import { Unlinked } from './Unlinked'
import { useOpeningSegment } from './useOpeningSegment'

const SearchList = lazyPart(() => import('./SearchList').then((file) => file.SearchList))

/** The left pane: waiting, open and closed tickets. */
export const ListPane = memo(function ListPane() {
  const t = useText()
  const [tab, setTab] = useAtom(tabAtom)
  const [search, setSearch] = useAtom(searchAtom)
  const ask = useSetAtom(dialogAtom)
  const before = useRef<typeof tab>('open')
  useOpeningSegment()
  useQuery(queuesQuery) // fetched before a gate or dialog needs it, so that it can focus the proposed queue as it opens
  const find = (typed: string) => {
    const text = typed.trim() === '' ? '' : typed
    if (text !== '' && tab !== 'search') before.current = tab
    setSearch(text)
    setTab(text === '' ? before.current : 'search')
  }
  return (
    <section className="desk-list" aria-label={t('tickets.title')}>
      <div className="pane-head border-0">
        <h1 className="sr-only">{t('tickets.title')}</h1>
        <SearchBox
          id={SEARCH}
          size="sm"
          className="flex-1"
          label={t('tickets.search')}
          value={search}
          onSearch={find}
        />
        <FilterPopover />
        <ChooseButton />
        <IconButton label={`${t('tickets.new')} (N)`} onClick={() => ask({ what: 'new' })}>
          <SquarePen />
        </IconButton>
      </div>
      <Unlinked />
      <ListTabs />
      <TabPanel id="desk" value={tab} className="flex min-h-0 flex-1 flex-col">
        <SegmentLine />
        {tab === 'search' ? (
          <Suspense fallback={<ListSkeleton />}>
            <SearchList />
          </Suspense>
        ) : (
          <TicketList />
        )}
      </TabPanel>
    </section>
  )
})

function ChooseButton() {
  const t = useText()
  const [choosing, choose] = useAtom(choosingAtom)
  return (
    <IconButton label={t('tickets.choose.title')} pressed={choosing} onClick={() => choose(!choosing)}>
      <ListChecks />
    </IconButton>
  )
}
