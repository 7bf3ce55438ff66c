import { type RefObject, useEffect, useState } from 'react'
import type { ChatView, PhoneView } from '../../../../src/simulator/contract'
import { command } from '../api'

const READ = 4

/** Marks the messages of a chat as read once it is visible. */
export function useReadWhenSeen(
  box: RefObject<HTMLElement | null>,
  { phone, online }: PhoneView,
  { id, messages }: ChatView,
) {
  const seen = useSeen(box)
  const unread = messages.filter(({ fromMe, ack }) => !fromMe && ack < READ).length
  useEffect(() => {
    // A failure needs no notice: the next message retries.
    if (seen && online && unread > 0) void command({ do: 'readChat', phone, chat: id }).catch(() => undefined)
  }, [seen, online, unread, phone, id])
}

function useSeen(box: RefObject<HTMLElement | null>): boolean {
  const [onScreen, setOnScreen] = useState(false)
  const [pageShown, setPageShown] = useState(() => document.visibilityState === 'visible')
  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new IntersectionObserver((entries) => setOnScreen(entries.at(-1)?.isIntersecting ?? false), {
      threshold: 0.5,
    })
    observer.observe(element)
    const watch = () => setPageShown(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', watch)
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', watch)
    }
  }, [box])
  return onScreen && pageShown
}
