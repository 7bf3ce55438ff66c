/** Who signs in with an e-mail address and a password. The order of the checks is part of the specification. */
import { eq, sql } from 'drizzle-orm'
import { fail } from '../errors'
import type { Cx } from '../platform/cx'
import { createLimiter } from '../platform/limiter'
import { type ControlDb, prepared } from '../platform/sqlite'
import { type Clock, MINUTE } from '../platform/time'
import { findCompany } from '../tenancy/companies'
import type { Company } from '../tenancy/tables'
import type { Credentials } from './contract'
import { isOnDuty } from './hours'
import { isPassword } from './password'
import { findUser } from './people'
import { loginIndex, type User } from './tables'

/** A person of a company, whose session it is or is about to be. */
export type Holder = { readonly user: User; readonly company: Company }

type Deps = { readonly control: ControlDb; readonly clock: Clock; cxOf(tenantUuid: string): Cx }

/** Ten failures for one address, or from one network, shut it out for a while. */
export function createSignIn({ control, clock, cxOf }: Deps) {
  const lockouts = createLimiter(clock, { most: 10, window: 15 * MINUTE, shut: 15 * MINUTE })

  function refuseLockedOut(keys: readonly string[]) {
    const wait = Math.max(...keys.map(lockouts.wait))
    if (wait > 0) fail('ERR_TOO_MANY_ATTEMPTS', { retryAfter: Math.ceil(wait / 1000) })
  }

  function findByEmail(email: string): Holder | undefined {
    const entry = prepared(control, loginByEmail).get({ email })
    const company = entry && findCompany(control, entry.companyId)
    const user = company && findUser(cxOf(company.uuid).db, entry.userId)
    return user && company ? { user, company } : undefined
  }

  /** Whoever is signed in proves to be the person; guesses are counted as at sign-in. */
  async function prove({ email, passwordHash }: Pick<User, 'email' | 'passwordHash'>, password: string) {
    const mail = `mail ${email}`
    const atTurn = () => refuseLockedOut([mail])
    atTurn()
    if (await isPassword(password, passwordHash, { queue: mail, atTurn })) return
    lockouts.failed(mail)
    fail('ERR_INVALID_INPUT', [{ field: 'oldPassword', message: 'form.password.wrong' }])
  }

  /** `network`: where the visitor comes from. */
  async function holderOf({ email, password }: Credentials, network: string): Promise<Holder> {
    const mail = `mail ${email}`
    const keys = [mail, `from ${network}`]
    refuseLockedOut(keys)
    const hash = findByEmail(email)?.user.passwordHash ?? null
    const isTheirs = await isPassword(password, hash, {
      queue: network,
      atTurn: () => refuseLockedOut(keys), // of many simultaneous attempts, those after the tenth failure are refused without hashing
    })
    refuseLockedOut(keys) // nor may those succeed that were hashed at the same time
    const found = findByEmail(email) // read again, because the turn may have taken long
    if (!isTheirs || found?.user.passwordHash !== hash) {
      for (const key of keys) lockouts.failed(key)
      return fail('ERR_INVALID_CREDENTIALS')
    }
    lockouts.succeeded(mail) // somebody who knows one password may be guessing others, so the network keeps its failures
    requireAdmission(found, clock())
    return found
  }

  return { holderOf, prove }
}

/** The password was right: now check whether this person and this company may sign in. */
function requireAdmission({ user, company }: Holder, now: number) {
  if (!user.active) fail('ERR_INVALID_ACTIVE')
  if (!company.active) fail('ERR_COMPANY_BLOCKED')
  if (!isOnDuty(user, company.timeZone, now)) fail('ERR_OUT_OF_HOURS')
}

const loginByEmail = (control: ControlDb) =>
  control
    .select()
    .from(loginIndex)
    .where(eq(loginIndex.email, sql.placeholder('email')))
    .prepare()
