import { useEffect, useRef } from 'react'
import { contactTyping, messageCreated } from '../../../src/tickets/messages/contract'
import { useEvent } from '../../shared/live/useEvent'
import { store } from '../../shared/store'
import { onlineAtom, type Typing, typingAtom } from './state'

/** WhatsApp does not always tell that somebody stopped: after this they did. */
const LASTS = 12_000

/** Remembers who types and who is there; mounted once, by the page. */
export function useTypingWatch(): void {
  const timers = useRef(new Map<number, ReturnType<typeof setTimeout>>())
  const tell = (ticketId: number, typing: Typing | null) => {
    clearTimeout(timers.current.get(ticketId))
    store.set(typingAtom(ticketId), typing)
    if (typing)
      timers.current.set(
        ticketId,
        setTimeout(() => store.set(typingAtom(ticketId), null), LASTS),
      )
  }
  useEvent(contactTyping, ({ ticketId, state }) => {
    if (state !== 'paused') store.set(onlineAtom(ticketId), state !== 'unavailable')
    tell(ticketId, state === 'composing' || state === 'recording' ? state : null)
  })
  useEvent(messageCreated, ({ message }) => {
    if (!message.fromMe && message.ticketId !== null) tell(message.ticketId, null)
  })
  useEffect(() => {
    const running = timers.current
    return () => {
      for (const [ticketId, timer] of running) {
        clearTimeout(timer)
        store.set(typingAtom(ticketId), null)
      }
    }
  }, [])
}
