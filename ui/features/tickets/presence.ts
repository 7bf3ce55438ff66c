/** Who types and who is there: told by the messenger, which does not always tell the end. */
import type { Typing } from './state'

type Screen = {
  typing(ticketId: number, typing: Typing | null): void
  online(ticketId: number, isOnline: boolean): void
}

/** WhatsApp does not always tell that somebody stopped: after this they did. */
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

  /** Who has said it types no more. */
  said(ticketId: number): void {
    this.#setTyping(ticketId, null)
  }

  /** Nothing more is heard, not even that somebody left. */
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
