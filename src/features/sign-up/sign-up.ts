/** Creates a company that tries the product, with its first administrator. */
import { recordAct } from '../../audit/record'
import { fail } from '../../errors'
import { createAllowance } from '../../platform/limiter'
import type { RouteServices } from '../../platform/module'
import type { ControlDb } from '../../platform/sqlite'
import { HOUR, SECOND } from '../../platform/time'
import { listPublicPlans } from '../../tenancy/companies'
import { prepareCompany } from '../../users/new-company'
import type { SignUp, SignUpOffer } from './contract'
import { signUpErrors } from './errors'

/** Companies that one network may create in an hour. */
const MOST_AN_HOUR = 5

type Settings = { readonly signUp: boolean; readonly trialDays: number }

export const listOffer = (control: ControlDb, { signUp, trialDays }: Settings): SignUpOffer => ({
  trialDays,
  plans: signUp ? listPublicPlans(control) : [],
})

export function createSignUps(services: RouteServices, settings: () => Settings) {
  const { clock, cxOf, databases } = services
  const { control } = databases
  const allowance = createAllowance(clock, { most: MOST_AN_HOUR, window: HOUR })

  function requirePublic(planId: number) {
    if (!listPublicPlans(control).some(({ id }) => id === planId)) fail(signUpErrors.ERR_PLAN_NOT_OFFERED)
  }

  /** `network` is the client's, for the rate limit. Fails with ERR_DUPLICATED_EMAIL for an e-mail in use. */
  return async ({ companyName, name, email, phone, password, planId = null }: SignUp, network: string) => {
    const { signUp, trialDays } = settings()
    if (!signUp) fail(signUpErrors.ERR_USER_CREATION_DISABLED)
    if (planId !== null) requirePublic(planId)
    const wait = allowance.take(network)
    if (wait > 0) fail('ERR_TOO_MANY_ATTEMPTS', { retryAfter: Math.ceil(wait / SECOND) })
    const admin = { name, email, password }
    const trial = { days: trialDays, isTrial: true }
    const create = await prepareCompany(databases, { name: companyName, admin, email, phone, planId, ...trial })
    if (planId !== null) requirePublic(planId) // before the hashing, which is queued
    const { company, admin: user } = create(clock())
    const cx = cxOf(company.uuid)
    const act = { kind: 'company', act: 'create', subject: { id: company.id, name: company.name } }
    cx.transaction((tx) => recordAct(tx, { userId: user.id, name: user.name }, act))
  }
}
