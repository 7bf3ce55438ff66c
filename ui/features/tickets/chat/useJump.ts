import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { useText } from '../../../shared/i18n/useText'
import { toast } from '../../../shared/kit/toast'
import type { ConversationItem } from '../rules/conversation'

/** A quoted or found message may lie this many pages back, as specified. */
const MOST_PAGES = 20
const LIT_FOR = 2_400
/** Rows drawn for the first time have their heights by then, and nothing keeps the end in sight any more. */
const FRAMES_TO_REST = 20

/** A message somebody wants to see, and how many pages were loaded for it so far. */
export type Wanted = { readonly id: number; readonly pages: number }

type Options = {
  wanted: Wanted | null
  want(next: Wanted | null): void
  items: readonly ConversationItem[]
  hasOlder: boolean
  isLoadingOlder: boolean
  loadOlder(): void
  scrollTo(index: number): void
}

/** Goes to a message, loading back to it if need be, and lights it for a moment. */
export function useJump({ wanted, want, items, hasOlder, isLoadingOlder, loadOlder, scrollTo }: Options) {
  const t = useText()
  const [lit, setLit] = useState<string | null>(null)
  useLayoutEffect(() => {
    if (!wanted || isLoadingOlder) return
    const index = items.findIndex((item) => item.kind === 'message' && item.message.id === wanted.id)
    if (index >= 0) {
      want(null)
      setLit(items[index]?.key ?? null)
      scrollTo(index)
    } else if (hasOlder && wanted.pages < MOST_PAGES) {
      want({ id: wanted.id, pages: wanted.pages + 1 })
      loadOlder()
    } else {
      want(null)
      toast.warning(t('messages.notFound'))
    }
  })
  const centre = useEffectEvent((key: string) => {
    const index = items.findIndex((item) => item.key === key)
    if (index >= 0) scrollTo(index)
  })
  useEffect(() => {
    if (lit === null) return
    let left = FRAMES_TO_REST
    const hold = () => {
      centre(lit)
      left -= 1
      if (left > 0) frame = requestAnimationFrame(hold)
    }
    let frame = requestAnimationFrame(hold)
    return () => cancelAnimationFrame(frame)
  }, [lit])
  useEffect(() => {
    if (lit === null) return
    const timer = setTimeout(() => setLit(null), LIT_FOR)
    return () => clearTimeout(timer)
  }, [lit])
  return lit
}
