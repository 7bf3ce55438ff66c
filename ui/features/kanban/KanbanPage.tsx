import './kanban.css'
import '../../shared/theme/desk.css'
import '../messages/kinds.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useAtom } from 'jotai/react'
import { SquareKanban } from 'lucide-react'
import { Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { changeTags } from '../../../src/features/tags/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { buttonClass } from '../../shared/kit/Button'
import { EmptyState } from '../../shared/kit/EmptyState'
import { ErrorState } from '../../shared/kit/ErrorState'
import { Loading } from '../../shared/kit/Loading'
import { SearchBox } from '../../shared/kit/SearchBox'
import { Segment } from '../../shared/kit/Segment'
import { Skeleton } from '../../shared/kit/Skeleton'
import { toast } from '../../shared/kit/toast'
import { lazyPart } from '../../shared/lazyPart'
import { useLiveState } from '../../shared/live/LiveProvider'
import { useLiveList } from '../../shared/live/useLiveList'
import { storedOfPerson } from '../../shared/session/ofPerson'
import { useMay, useUser } from '../../shared/session/useUser'
import { ChoiceFilter } from '../../shared/table/ChoiceFilter'
import { Filters } from '../../shared/table/Filters'
import { usePageTitle } from '../../shared/usePageTitle'
import { useLateMoves } from '../desk/moves/LateMovesProvider'
import { useTypingWatch } from '../desk/presence'
import { peopleQuery, queuesQuery } from '../directory/api'
import { orderQueues } from '../queues/api'
import { orderAfter } from '../queues/spec'
import { orderLanes, tagsQuery } from '../tags/api'
import { lanesIn } from '../tags/spec'
import { boardSpec } from './api'
import { Board } from './Board'
import { choiceOf, foundCards, isKind, type Kind, type Lanes, lanesOf } from './spec'
import { useMoveCard } from './useMoveCard'
import type { KanbanView } from './view'

const Beside = lazyPart(() => import('./Beside').then((file) => file.Beside))

const kindAtom = storedOfPerson<Kind>('kanban.kind', 'tags', isKind)

/** Interval of refetches while no events arrive, as specified. */
const CARDS_AGAIN = 10_000
const LANES_AGAIN = 60_000
/** Maximum of cards on the board; filters narrow it. */
const MOST_CARDS = 5_000

/** A board of tickets in lanes of tags or queues, and the conversation of one beside it. */
export function KanbanPage() {
  const t = useText()
  const { number } = useFormat()
  const view = useSearch({ from: '/private/kanban' })
  const navigate = useNavigate()
  const change = useCallback(
    (changed: Partial<KanbanView>) =>
      navigate({ to: '/kanban', search: (before) => ({ ...(before as KanbanView), ...changed }), replace: true }),
    [navigate],
  )
  const [kind, setKind] = useAtom(kindAtom)
  const lanes = useLanes(kind)
  const { list, isMore } = useCards(view)
  usePageTitle(t('kanban.title'))
  useTypingWatch()
  const cards = useMemo(() => foundCards(list.items, view), [list.items, view])
  const open = useCallback((ticket: string) => void change({ ticket }), [change])
  return (
    <main className="main page">
      <div className="page-head">
        <h1 className="page-title">{t('kanban.title')}</h1>
        <span className="page-count">
          {list.isLoaded &&
            t('kanban.count', { count: cards.length, shown: `${number(cards.length)}${isMore ? '+' : ''}` })}
        </span>
        <SearchBox
          label={t('kanban.search')}
          delay={150}
          value={view.search ?? ''}
          onSearch={(search) => void change({ search: search || undefined })}
        />
        <Filters isNarrowed={view.queue !== undefined || view.person !== undefined}>
          <Segment
            label={t('kanban.lanesBy')}
            value={kind}
            onChange={setKind}
            items={[
              { id: 'tags', label: t('kanban.tags') },
              { id: 'queues', label: t('common.field.queues') },
            ]}
          />
          <CardFilters view={view} onChange={(changed) => void change(changed)} />
          <ManageLink kind={kind} />
        </Filters>
      </div>
      <div className="kanban" data-open={view.ticket !== undefined || undefined}>
        {list.error && !list.isLoaded ? (
          <ErrorState error={list.error} onRetry={list.retry} title={t('kanban.failed')} />
        ) : list.isLoaded && lanes ? (
          <BoardOf lanes={lanes} cards={cards} isMore={isMore} openUuid={view.ticket} onOpen={open} />
        ) : (
          <BoardSkeleton />
        )}
        {view.ticket !== undefined && lanes && (
          <Suspense fallback={<aside className="kanban-side" />}>
            <Side uuid={view.ticket} lanes={lanes} onShow={(ticket) => change({ ticket })} />
          </Suspense>
        )}
      </div>
    </main>
  )
}

/** Undefined until both are known. */
function useLanes(kind: Kind): Lanes | undefined {
  const isDown = useIsDown()
  const again = { refetchInterval: isDown ? LANES_AGAIN : (false as const) }
  const tags = useQuery({ ...tagsQuery, ...again }).data
  const queues = useQuery({ ...queuesQuery, ...again }).data
  return useMemo(() => tags && queues && { kind, tags: lanesIn(tags), queues }, [kind, tags, queues])
}

function useIsDown(): boolean {
  const state = useLiveState()
  return state === 'reconnecting' || state === 'stopped'
}

/** The whole board, page after page. */
function useCards(view: KanbanView) {
  const user = useUser()
  const late = useLateMoves()
  const isDown = useIsDown()
  const choice = choiceOf(view, user, useMay()('tickets-manager:showall'))
  const list = useLiveList(
    boardSpec(choice, user.id, () => late.moved()),
    { refetchOnMount: 'always', refetchInterval: isDown ? CARDS_AGAIN : false },
  )
  const { hasMore, isLoadingMore, loadMore, items } = list
  const wants = hasMore && !isLoadingMore && items.length < MOST_CARDS
  useEffect(() => {
    if (wants) loadMore()
  })
  return { list, isMore: hasMore }
}

type FilterProps = { view: KanbanView; onChange(changed: Partial<KanbanView>): void }

function CardFilters({ view, onChange }: FilterProps) {
  const t = useText()
  const user = useUser()
  const seesAll = useMay()('tickets-manager:showall')
  const queues = useQuery(queuesQuery).data ?? []
  const people = useQuery(peopleQuery).data ?? []
  return (
    <>
      <ChoiceFilter
        label={t('kanban.queue')}
        all={t('common.allFeminine')}
        value={view.queue === undefined ? undefined : String(view.queue)}
        onChange={(queue) => onChange({ queue: queue === 'mine' ? queue : queue ? Number(queue) : undefined })}
        options={[
          ...(user.queueIds.length > 0 ? [{ value: 'mine', label: t('kanban.mine') }] : []),
          ...queues.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      {seesAll && (
        <ChoiceFilter
          label={t('kanban.person')}
          all={t('common.allFeminine')}
          value={view.person === undefined ? undefined : String(view.person)}
          onChange={(person) =>
            onChange({ person: person === 'nobody' ? person : person ? Number(person) : undefined })
          }
          options={[
            { value: 'nobody', label: t('kanban.nobody') },
            ...people.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      )}
    </>
  )
}

/** Links to the lanes for users who may change them. */
function ManageLink({ kind }: { kind: Kind }) {
  const t = useText()
  const may = useMay()
  if (!may(kind === 'tags' ? changeTags : 'queues-page:change')) return null
  return (
    <Link to={kind === 'tags' ? '/TagsKanban' : '/queues'} className={buttonClass('plain')}>
      <SquareKanban />
      {t(kind === 'tags' ? 'kanban.lanes' : 'common.field.queues')}
    </Link>
  )
}

type LanesProps = {
  lanes: Lanes
  cards: Parameters<typeof Board>[0]['cards']
  isMore: boolean
  openUuid: string | undefined
  onOpen(uuid: string): void
}

function BoardOf({ lanes, ...rest }: LanesProps) {
  const t = useText()
  const may = useMay()
  const navigate = useNavigate()
  const { kind } = lanes
  const mayOrder = may(kind === 'tags' ? changeTags : 'queues-page:change')
  const shown = useShown(lanes)
  const move = useMoveCard(lanes, shown)
  const [isOrdering, setOrdering] = useState(false)
  const manage = useCallback(() => void navigate({ to: kind === 'tags' ? '/TagsKanban' : '/queues' }), [navigate, kind])
  const order = (laneId: number, by: number) => {
    if (isOrdering) return
    setOrdering(true)
    const rows = kind === 'tags' ? lanes.tags : lanes.queues
    const ids = orderAfter(rows, laneId, rows.findIndex(({ id }) => id === laneId) + by)
    const sent: Promise<unknown> = kind === 'tags' ? orderLanes(ids) : orderQueues(ids)
    sent.catch(toast.failure).finally(() => setOrdering(false))
  }
  if (kind === 'tags' && lanes.tags.length === 0)
    return (
      <EmptyState
        heading="h2"
        icon={<SquareKanban />}
        title={t('kanban.empty.title')}
        actions={
          mayOrder && (
            <Link to="/TagsKanban" search={{ new: true }} className={buttonClass('primary', 'sm')}>
              {t('kanban.empty.make')}
            </Link>
          )
        }
      >
        {t(mayOrder ? 'kanban.empty.text' : 'kanban.empty.ask')}
      </EmptyState>
    )
  return (
    <Board
      key={kind}
      {...rest}
      lanes={lanes}
      shown={shown}
      onMove={move}
      mayOrder={mayOrder}
      onOrder={order}
      onManage={manage}
    />
  )
}

function useShown(lanes: Lanes) {
  const t = useText()
  return useMemo(() => lanesOf(lanes, t(lanes.kind === 'tags' ? 'kanban.noLane' : 'common.noQueue')), [lanes, t])
}

type SideProps = { uuid: string; lanes: Lanes; onShow(uuid: string | undefined): Promise<void> }

function Side({ uuid, lanes, onShow }: SideProps) {
  const router = useRouter()
  const shown = useShown(lanes)
  const move = useMoveCard(lanes, shown)
  const isShown = (one: string) => Reflect.get(router.state.location.search, 'ticket') === one
  return <Beside place={{ uuid, show: onShow, isShown }} lanes={lanes} shown={shown} onMove={move} />
}

function BoardSkeleton() {
  return (
    <Loading className="lanes">
      {[4, 3, 2, 3].map((cards, lane) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change
        <div key={lane} className="lane">
          <div className="lane-head">
            <Skeleton width="40%" />
          </div>
          <div className="lane-cards grid gap-2 flex-1 min-h-0 overflow-y-auto px-1 contain-strict">
            {Array.from({ length: cards }, (_, card) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they never change
              <Skeleton key={card} className="h-24 rounded-box!" />
            ))}
          </div>
        </div>
      ))}
    </Loading>
  )
}
