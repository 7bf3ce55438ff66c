import type { TicketSummary } from '../../../../src/tickets/contract'
import type { Message } from '../../../../src/tickets/messages/contract'
import type { NoticeKind } from '../../../shared/notices'

/** Messages within this time make one sound. */
const SOUND_GAP = 2_000
/** A hidden page waits this long, so that a visible one claims the message first. */
const HIDDEN_PAGE_DELAY = 60
/** Longer than it takes until every open page has received the same message. */
const HEARD = 10_000

type News = { messageId: number; isLooking: boolean; isSeen: boolean }

/**
 * Plays the sound for new messages: in one page of the browser only, not for the conversation being read, and at a limited
 * rate. If no page is visible, one of them also shows a notification.
 */
export class MessageSound {
  readonly #lock: TabLock
  readonly #ring: () => void

  constructor(lock: TabLock, ring: () => void) {
    this.#lock = lock
    this.#ring = ring
  }

  async hear({ messageId, isLooking, isSeen }: News, show: () => void): Promise<void> {
    if (!isLooking) await new Promise((done) => setTimeout(done, HIDDEN_PAGE_DELAY))
    if (!(await this.#lock.claim(`news.${messageId}`, HEARD)) || isSeen) return
    // A visible page would have claimed it before this hidden one.
    if (!isLooking) show()
    if (await this.#lock.claim('ring', SOUND_GAP)) this.#ring()
  }
}

type Note = { at: number; pitch: number }

const notes: readonly Note[] = [
  { at: 0, pitch: 660 },
  { at: 0.11, pitch: 880 },
]
const LENGTH = 0.32

/** The sound itself: two soft notes, synthesised. */
export class Chime {
  #context: AudioContext | undefined

  /** Browsers allow sound only after the person has interacted with the page; until then nothing is heard. */
  ring(volume: number): void {
    if (volume <= 0) return
    this.#context ??= new AudioContext()
    const context = this.#context
    if (context.state === 'suspended') void context.resume().catch(() => undefined)
    for (const { at, pitch } of notes) {
      const start = context.currentTime + at
      const gain = context.createGain()
      gain.gain.setValueAtTime(0, start)
      gain.gain.linearRampToValueAtTime(volume * 0.22, start + 0.012)
      gain.gain.exponentialRampToValueAtTime(0.0001, start + LENGTH)
      const tone = context.createOscillator()
      tone.type = 'sine'
      tone.frequency.value = pitch
      tone.connect(gain).connect(context.destination)
      tone.start(start)
      tone.stop(start + LENGTH)
    }
  }
}

type Arrival = {
  message: Pick<Message, 'fromMe'>
  ticket: Pick<TicketSummary, 'status' | 'userId' | 'isBot' | 'isGroup'>
}

/** Kinds of messages whose notification the user can choose. */
export const noticeKindOf = ({ ticket }: Arrival): NoticeKind =>
  ticket.isGroup ? 'groups' : ticket.status === 'pending' ? 'waiting' : 'own'

/**
 * Whether a message makes a sound: in the user's own and in waiting tickets; not in colleagues' tickets or bot
 * conversations.
 */
export const concerns = ({ message, ticket }: Arrival, userId: number): boolean =>
  !message.fromMe &&
  !ticket.isBot &&
  ticket.status !== 'closed' &&
  (ticket.status === 'pending' || ticket.userId === userId)

/** Lets only one of this browser's pages act: a page claims a name for a while. */
type Locks = Pick<LockManager, 'request'>

export class TabLock {
  readonly #own = new Map<string, number>()
  readonly #locks: Locks | undefined
  readonly #now: () => number

  /** Web Locks exist only on HTTPS and localhost; elsewhere each page claims for itself. */
  constructor(locks: Locks | undefined, now: () => number = Date.now) {
    this.#locks = locks
    this.#now = now
  }

  /** True for the first page that asks; false for all others until the time has passed. */
  async claim(name: string, ms: number): Promise<boolean> {
    const now = this.#now()
    for (const [other, until] of this.#own) if (until <= now) this.#own.delete(other)
    if (this.#own.has(name)) return false
    this.#own.set(name, now + ms)
    if (!this.#locks) return true
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const hold = (lock: Lock | null) => {
      resolve(lock !== null)
      return lock ? new Promise((done) => setTimeout(done, ms)) : undefined
    }
    this.#locks.request(`balcao.${name}`, { ifAvailable: true }, hold).catch(() => resolve(true))
    return promise
  }
}
