import { useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type ConversationItem, isUnreadOver } from '../rules/conversation'

/** So many pages are loaded for one press. */
const MOST_PAGES = 20

type Options = {
  items: readonly ConversationItem[]
  /** How many messages were unread when the conversation was opened. */
  count: number
  /** The first row in sight; undefined before anything was drawn. */
  firstSeen: number | undefined
  hasOlder: boolean
  isLoadingOlder: boolean
  loadOlder(): void
  jump(messageId: number): void
}

/** The way to where one left off reading, as long as nobody went there or answered. Undefined when there is none. */
export function useToUnread({ items, count, firstSeen, hasOlder, isLoadingOlder, loadOlder, jump }: Options) {
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
    if (at >= 0 && first?.kind === 'message') jump(first.message.id)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that came is looked through
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
