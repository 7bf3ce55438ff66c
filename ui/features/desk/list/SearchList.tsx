import { useVirtualizer } from '@tanstack/react-virtual'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ContactSummary } from '../../../../src/contacts/contract'
import { useDays } from '../../../shared/i18n/useDays'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { ErrorState } from '../../../shared/kit/ErrorState'
import { Face } from '../../../shared/kit/Face'
import { useLiveList } from '../../../shared/live/useLiveList'
import { useUser } from '../../../shared/session/useUser'
import { contactName, useNumberText } from '../../contacts/names'
import { hitListSpec, ticketListSpec } from '../api'
import { dialogAtom } from '../dialog'
import { focusDrawn } from '../keys/useListKeys'
import { useCommand } from '../keys/useShortcuts'
import { choiceAtom, filterCountAtom } from '../listState'
import { useLateMoves } from '../moves/LateMovesProvider'
import { isIdle } from '../rules/lists'
import { isStop, rowKey, type SearchRow, searchRows } from '../rules/search'
import { useOpenUuid } from '../useDesk'
import { ChosenBar } from './ChosenBar'
import { HitRow } from './HitRow'
import { ListEmpty } from './ListEmpty'
import { ListSkeleton, useChoosing } from './TicketList'
import { TicketRow } from './TicketRow'
import { useStrangers } from './useStrangers'

/** Search results: tickets, contacts without tickets, and messages. */
export function SearchList() {
  const t = useText()
  const choice = useAtomValue(choiceAtom)
  // Only filters select tickets.
  const inMessages = choice.search !== ''
  const isFiltered = useAtomValue(filterCountAtom) > 0
  const [isWhole, setWhole] = useState<unknown>(null)
  const user = useUser()
  const days = useDays()
  const late = useLateMoves()
  const enabled = !isIdle(choice)
  const reader = { userId: user.id, dayOf: (at: string) => days.key(at) }
  const tickets = useLiveList(
    ticketListSpec(choice, reader, () => late.moved()),
    { enabled },
  )
  const hits = useLiveList(hitListSpec(choice), { enabled: enabled && inMessages })
  const strangers = useStrangers(choice.search, enabled && !isFiltered)
  if (!enabled) return <ListEmpty />
  if (tickets.error && !tickets.isLoaded)
    return <ErrorState error={tickets.error} onRetry={tickets.retry} title={t('tickets.list.failed')} />
  if (!tickets.isLoaded || (inMessages && hits.isLoading) || strangers.isLoading) return <ListSkeleton />
  const rows = searchRows({
    tickets,
    strangers: strangers.people,
    hits: inMessages ? hits : null,
    isWhole: isWhole === choice,
  })
  const failure = inMessages && !hits.isLoaded ? hits.error : null
  if (failure && rows.length === 0)
    return <ErrorState error={failure} onRetry={hits.retry} title={t('deskSearch.failed')} />
  if (rows.length === 0) return <ListEmpty />
  return (
    <Rows
      key={JSON.stringify(choice)}
      rows={rows}
      search={choice.search}
      failure={failure}
      onRetry={hits.retry}
      onWhole={() => setWhole(choice)}
      onMore={inMessages ? (hits.hasMore ? hits.loadMore : undefined) : tickets.hasMore ? tickets.loadMore : undefined}
      isLoadingMore={inMessages ? hits.isLoadingMore : tickets.isLoadingMore}
      pages={inMessages ? hits.pages : tickets.pages}
    />
  )
}

const heights: Record<SearchRow['kind'], number> = {
  head: 34,
  ticket: 72,
  person: 56,
  hit: 72,
  all: 44,
  none: 40,
  older: 44,
}
/** Distance from the end, in pixels, at which the next page is fetched. */
const NEAR_END = 100
/** For a user who may see few of the hits, the search does not scan everything unasked. */
const PAGES_UNASKED = 5

type Props = {
  rows: readonly SearchRow[]
  search: string
  failure: Error | null
  onRetry(): void
  onWhole(): void
  onMore: (() => void) | undefined
  isLoadingMore: boolean
  pages: number
}

function Rows({ rows, search, failure, onRetry, onWhole, onMore, isLoadingMore, pages }: Props) {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  const [reached, setReached] = useState<string | null>(null)
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => heights[rows[index]?.kind ?? 'ticket'],
    getItemKey: (index) => keyAt(rows, index),
    overscan: 6,
    paddingStart: 4,
    paddingEnd: 8,
  })
  useRowKeys(rows, { reached, scrollTo: (index) => list.scrollToIndex(index) })
  const more = useEffectEvent(() => {
    const at = box.current
    if (at && !isLoadingMore && at.scrollHeight - at.scrollTop - at.clientHeight < NEAR_END) onMore?.()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the loaded rows may not fill the list yet
  useEffect(() => {
    if (pages < PAGES_UNASKED) more()
  }, [rows.length, pages, isLoadingMore])
  const found = rows.flatMap((row) => (row.kind === 'ticket' ? row.ticket : []))
  const { choosing, selection, choose } = useChoosing(found.map(({ id }) => id))
  const drawn = list.getVirtualItems()
  const keys = drawn.flatMap(({ index }) => {
    const row = rows[index]
    return row && isStop(row) ? rowKey(row) : []
  })
  const stop = keys.find((key) => key === reached) ?? keys[0]
  return (
    <>
      <div ref={box} className="tickets tickets-scroll" onScroll={more}>
        {/* biome-ignore lint/a11y/useSemanticElements: rows lie absolutely inside, as the virtual list needs them */}
        <div
          role="list"
          aria-label={t('tickets.tab.search')}
          className="relative"
          style={{ height: list.getTotalSize() }}
        >
          {drawn.map(({ index, start, key }) => {
            const row = rows[index]
            return (
              row && (
                <Row
                  key={key}
                  row={row}
                  index={index}
                  search={search}
                  isFailed={failure !== null}
                  choosing={choosing ? { has: selection.has, choose } : null}
                  isLoadingMore={isLoadingMore}
                  place={{ top: start, isStop: rowKey(row) === stop, onReach: () => setReached(rowKey(row)) }}
                  actions={{ onRetry, onWhole, onMore }}
                />
              )
            )
          })}
        </div>
      </div>
      {choosing && (
        <ChosenBar
          tickets={found.filter(({ id }) => selection.has(id))}
          isAll={selection.all}
          onAll={selection.toggleAll}
          onDone={selection.clear}
        />
      )}
    </>
  )
}

type OneProps = Pick<Props, 'search' | 'isLoadingMore'> & {
  row: SearchRow
  index: number
  isFailed: boolean
  /** Null without a selection. */
  choosing: { has(ticketId: number): boolean; choose(ticketId: number, isRange: boolean): void } | null
  place: RowProps
  actions: Pick<Props, 'onRetry' | 'onWhole' | 'onMore'>
}

function Row({ row, index, search, isFailed, choosing, isLoadingMore, place, actions }: OneProps) {
  const t = useText()
  const uuid = useOpenUuid()
  const { top } = place
  switch (row.kind) {
    case 'ticket':
      return (
        <TicketRow
          ticket={row.ticket}
          {...place}
          isCurrent={row.ticket.uuid === uuid}
          isChosen={choosing?.has(row.ticket.id) ?? null}
          onChoose={choosing?.choose ?? chooseNone}
          position={index + 1}
          count={-1}
        />
      )
    case 'hit':
      return <HitRow hit={row.hit} search={search} {...place} />
    case 'person':
      return <PersonRow contact={row.contact} {...place} />
    case 'head':
      return (
        <h2 className="absolute inset-x-0 px-3 pt-3 pb-1 text-xs font-medium text-faint" style={{ top }}>
          {t(`deskSearch.${row.of}`)}
        </h2>
      )
    case 'none':
      return (
        <p className="search-none" style={{ top }}>
          {isFailed ? t('deskSearch.failed') : t('deskSearch.noMessages', { text: search })}{' '}
          {isFailed && (
            <button type="button" className="cursor-pointer font-medium text-primary-ink" onClick={actions.onRetry}>
              {t('common.retry')}
            </button>
          )}
        </p>
      )
    default:
      return (
        // biome-ignore lint/a11y/useSemanticElements: one of a virtual list's rows
        <div
          role="listitem"
          className="absolute inset-x-0 px-2 py-1.5"
          style={{ top }}
          data-more={row.kind}
          onFocus={place.onReach}
        >
          <Button
            size="sm"
            tone="ghost"
            className="ticket-more"
            busy={row.kind === 'older' && isLoadingMore}
            tabIndex={place.isStop ? 0 : -1}
            onClick={row.kind === 'all' ? actions.onWhole : actions.onMore}
          >
            {t(row.kind === 'all' ? 'deskSearch.allTickets' : 'deskSearch.older')}
          </Button>
        </div>
      )
  }
}

const chooseNone = () => {}
const keyAt = (rows: readonly SearchRow[], index: number) => {
  const row = rows[index]
  return row ? rowKey(row) : index
}

type RowProps = { top: number; isStop: boolean; onReach(): void }

/** A contact without a conversation: choosing it starts one. */
function PersonRow({ contact, top, isStop, onReach }: RowProps & { contact: ContactSummary }) {
  const t = useText()
  const numberText = useNumberText()
  const ask = useSetAtom(dialogAtom)
  const name = contactName({ contact })
  return (
    // biome-ignore lint/a11y/useSemanticElements: one of a virtual list's rows
    <div role="listitem" className="ticket search-person" style={{ top }} data-person={contact.id} onFocus={onReach}>
      <Face name={name} src={contact.profilePicUrl} size={2.25} />
      <span className="two min-w-0">
        <button
          type="button"
          className="ticket-name text-start"
          aria-label={t('deskSearch.start', { name })}
          tabIndex={isStop ? 0 : -1}
          onClick={() => ask({ what: 'new', contact })}
        >
          <span dir="auto">{name}</span>
        </button>
        <small className="text-muted">{numberText(contact)}</small>
      </span>
    </div>
  )
}

type Keys = { reached: string | null; scrollTo(index: number): void }

/** Arrow keys move through the rows; from the search field to the first. */
function useRowKeys(rows: readonly SearchRow[], { reached, scrollTo }: Keys): void {
  const focus = (from: number, step: 1 | -1) => {
    for (let index = from; index >= 0 && index < rows.length; index += step) {
      const row = rows[index]
      if (!row || !isStop(row)) continue
      scrollTo(index)
      return focusDrawn(selectorOf(row))
    }
  }
  useCommand((command) => {
    const at = rows.findIndex((row) => rowKey(row) === reached)
    if (command === 'next') focus(at + 1, 1)
    if (command === 'previous') focus(Math.max(0, at - 1), -1)
    if (command === 'first') focus(0, 1)
  })
}

function selectorOf(row: SearchRow): string {
  switch (row.kind) {
    case 'ticket':
      return `[data-ticket="${row.ticket.id}"] .ticket-name`
    case 'hit':
      return `[data-hit="${row.hit.messageId}"] .ticket-name`
    case 'person':
      return `[data-person="${row.contact.id}"] .ticket-name`
    default:
      return `[data-more="${row.kind}"] .ticket-more`
  }
}
