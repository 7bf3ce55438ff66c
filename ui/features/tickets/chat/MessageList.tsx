import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { useText } from '../../../shared/i18n/useText'
import type { ConversationItem } from '../rules/conversation'
import { estimateHeight } from '../rules/heights'
import { ConversationRow } from './ConversationRow'
import { DayFloat } from './DayFloat'
import { useFill } from './useFill'
import { useHold } from './useHold'
import { useJump, type Wanted } from './useJump'
import { useKeptEnd } from './useKeptEnd'
import { useNews } from './useNews'
import { Settled, useSettled } from './useSettled'
import { useToUnread } from './useToUnread'

type Props = {
  ticket: TicketSummary
  wanted: Wanted | null
  want(next: Wanted | null): void
  items: readonly ConversationItem[]
  /** When the conversation was opened. */
  unreadCount: number
  hasOlder: boolean
  isLoadingOlder: boolean
  loadOlder(): void
}

/** How many pixels before the top older messages are loaded. */
const NEAR_TOP = 50
/** Within this distance of the end, in pixels, the conversation scrolls to new messages. */
const AT_END = 80
/** The last rows, whose heights may still change after they were drawn. */
const TAIL = 12
/** The visible area before it is measured: about the space between header and composer. */
const firstRect = () => ({ width: 0, height: Math.max(200, innerHeight - 230) })

/** The messages, opened at their end. What is being read never moves. */
export function MessageList({ ticket, wanted, want, items, unreadCount, ...older }: Props) {
  const { hasOlder, isLoadingOlder, loadOlder } = older
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  const [isSettled, settle] = useSettled()
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => estimateHeight(items[index]),
    getItemKey: (index) => items[index]?.key ?? index,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: AT_END,
    // Opens at the end, with the right offset at the first render.
    initialRect: firstRect(),
    initialOffset: () => items.reduce((sum, item) => sum + estimateHeight(item), 28) - firstRect().height,
    overscan: isSettled ? 5 : 1,
    paddingStart: 12,
    paddingEnd: 16,
  })
  const news = useNews(items)
  const { hold, release } = useHold()
  const lit = useJump({
    wanted,
    want,
    items,
    ...older,
    scrollTo: (index) => rows.scrollToIndex(index, { align: 'center' }),
    hold,
  })
  const jump = (id: number) => want({ id, pages: 0 })
  const lastItem = items.at(-1)
  const ownKey = lastItem?.kind === 'message' && lastItem.pending ? lastItem.key : undefined
  useLayoutEffect(() => rows.scrollToEnd(), [rows.scrollToEnd])
  // Sending a message scrolls to it.
  useLayoutEffect(() => {
    if (ownKey !== undefined) rows.scrollToEnd()
  }, [ownKey, rows.scrollToEnd])
  const shown = rows.getVirtualItems()
  const keepEnd = () => {
    if (!news.isAway) rows.scrollToEnd()
  }
  useKeptEnd(box, rows.getTotalSize() - (rows.measurementsCache.at(-TAIL)?.start ?? 0), keepEnd)
  useFill({
    content: rows.getTotalSize(),
    room: isSettled ? (rows.scrollRect?.height ?? 0) : 0,
    count: items.length,
    hasOlder,
    loadOlder,
  })
  const [wasNearTop, setNearTop] = useState(false)
  const scrolled = () => {
    const at = box.current
    if (!at) return
    const isAtEnd = at.scrollHeight - at.scrollTop - at.clientHeight < AT_END
    news.at(isAtEnd)
    if (!isAtEnd) settle()
    const nearTop = at.scrollTop < NEAR_TOP
    if (nearTop && hasOlder && !isLoadingOlder) loadOlder()
    if (nearTop !== wasNearTop) setNearTop(nearTop)
  }
  const top = rows.scrollOffset ?? 0
  const firstSeen = shown.find(({ end }) => end > top)?.index ?? 0
  const toUnread = useToUnread({
    items,
    count: unreadCount,
    firstSeen: isSettled ? firstSeen : undefined,
    ...older,
    jump,
  })
  return (
    <Settled value={isSettled}>
      <section
        ref={box}
        className="chat-scroll py-0!"
        onScroll={scrolled}
        onWheel={() => {
          release()
          scrolled()
        }}
        onTouchMove={release}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={t('messages.title')}
        aria-busy={isLoadingOlder}
      >
        <div className="chat-rows" style={{ height: rows.getTotalSize() }}>
          {/* At the end it would only cover messages. */}
          {news.isAway && <DayFloat items={items} shown={shown} firstSeen={firstSeen} top={top} />}
          {shown.map((row) => {
            const item = items[row.index]
            if (!item) return null
            const isUnderFloat = news.isAway && item.kind === 'day' && row.index <= firstSeen
            return (
              <div
                key={row.key}
                ref={rows.measureElement}
                data-index={row.index}
                className="chat-col chat-row"
                style={{
                  transform: `translateY(${row.start}px)`,
                  ...(isUnderFloat ? { visibility: 'hidden' as const } : {}),
                }}
              >
                <ConversationRow item={item} ticket={ticket} isLit={lit === item.key} onJump={jump} />
              </div>
            )
          })}
        </div>
      </section>
      {isLoadingOlder && wasNearTop && (
        <span
          className="older-coming loading loading-spinner loading-sm"
          role="status"
          aria-label={t('common.loading')}
        />
      )}
      {toUnread && (
        <button type="button" className="pill-new pill-unread cursor-pointer" onClick={toUnread}>
          <ArrowUp className="size-4!" />
          {t('tickets.unread', { count: unreadCount })}
        </button>
      )}
      {news.isAway && (
        <button
          type="button"
          className="pill-new cursor-pointer"
          aria-label={news.count > 0 ? undefined : t('messages.toEnd')}
          onClick={() => hold(() => rows.scrollToEnd())}
        >
          <ArrowDown className="size-4!" />
          {news.count > 0 && t('messages.newCount', { count: news.count })}
        </button>
      )}
    </Settled>
  )
}
