/** Sign-ins that people have begun at a provider. */
import type { Actor } from '../../actor'
import { fail } from '../../errors'
import { type Clock, MINUTE } from '../../platform/time'
import { type MailOwner, ownerKey } from './accounts'
import type { MailProvider } from './contract'
import { mailSignInErrors } from './errors'
import { makeRoom } from './room'

/** How long a person may take at the provider. */
const TIME_LIMIT_MS = 10 * MINUTE
const MOST_PENDING = 1000
/** Of one person, in several tabs. */
const MOST_PENDING_OF_ONE = 5

export type PendingSignIn = {
  readonly provider: MailProvider
  readonly verifier: string
  readonly redirectUri: string
}
type Pending = PendingSignIn & { readonly owner: string; readonly userId: number; readonly until: number }

export class PendingSignIns {
  readonly #clock: Clock
  readonly #byState = new Map<string, Pending>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  add(state: string, of: MailOwner, { userId }: Actor, signIn: PendingSignIn): void {
    const owner = ownerKey(of)
    const now = this.#clock()
    for (const [key, { until }] of this.#byState) if (until <= now) this.#byState.delete(key)
    const own = [...this.#byState].filter(([, other]) => other.owner === owner && other.userId === userId)
    for (const [key] of own.slice(0, Math.max(0, own.length + 1 - MOST_PENDING_OF_ONE))) this.#byState.delete(key)
    makeRoom(this.#byState, MOST_PENDING)
    this.#byState.set(state, { ...signIn, owner, userId, until: now + TIME_LIMIT_MS })
  }

  /** Fails for a state of somebody else, and for an old one. */
  take(state: string, owner: MailOwner, { userId }: Actor): PendingSignIn {
    const found = this.#byState.get(state)
    if (!found || found.owner !== ownerKey(owner) || found.userId !== userId || found.until <= this.#clock())
      return fail(mailSignInErrors.ERR_MAIL_SIGN_IN_STATE)
    this.#byState.delete(state)
    return found
  }
}
