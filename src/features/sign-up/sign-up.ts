/** Creates a company that tries the product, with its first administrator. */
import { recordAct } from '../../audit/record'
import { companyPhone } from '../../channels/dialing'
import { fail } from '../../errors'
import { createFairQueues } from '../../platform/fair-queues'
import { instant } from '../../platform/formats'
import { createAllowance } from '../../platform/limiter'
import type { RouteServices } from '../../platform/module'
import { HOUR, MINUTE, SECOND } from '../../platform/time'
import { findCompanyOrFail, listPublicPlans } from '../../tenancy/companies'
import { OPERATOR_COMPANY } from '../../tenancy/contract'
import type { Language } from '../../texts/languages'
import { prepareCompany } from '../../users/new-company'
import { createCodes } from '../password-reset/codes'
import type { CodeSent } from '../password-reset/contract'
import { CODE_LIFE, MOST_TRIES } from '../password-reset/control-writes'
import { resetErrors } from '../password-reset/errors'
import { codeMail } from '../password-reset/mail'
import { refuseFor } from '../password-reset/reset'
import type { SignUp, SignUpOffer } from './contract'
import { signUpErrors } from './errors'
import { knownMail, mailFull, signUpTemplate } from './mail'

/** Sign-ups that one network may begin in an hour, and one site, which has 65,536 IPv6 networks. */
const MOST_BEGUN = 5
const MOST_BEGUN_BY_SITE = 10
/** Codes mailed in an hour, for each company that may be created: the sender's name is at stake. */
const MAILS_FOR_EACH = 5
/** Codes that one network may try. */
const MOST_ATTEMPTS = 50
/** Wait until the same address may request another code. */
const PAUSE = MINUTE
/** Milliseconds between two creations, for everybody else. */
const PAUSE_MS = 50

/** Where a request comes from, for the bounds. */
export type Origin = { readonly network: string; readonly site: string; readonly language: Language }

export function createSignUps(services: RouteServices) {
  const { claims, clock, cxOf, databases, encryptionFor, log, mailer, operatorSettings } = services
  const { control } = databases
  const codes = createCodes(services, encryptionFor('sign-up'))
  const ofNetwork = createAllowance(clock, { most: MOST_BEGUN, window: HOUR })
  const ofSite = createAllowance(clock, { most: MOST_BEGUN_BY_SITE, window: HOUR })
  const attempts = createAllowance(clock, { most: MOST_ATTEMPTS, window: CODE_LIFE })
  const ofEmail = createAllowance(clock, { most: 1, window: PAUSE })
  const creations = createFairQueues({ atOnce: 1, each: 1 })
  /** Instants of what the installation's bounds count, the oldest first. */
  const [created, mailed]: [number[], number[]] = [[], []]
  let reportedAt = Number.NEGATIVE_INFINITY

  const mostAnHour = () => operatorSettings.read('signUpsPerHour')
  const within = (times: number[]): number => {
    const now = clock()
    const first = times.findIndex((at) => Math.abs(now - at) < HOUR)
    times.splice(0, first === -1 ? times.length : first)
    return times.length
  }
  const waitIn = (times: readonly number[]): number => Math.max(SECOND, (times[0] ?? clock()) + HOUR - clock())

  /** Fails with ERR_SIGN_UPS_FULL, and notifies the operator once an hour. */
  function requireRoom(times: number[], most: number) {
    if (within(times) < most) return
    if (Math.abs(clock() - reportedAt) >= HOUR) {
      reportedAt = clock()
      log.warn({ most }, 'sign-up has reached its limit of an hour')
      void mailFull(services, mostAnHour())
    }
    fail(signUpErrors.ERR_SIGN_UPS_FULL, { retryAfter: Math.ceil(waitIn(times) / SECOND) })
  }

  function requirePublic(planId: number | null | undefined) {
    if (planId != null && !listPublicPlans(control).some(({ id }) => id === planId))
      fail(signUpErrors.ERR_PLAN_NOT_OFFERED)
  }

  const ownerOf = (email: string) => `sign-up of ${email}`

  /** Answers alike for an address that has an account: its owner gets a mail that says so, and nobody the code. */
  async function sendCode({ email }: SignUp, language: Language): Promise<CodeSent> {
    requireRoom(mailed, MAILS_FOR_EACH * mostAnHour())
    refuseFor(ofEmail.take(email))
    const { code, expiresAt, forget } = await codes.issue(ownerOf(email))
    mailed.push(clock())
    const isKnown = await claims.isTaken('email', email)
    try {
      const mail = isKnown ? knownMail(language) : codeMail(control, signUpTemplate, language, { code })
      await mailer.send({ to: email, ...mail })
    } catch (error) {
      await forget()
      log.warn({ error: String(error) }, 'a sign-up code was not sent')
      fail(resetErrors.ERR_MAIL_NOT_SENT)
    }
    return { expiresAt: instant(expiresAt), tries: MOST_TRIES, retryAfter: PAUSE / SECOND }
  }

  /** One after the other, with a rest between them: each opens a database and writes to the disk several times. */
  const create = (input: SignUp): Promise<void> =>
    creations.run('', async () => {
      const { companyName, name, email, phone, password, planId = null } = input
      requirePublic(planId) // it was queued
      requireRoom(created, mostAnHour())
      const admin = { name, email, password }
      const trial = { days: operatorSettings.read('trialDays'), isTrial: true }
      const build = await prepareCompany(services, { name: companyName, admin, email, phone, planId, ...trial })
      const { company, admin: user } = await build(clock())
      created.push(clock())
      await new Promise(setImmediate)
      const act = { kind: 'company', act: 'create', subject: { id: company.id, name: company.name } }
      cxOf(company.uuid).transaction((tx) => recordAct(tx, { userId: user.id, name: user.name }, act))
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    })

  const withReadPhone = (input: SignUp): SignUp => {
    const { timeZone } = findCompanyOrFail(control, OPERATOR_COMPANY)
    return { ...input, phone: companyPhone(input.phone, { timeZone }) }
  }

  return {
    listOffer: (): SignUpOffer => ({
      trialDays: operatorSettings.read('trialDays'),
      plans: operatorSettings.read('signUp') ? listPublicPlans(control) : [],
      isFull: within(created) >= mostAnHour(),
    }),

    /**
     * Creates the company and returns null. Where the installation has a mail server, a request without the code only
     * sends it. Fails with ERR_DUPLICATED_EMAIL for an e-mail in use, where no mail can say so.
     */
    async take(typed: SignUp, { network, site, language }: Origin): Promise<CodeSent | null> {
      if (!operatorSettings.read('signUp')) fail(signUpErrors.ERR_USER_CREATION_DISABLED)
      const input = withReadPhone(typed)
      requirePublic(input.planId)
      const isConfirmed = mailer.configured && input.code != null
      if (isConfirmed) refuseFor(attempts.take(network))
      else refuseFor(ofNetwork.take(network) || ofSite.take(site))
      requireRoom(created, mostAnHour())
      if (mailer.configured && input.code == null) return sendCode(input, language)
      if (isConfirmed) await codes.redeem(ownerOf(input.email), input.code ?? '')
      await create(input)
      return null
    },
  }
}
