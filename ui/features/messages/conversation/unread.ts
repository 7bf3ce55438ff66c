import { useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import type { Message } from '../../../../src/tickets/messages/contract'
import { bubblesOf, type ConversationItem, isUnreadOver, type Unread, unreadIn } from '../rules/conversation'

/** Maximum number of pages loaded per press. */
const MOST_PAGES = 20

type Options = {
  items: readonly ConversationItem[]
  /** How many messages were unread when the conversation was opened. */
  count: number
  /** The first visible row; undefined before anything is rendered. */
  firstSeen: number | undefined
  hasOlder: boolean
  isLoadingOlder: boolean
  loadOlder(): void
  jump(messageId: number): void
}

/**
 * The jump to where the user stopped reading, until they have gone there or answered. Undefined without unread
 * messages.
 */
export function useJumpToUnread({ items, count, firstSeen, hasOlder, isLoadingOlder, loadOlder, jump }: Options) {
  const at = useMemo(() => items.findIndex(({ kind }) => kind === 'unread'), [items])
  const [isOver, setOver] = useState(count === 0)
  const [isSeeking, setSeeking] = useState(false)
  const pagesLeft = useRef(0)
  const first = items[at + 1]
  const isAnswered = useMemo(() => isUnreadOver(items), [items])
  const isSeen = firstSeen !== undefined && at >= firstSeen
  if (!isOver && (isSeen || isAnswered)) setOver(true)
  const seek = useEffectEvent(() => {
    if (at < 0 && hasOlder && pagesLeft.current > 0) {
      pagesLeft.current -= 1
      return loadOlder()
    }
    setSeeking(false)
    const bubble = at >= 0 && first ? bubblesOf(first)[0] : undefined
    if (bubble) jump(bubble.message.id)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: checks each loaded page
  useLayoutEffect(() => {
    if (isSeeking && !isLoadingOlder) seek()
  }, [isSeeking, isLoadingOlder, items])
  const isAbove = firstSeen !== undefined && (at < 0 ? hasOlder : at < firstSeen)
  if (isOver || !isAbove) return undefined
  return () => {
    pagesLeft.current = MOST_PAGES
    setSeeking(true)
  }
}

/** Number of new messages below the viewport. */
export function useUnseenCount(items: readonly ConversationItem[]) {
  const lastKey = items.slice(-1).flatMap(bubblesOf).at(-1)?.key
  const [leftAt, setLeftAt] = useState<string | null>(null)
  const isAway = leftAt !== null
  const bubbles = isAway ? items.flatMap(bubblesOf) : []
  const from = bubbles.findIndex(({ key }) => key === leftAt)
  const count = from < 0 ? 0 : bubbles.slice(from + 1).filter(({ message }) => !message.fromMe).length
  return {
    isAway,
    count,
    /** Whether the reader is at the end of the conversation. */
    at: (end: boolean) => {
      if (end && isAway) setLeftAt(null)
      if (!end && !isAway && lastKey !== undefined) setLeftAt(lastKey)
    },
  }
}

type UnreadResult = { readonly count: number; readonly unread: Unread | undefined }

/**
 * The messages that were unread when the conversation was opened: they stay marked although they are read by now.
 * `items` newest first.
 */
export function useUnread({ unreadMessages }: TicketSummary, items: readonly Message[]): UnreadResult {
  const [count] = useState(unreadMessages)
  const [newest, setNewest] = useState<string>()
  const [found, setFound] = useState<Unread>()
  const last = newest ?? items[0]?.createdAt
  if (last !== newest) setNewest(last)
  if (found || last === undefined) return { count, unread: found }
  // Messages that arrived since are not counted, but those of older pages are.
  const unread = unreadIn(items.filter(({ createdAt }) => createdAt <= last).toReversed(), count)
  if (unread) setFound(unread)
  return { count, unread }
}
