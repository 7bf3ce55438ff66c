import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { useText } from '../../../shared/i18n/useText'
import type { ConversationItem } from '../rules/conversation'
import { AT_END, DAY_HEIGHT, MessageRows, useRows } from './MessageRows'
import { useFill, useHold, useKeptEnd } from './scrolling'
import { useJumpToUnread, useUnseenCount } from './unread'
import { AfterFirstPaint, useAfterFirstPaint } from './useAfterFirstPaint'
import { type JumpTarget, useJump } from './useJump'

type Props = {
  ticket: TicketSummary
  wanted: JumpTarget | null
  want(next: JumpTarget | null): void
  items: readonly ConversationItem[]
  /** When the conversation was opened. */
  unreadCount: number
  hasOlder: boolean
  isLoadingOlder: boolean
  loadOlder(): void
  /** Size of a long page. */
  loadFar(): void
}

/** How many pixels before the top older messages are loaded. */
const NEAR_TOP = 50
/** The last rows, whose heights may still change after rendering. */
const TAIL = 12
/** The messages, opened at the first unread one or at the end. The text being read never moves. */
export function MessageList({ ticket, wanted, want, items, unreadCount, ...older }: Props) {
  const { hasOlder, isLoadingOlder, loadOlder } = older
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  const [isSettled, settle] = useAfterFirstPaint()
  const rows = useRows(items, box, isSettled ? 5 : 1)
  const news = useUnseenCount(items)
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
  // Opens where the user stopped reading, otherwise at the end.
  const [opensUnread] = useState(() => wanted === null && items.some(({ kind }) => kind === 'unread'))
  const goToUnread = useEffectEvent(() => {
    const line = rows.measurementsCache.find(({ key }) => key === 'unread') // older pages move it
    if (line) rows.scrollToOffset(Math.max(0, line.start - DAY_HEIGHT))
  })
  // Only once: a later jump to a message must not be overridden.
  const begin = useEffectEvent(() => (opensUnread ? hold(() => goToUnread()) : rows.scrollToEnd()))
  useLayoutEffect(() => begin(), [])
  // Sending a message scrolls to it.
  useLayoutEffect(() => {
    if (ownKey !== undefined) rows.scrollToEnd()
  }, [ownKey, rows.scrollToEnd])
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
  const firstSeen = rows.getVirtualItems().find(({ end }) => end > top)?.index ?? 0
  const toUnread = useJumpToUnread({
    items,
    count: unreadCount,
    firstSeen: isSettled ? firstSeen : undefined,
    ...older,
    jump,
  })
  return (
    <AfterFirstPaint value={isSettled}>
      <section
        ref={box}
        className="chat-scroll py-0!"
        onScroll={scrolled}
        onWheel={() => {
          release()
          scrolled()
        }}
        onTouchMove={release}
        onPointerDown={release}
        onKeyDown={release}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={t('messages.title')}
        aria-busy={isLoadingOlder}
      >
        <MessageRows
          ticket={ticket}
          items={items}
          rows={rows}
          firstSeen={firstSeen}
          showsDay={news.isAway}
          litKey={lit}
          onJump={jump}
        />
      </section>
      {isLoadingOlder && wasNearTop && (
        <span
          className="older-coming loading loading-spinner loading-sm"
          role="status"
          aria-label={t('common.loading')}
        />
      )}
      {toUnread && <UnreadPill count={unreadCount} onClick={toUnread} />}
      {news.isAway && <EndPill count={news.count} onClick={() => hold(() => rows.scrollToEnd())} />}
    </AfterFirstPaint>
  )
}

/** Leads up to the first unread message. */
function UnreadPill({ count, onClick }: { count: number; onClick(): void }) {
  const t = useText()
  return (
    <button type="button" className="pill-new pill-unread cursor-pointer" onClick={onClick}>
      <ArrowUp className="size-4!" />
      {t('tickets.unread', { count })}
    </button>
  )
}

/** Scrolls down to the end, where `count` new messages have arrived. */
function EndPill({ count, onClick }: { count: number; onClick(): void }) {
  const t = useText()
  return (
    <button
      type="button"
      className="pill-new cursor-pointer"
      aria-label={count > 0 ? undefined : t('messages.toEnd')}
      onClick={onClick}
    >
      <ArrowDown className="size-4!" />
      {count > 0 && t('messages.newCount', { count })}
    </button>
  )
}
