import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { useText } from '../../../shared/i18n/useText'
import { toast } from '../../../shared/kit/toast'
import { bubblesOf, type ConversationItem } from '../rules/conversation'

/** Maximum number of long pages loaded to reach a quoted or found message: 50,000 messages. */
const MOST_PAGES = 100
const LIT_FOR = 2_400
/** The target message, and how many pages were loaded to find it so far. */
export type JumpTarget = { readonly id: number; readonly pages: number }

type Options = {
  wanted: JumpTarget | null
  want(next: JumpTarget | null): void
  items: readonly ConversationItem[]
  hasOlder: boolean
  isLoadingOlder: boolean
  loadFar(): void
  scrollTo(index: number): void
  hold(goThere: () => void): void
}

/** Scrolls to a message, loading older pages if needed, and highlights it briefly: returns its key. */
export function useJump({ wanted, want, items, hasOlder, isLoadingOlder, loadFar, scrollTo, hold }: Options) {
  const t = useText()
  const [lit, setLit] = useState<string | null>(null)
  useLayoutEffect(() => {
    if (!wanted || isLoadingOlder) return
    const index = items.findIndex((item) => bubblesOf(item).some(({ message }) => message.id === wanted.id))
    const found = items[index]
    if (found) {
      want(null)
      setLit(bubblesOf(found).find(({ message }) => message.id === wanted.id)?.key ?? null)
      scrollTo(index)
    } else if (hasOlder && wanted.pages < MOST_PAGES) {
      want({ id: wanted.id, pages: wanted.pages + 1 })
      loadFar()
    } else {
      want(null)
      toast.warning(t('messages.notFound'))
    }
  })
  const centre = useEffectEvent((key: string) => {
    const index = items.findIndex((item) => bubblesOf(item).some((bubble) => bubble.key === key))
    if (index >= 0) scrollTo(index)
  })
  useEffect(() => {
    if (lit !== null) hold(() => centre(lit))
  }, [lit, hold])
  useEffect(() => {
    if (lit === null) return
    const timer = setTimeout(() => setLit(null), LIT_FOR)
    return () => clearTimeout(timer)
  }, [lit])
  return lit
}
