/** Sign-in by e-mail and password. The order of the checks is part of the specification. */
import { fail } from '../errors'
import type { Cx } from '../platform/cx'
import type { Databases } from '../platform/databases'
import { createLimiter } from '../platform/limiter'
import { type Clock, MINUTE } from '../platform/time'
import type { Claims } from '../tenancy/claims'
import type { Company } from '../tenancy/tables'
import type { Credentials } from './contract'
import { findLogin } from './emails'
import { isOnDuty } from './hours'
import { noteRenewed } from './moved-changes'
import { isPassword, renewedHash } from './password'
import { findUser, setPasswordHash } from './people'
import type { User } from './tables'

/** The user and company of a session. */
export type Holder = { readonly user: User; readonly company: Company }

type Deps = {
  readonly claims: Claims
  readonly databases: Databases
  readonly clock: Clock
  cxOf(tenantUuid: string): Cx
}

/** Ten failures for one e-mail or from one network lock it out for a while. */
export function createSignIn({ claims, databases, clock, cxOf }: Deps) {
  const lockouts = createLimiter(clock, { most: 10, window: 15 * MINUTE, shut: 15 * MINUTE })

  function refuseLockedOut(keys: readonly string[]) {
    const wait = Math.max(...keys.map(lockouts.wait))
    if (wait > 0) fail('ERR_TOO_MANY_ATTEMPTS', { retryAfter: Math.ceil(wait / 1000) })
  }

  /** Re-authenticates a signed-in user. Failures count as at sign-in. */
  async function prove({ email, passwordHash }: Pick<User, 'email' | 'passwordHash'>, password: string) {
    const mail = `mail ${email}`
    const atTurn = () => refuseLockedOut([mail])
    atTurn()
    if (await isPassword(password, passwordHash, { queue: mail, atTurn })) return
    lockouts.failed(mail)
    fail('ERR_INVALID_INPUT', [{ field: 'oldPassword', message: 'form.password.wrong' }])
  }

  /** `network` is the client's, for counting failures. */
  async function holderOf({ email, password }: Credentials, network: string): Promise<Holder> {
    const mail = `mail ${email}`
    const keys = [mail, `from ${network}`]
    refuseLockedOut(keys)
    const hash = (await findLogin({ claims, databases }, email))?.user.passwordHash ?? null
    const isTheirs = await isPassword(password, hash, {
      queue: network,
      atTurn: () => refuseLockedOut(keys), // refuses simultaneous attempts after the tenth failure without hashing
    })
    refuseLockedOut(keys) // also refuses those hashed at the same time
    const found = await findLogin({ claims, databases }, email) // read again, because waiting may have taken long
    if (!isTheirs || found?.user.passwordHash !== hash) {
      for (const key of keys) lockouts.failed(key)
      return fail('ERR_INVALID_CREDENTIALS')
    }
    lockouts.succeeded(mail) // keeps the network's failures: somebody who knows one password may be guessing others
    requireAdmission(found, clock())
    await renewHash(found, password)
    return found
  }

  /** Passwords that moved in from another product get a hash of ours. */
  async function renewHash({ user, company }: Holder, password: string) {
    const renewed = await renewedHash(password, user.passwordHash)
    if (renewed === null) return
    cxOf(company.uuid).transaction(({ db }) => {
      if (findUser(db, user.id)?.passwordHash !== user.passwordHash) return
      setPasswordHash(db, user.id, renewed)
      noteRenewed(db, user.id, { from: user.passwordHash, to: renewed })
    })
  }

  return { holderOf, prove }
}

/** Called after the password check: fails if the user or company may not sign in. */
function requireAdmission({ user, company }: Holder, now: number) {
  if (!user.active) fail('ERR_INVALID_ACTIVE')
  if (!company.active) fail('ERR_COMPANY_BLOCKED')
  if (!isOnDuty(user, company.timeZone, now)) fail('ERR_OUT_OF_HOURS')
}
