import type { Claims } from './tabLock'

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
export class Bell {
  readonly #claims: Claims
  readonly #ring: () => void

  constructor(claims: Claims, ring: () => void) {
    this.#claims = claims
    this.#ring = ring
  }

  async hear({ messageId, isLooking, isSeen }: News, show: () => void): Promise<void> {
    if (!isLooking) await new Promise((done) => setTimeout(done, HIDDEN_PAGE_DELAY))
    if (!(await this.#claims.claim(`news.${messageId}`, HEARD)) || isSeen) return
    // A visible page would have claimed it before this hidden one.
    if (!isLooking) show()
    if (await this.#claims.claim('ring', SOUND_GAP)) this.#ring()
  }
}
