/** Who is typing and online, as the messenger reports it; it does not always report the end. */
import { useEffect, useState } from 'react'
import { contactTyping, messageCreated } from '../../../src/tickets/messages/contract'
import { useLiveState } from '../../shared/live/LiveProvider'
import { useEvent } from '../../shared/live/useEvent'
import { ofSession } from '../../shared/session/ofPerson'
import { store } from '../../shared/store'
import { perTicket } from '../messages/state'

export type Typing = 'composing' | 'recording'
export const typingAtom = perTicket((_ticketId: number) => ofSession<Typing | null>(null))
/** Whether the contact is online. */
export const onlineAtom = perTicket((_ticketId: number) => ofSession(false))

type Screen = {
  typing(ticketId: number, typing: Typing | null): void
  online(ticketId: number, isOnline: boolean): void
}

/** WhatsApp does not always report that typing has stopped: after this time it is assumed. */
const TYPING_LASTS = 12_000

export class Presence {
  readonly #screen: Screen
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>()
  readonly #online = new Set<number>()

  constructor(screen: Screen) {
    this.#screen = screen
  }

  heard(ticketId: number, state: Typing | 'paused' | 'available' | 'unavailable'): void {
    if (state !== 'paused') this.#setOnline(ticketId, state !== 'unavailable')
    this.#setTyping(ticketId, state === 'composing' || state === 'recording' ? state : null)
  }

  /** A contact who has just sent a message is no longer typing. */
  said(ticketId: number): void {
    this.#setTyping(ticketId, null)
  }

  /** The socket is closed: the end of a presence would not be reported. */
  forget(): void {
    for (const ticketId of [...this.#timers.keys()]) this.#setTyping(ticketId, null)
    for (const ticketId of [...this.#online]) this.#setOnline(ticketId, false)
  }

  #setOnline(ticketId: number, isOnline: boolean) {
    if (isOnline) this.#online.add(ticketId)
    else this.#online.delete(ticketId)
    this.#screen.online(ticketId, isOnline)
  }

  #setTyping(ticketId: number, typing: Typing | null) {
    clearTimeout(this.#timers.get(ticketId))
    this.#timers.delete(ticketId)
    this.#screen.typing(ticketId, typing)
    if (typing)
      this.#timers.set(
        ticketId,
        setTimeout(() => this.#setTyping(ticketId, null), TYPING_LASTS),
      )
  }
}

/** Tracks who is typing or online while the socket is open. Mounted once, by the page. */
export function useTypingWatch(): void {
  const [presence] = useState(
    () =>
      new Presence({
        typing: (ticketId, typing) => store.set(typingAtom(ticketId), typing),
        online: (ticketId, isOnline) => store.set(onlineAtom(ticketId), isOnline),
      }),
  )
  const isLost = useLiveState() === 'reconnecting'
  useEvent(contactTyping, ({ ticketId, state }) => presence.heard(ticketId, state))
  useEvent(messageCreated, ({ message }) => {
    if (!message.fromMe && message.ticketId !== null) presence.said(message.ticketId)
  })
  useEffect(() => {
    if (isLost) presence.forget()
  }, [isLost, presence])
  useEffect(() => () => presence.forget(), [presence])
}
