import { useEffect, useLayoutEffect, useState } from 'react'
import { useText } from '../../../shared/i18n/useText'
import { toast } from '../../../shared/kit/toast'
import type { ConversationItem } from '../rules/conversation'

/** A quoted message may lie this many pages back, as specified. */
const MOST_PAGES = 20
const LIT_FOR = 2_400

type Options = {
  items: readonly ConversationItem[]
  hasOlder: boolean
  isLoadingOlder: boolean
  loadOlder(): void
  scrollTo(index: number): void
}

/** Goes to a message, loading back to it if need be, and lights it for a moment. */
export function useJump({ items, hasOlder, isLoadingOlder, loadOlder, scrollTo }: Options) {
  const t = useText()
  const [wanted, setWanted] = useState<{ id: number; pages: number } | null>(null)
  const [lit, setLit] = useState<string | null>(null)
  useLayoutEffect(() => {
    if (!wanted || isLoadingOlder) return
    const index = items.findIndex((item) => item.kind === 'message' && item.message.id === wanted.id)
    if (index >= 0) {
      setWanted(null)
      setLit(items[index]?.key ?? null)
      scrollTo(index)
    } else if (hasOlder && wanted.pages < MOST_PAGES) {
      setWanted({ id: wanted.id, pages: wanted.pages + 1 })
      loadOlder()
    } else {
      setWanted(null)
      toast.warning(t('messages.notFound'))
    }
  })
  useEffect(() => {
    if (lit === null) return
    const timer = setTimeout(() => setLit(null), LIT_FOR)
    return () => clearTimeout(timer)
  }, [lit])
  return { lit, to: (id: number) => setWanted({ id, pages: 0 }) }
}
