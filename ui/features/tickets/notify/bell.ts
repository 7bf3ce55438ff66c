import type { Claims } from './claims'

/** Twenty messages at once ring once. */
const APART = 2_000
/** A page nobody looks at lets the one they look at go first. */
const AFTER_YOU = 60
/** Longer than any page needs to hear of a message that the others heard of. */
const HEARD = 10_000

type News = { messageId: number; isLooking: boolean; isSeen: boolean }

/**
 * Rings for news: in one page of the browser, not for what is read there at this moment, and not like an alarm. What comes
 * while nobody looks at any page is also shown, by one of them.
 */
export class Bell {
  readonly #claims: Claims
  readonly #ring: () => void

  constructor(claims: Claims, ring: () => void) {
    this.#claims = claims
    this.#ring = ring
  }

  async hear({ messageId, isLooking, isSeen }: News, show: () => void): Promise<void> {
    if (!isLooking) await new Promise((done) => setTimeout(done, AFTER_YOU))
    if (!(await this.#claims.claim(`news.${messageId}`, HEARD)) || isSeen) return
    // Had anybody looked at another page, that one would have been first.
    if (!isLooking) show()
    if (await this.#claims.claim('ring', APART)) this.#ring()
  }
}
