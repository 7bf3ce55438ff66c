import type { TicketSummary } from '../../../../src/tickets/contract'
import type { Message } from '../../../../src/tickets/messages/contract'
import type { NoticeKind } from '../../../shared/notices'

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
