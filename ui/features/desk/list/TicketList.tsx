import { useQueryClient } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useAtom, useAtomValue } from 'jotai/react'
import { Suspense, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useDays } from '../../../shared/i18n/useDays'
import { useText } from '../../../shared/i18n/useText'
import { ErrorState } from '../../../shared/kit/ErrorState'
import { Loading } from '../../../shared/kit/Loading'
import { Skeleton } from '../../../shared/kit/Skeleton'
import { useNow } from '../../../shared/kit/useNow'
import { lazyPart } from '../../../shared/lazyPart'
import { useLiveList } from '../../../shared/live/useLiveList'
import { useUser } from '../../../shared/session/useUser'
import { useSettings } from '../../../shared/settings/useSettings'
import { useSelection } from '../../../shared/table/useSelection'
import { waitLimits } from '../../../shared/waiting'
import { ticketListSpec } from '../api'
import { useListKeys } from '../keys/useListKeys'
import { choiceAtom, choosingAtom, firstRowWishedAtom } from '../listState'
import { useLateMoves } from '../moves/LateMovesProvider'
import { isIdle, type TicketFilter, tabStop } from '../rules/lists'
import { useOpenUuid } from '../useDesk'
import { TicketRow } from './TicketRow'

const ListEmpty = lazyPart(() => import('./ListEmpty').then((file) => file.ListEmpty))
const ChosenBar = lazyPart(() => import('./ChosenBar').then((file) => file.ChosenBar))

const ROW = 72
/** Rows before the end at which the next page is fetched. */
const NEAR_END = 100

export function TicketList() {
  const t = useText()
  const choice = useAtomValue(choiceAtom)
  const user = useUser()
  const days = useDays()
  const { red } = waitLimits(useSettings())
  const reader = {
    userId: user.id,
    dayOf: (at: string) => days.key(at),
    isLate: (since: string) => Date.parse(since) <= Date.now() - red * 60_000,
  }
  const late = useLateMoves()
  const list = useLiveList(
    ticketListSpec(choice, reader, () => late.moved()),
    { enabled: !isIdle(choice) },
  )
  useLateWatch(choice)
  useNoFirstRow(isIdle(choice) || (list.isLoaded && list.items.length === 0))
  if (isIdle(choice)) return <Empty />
  if (list.error && !list.isLoaded)
    return <ErrorState error={list.error} onRetry={list.retry} title={t('tickets.list.failed')} />
  if (!list.isLoaded) return <ListSkeleton />
  if (list.items.length === 0) return <Empty />
  return <Rows key={JSON.stringify(choice)} list={list} />
}

const Empty = () => (
  <Suspense>
    <ListEmpty />
  </Suspense>
)

/** A focus requested for the first row must not go to a row that arrives later. */
function useNoFirstRow(isEmpty: boolean): void {
  const [isWished, wish] = useAtom(firstRowWishedAtom)
  useEffect(() => {
    if (isWished && isEmpty) wish(false)
  }, [isWished, isEmpty, wish])
}

/** Time alone makes a wait too long: no event reports it. */
function useLateWatch(choice: TicketFilter): void {
  const client = useQueryClient()
  const now = useNow(30_000)
  const began = useRef(now)
  const { lateOnly = false } = choice
  const key = useEffectEvent(() => ['tickets', 'list', choice])
  useEffect(() => {
    if (lateOnly && now !== began.current) void client.invalidateQueries({ queryKey: key(), exact: true })
    began.current = now
  }, [lateOnly, now, client])
}

function Rows({
  list,
}: {
  list: Pick<
    ReturnType<typeof useLiveList<Parameters<typeof TicketRow>[0]['ticket'], unknown>>,
    'items' | 'hasMore' | 'loadMore'
  >
}) {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  const uuid = useOpenUuid()
  const offset = useRef(0)
  const [reached, setReached] = useState<number | null>(null)
  const { items } = list
  const { choosing, selection, choose } = useChoosing(items.map(({ id }) => id))
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    getItemKey: (index) => items[index]?.id ?? index,
    overscan: 6,
    paddingStart: 4,
    paddingEnd: 4,
  })
  useListKeys(items, { reached, scrollTo: (index) => rows.scrollToIndex(index) })
  // On a phone the conversation hides the list: its scroll position is kept.
  useLayoutEffect(() => {
    if (uuid === undefined && box.current) box.current.scrollTop = offset.current
  }, [uuid])
  const openAt = items.findIndex((ticket) => ticket.uuid === uuid)
  const showOpen = useEffectEvent(() => {
    if (box.current?.clientHeight) rows.scrollToIndex(openAt)
  })
  const isOpenHere = openAt >= 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation, not a moved row, scrolls the list
  useEffect(() => {
    if (isOpenHere) showOpen()
  }, [uuid, isOpenHere])
  const scrolled = () => {
    const at = box.current
    if (!at || at.clientHeight === 0) return
    offset.current = at.scrollTop
    if (at.scrollHeight - at.scrollTop - at.clientHeight < NEAR_END) list.loadMore()
  }
  const drawn = rows.getVirtualItems()
  const stop = tabStop(
    drawn.flatMap(({ index }) => items[index] ?? []),
    { reached, open: uuid },
  )
  return (
    <>
      <div ref={box} className="tickets tickets-scroll" onScroll={scrolled}>
        {/* biome-ignore lint/a11y/useSemanticElements: rows lie absolutely inside, as the virtual list needs them */}
        <div role="list" aria-label={t('tickets.title')} className="relative" style={{ height: rows.getTotalSize() }}>
          {drawn.map((row) => {
            const ticket = items[row.index]
            return (
              ticket && (
                <TicketRow
                  key={row.key}
                  ticket={ticket}
                  top={row.start}
                  isCurrent={ticket.uuid === uuid}
                  isStop={ticket.id === stop}
                  onReach={setReached}
                  isChosen={choosing ? selection.has(ticket.id) : null}
                  onChoose={choose}
                  position={row.index + 1}
                  count={list.hasMore ? -1 : items.length}
                />
              )
            )
          })}
        </div>
      </div>
      {choosing && (
        <Suspense>
          <ChosenBar
            tickets={items.filter(({ id }) => selection.has(id))}
            isAll={selection.all}
            onAll={selection.toggleAll}
            onDone={selection.clear}
          />
        </Suspense>
      )}
    </>
  )
}

/** The selected rows of this list; `choose` is stable, so that rows do not render again. */
export function useChoosing(ids: readonly number[]) {
  const choosing = useAtomValue(choosingAtom)
  const selection = useSelection(ids)
  const { toggle, clear } = selection
  const latest = useRef(toggle)
  useEffect(() => {
    latest.current = toggle
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new selection starts empty
  useEffect(() => {
    if (!choosing) clear()
  }, [choosing])
  const choose = useCallback((id: number, isRange: boolean) => latest.current(id, isRange), [])
  return { choosing, selection, choose }
}

const shapes = [
  ['52%', '76%', '30%'],
  ['40%', '62%', '36%'],
  ['64%', '48%', '24%'],
  ['46%', '70%', '34%'],
  ['58%', '54%', '28%'],
  ['38%', '66%', '32%'],
] as const

/** Placeholder rows while the list loads. */
export function ListSkeleton() {
  return (
    <Loading className="tickets">
      {shapes.map(([name, last, meta]) => (
        <div key={name} className="ticket pointer-events-none">
          <span className="ticket-face">
            <Skeleton className="size-11 rounded-full!" />
          </span>
          <span className="ticket-line">
            <span>
              <Skeleton width={name} />
            </span>
            <Skeleton className="h-2.5 w-8" />
          </span>
          <span className="ticket-line">
            <span>
              <Skeleton className="h-2.5" width={last} />
            </span>
          </span>
          <span className="ticket-line">
            <span>
              <Skeleton width={meta} />
            </span>
          </span>
        </div>
      ))}
    </Loading>
  )
}
