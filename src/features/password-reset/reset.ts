/** Requesting a reset code by e-mail, and setting a new password with it. */
import { recordAct } from '../../audit/record'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { instant } from '../../platform/formats'
import { createAllowance } from '../../platform/limiter'
import type { RouteServices } from '../../platform/module'
import { HOUR, MINUTE, SECOND } from '../../platform/time'
import { languageOf } from '../../texts/languages'
import { findLogin } from '../../users/emails'
import { hashPassword } from '../../users/password'
import { setPasswordHash } from '../../users/people'
import type { User } from '../../users/tables'
import { createCodes } from './codes'
import type { CodeSent, ResetPassword } from './contract'
import { CODE_LIFE, MOST_TRIES } from './control-writes'
import { resetErrors } from './errors'
import { codeMail, resetTemplate } from './mail'

/** Unknown addresses that one network may ask for in an hour: the specification's 404 reveals which ones have an account. */
const MOST_UNKNOWN = 5

/** Wait until the same address may request another code. */
const PAUSE = MINUTE

type Holder = { readonly cx: Cx; readonly user: User }

export function createResets(services: RouteServices) {
  const { auth, clock, cxOf, databases, encryptionFor, log, mailer } = services
  const codes = createCodes(services, encryptionFor('password reset'))
  const ofEmail = createAllowance(clock, { most: 1, window: PAUSE })
  const unknown = createAllowance(clock, { most: MOST_UNKNOWN, window: HOUR })
  const requests = createAllowance(clock, { most: 20, window: CODE_LIFE })
  const attempts = createAllowance(clock, { most: 50, window: CODE_LIFE })

  /** Active users of active companies only: nobody else could sign in with the new password. */
  async function holderOf(email: string): Promise<Holder | undefined> {
    const login = await findLogin(services, email)
    return login?.company.active && login.user.active ? { cx: cxOf(login.company.uuid), user: login.user } : undefined
  }
  const ownerOf = ({ cx, user }: Holder) => `user ${user.id} of company ${cx.tenant.id}`

  /** Fails with ERR_EMAIL_NOT_FOUND; a network that has met that too often gets no answer about any address. */
  async function requireHolder(email: string, network: string): Promise<Holder> {
    const { uses, until } = unknown.left(network)
    if (uses <= 0) refuseFor(until)
    const holder = await holderOf(email)
    if (holder) return holder
    unknown.take(network)
    return fail(resetErrors.ERR_EMAIL_NOT_FOUND)
  }

  return {
    /** `network` is the client's, for the rate limit. */
    async request(email: string, network: string): Promise<CodeSent> {
      if (!mailer.configured) fail(resetErrors.ERR_MAIL_NOT_CONFIGURED)
      refuseFor(requests.take(network))
      const holder = await requireHolder(email, network)
      refuseFor(ofEmail.take(email))
      const { code, expiresAt, forget } = await codes.issue(ownerOf(holder))
      try {
        const language = languageOf(holder.cx.tenant.language)
        const mail = codeMail(databases.control, resetTemplate, language, { name: holder.user.name, code })
        await mailer.send({ to: email, ...mail })
      } catch (error) {
        await forget()
        log.warn({ error: String(error) }, 'a password reset code was not sent')
        fail(resetErrors.ERR_MAIL_NOT_SENT)
      }
      return { expiresAt: instant(expiresAt), tries: MOST_TRIES, retryAfter: PAUSE / SECOND }
    },

    /** Ends all sessions of the user. */
    async reset(email: string, { token, password }: ResetPassword, network: string): Promise<void> {
      refuseFor(attempts.take(network))
      await codes.redeem(ownerOf(await requireHolder(email, network)), token)
      const hash = await hashPassword(password)
      const { cx, user } = (await holderOf(email)) ?? fail(resetErrors.ERR_EMAIL_NOT_FOUND) // read again: hashing took a while
      cx.transaction((tx) => {
        setPasswordHash(tx.db, user.id, hash)
        const changes = [{ field: 'password', from: null, to: 'set' }]
        recordAct(tx, { userId: user.id, name: user.name }, { kind: 'user', act: 'update', subject: user, changes })
      })
      auth.revoke({ companyId: cx.tenant.id, userId: user.id }, 'revoked')
    },
  }
}

export function refuseFor(wait: number) {
  if (wait > 0) fail('ERR_TOO_MANY_ATTEMPTS', { retryAfter: Math.ceil(wait / SECOND) })
}
