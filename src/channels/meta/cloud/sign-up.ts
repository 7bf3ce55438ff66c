/** Meta's sign-up for WhatsApp: a person grants business accounts, and chooses which of their numbers become connections. */
import * as v from 'valibot'
import type { Actor } from '../../../actor'
import { AppError } from '../../../errors'
import type { Cx } from '../../../platform/cx'
import { requireRoom } from '../../../tenancy/limits'
import { note } from '../../connections/actions'
import { findConnectionOrFail } from '../../connections/queries'
import { isInPlan } from '../../plan'
import { findConnectionUsing, isElsewhere } from '../../sessions/accounts'
import { findFormer } from '../accounts'
import { inspectToken, type TokenFacts } from '../app'
import { type Graph, GraphFailed, GraphSilent } from '../graph'
import { freeName } from '../names'
import { requireApp, type SignInDeps, signInFailed } from '../sign-in'
import { CHANNEL, connectOfficial, type OfficialDeps, renewAccess } from './connect'
import type { ChosenNumber, NumberKind, NumberRefusal, NumbersConnected, SignedUpNumber } from './sign-up-contract'
import { checkWebhook } from './webhook'

/** What the dialog is to grant. `coexist` offers to link the WhatsApp Business app of a phone, too. */
export const signUpQuery = (configId: string, kind: NumberKind): Readonly<Record<string, string>> => ({
  config_id: configId,
  override_default_response_type: 'true',
  extras: JSON.stringify({
    setup: {},
    sessionInfoVersion: '3',
    ...(kind === 'coexist' && { featureType: 'whatsapp_business_app_onboarding' }),
  }),
})

const NumberAtMeta = v.object({
  id: v.string(),
  display_phone_number: v.optional(v.string(), ''),
  verified_name: v.optional(v.string(), ''),
  platform_type: v.optional(v.string(), ''),
  is_on_biz_app: v.optional(v.boolean(), false),
})
const Numbers = v.object({ data: v.array(NumberAtMeta) })
const Business = v.object({ id: v.string(), name: v.optional(v.string(), '') })

const NUMBER_FIELDS = Object.keys(NumberAtMeta.entries).join(',')
const MAX_BUSINESSES = 50
const MAX_NUMBERS = '100'

export type GrantedNumber = {
  readonly id: string
  readonly businessId: string
  readonly businessName: string
  readonly phone: string
  readonly name: string
  /** It stays on the WhatsApp Business app of a phone, and must never be registered. */
  readonly isCoexistent: boolean
  readonly isRegistered: boolean
}
/** `token`: of a system user that Meta has made for the app in the company's business. */
export type GrantedNumbers = {
  readonly token: string
  readonly businesses: number
  readonly numbers: readonly GrantedNumber[]
}

type Access = { readonly token: string; readonly appSecret: string }

export async function findNumbers({ graph, app }: SignInDeps, token: string): Promise<GrantedNumbers> {
  const own = requireApp(app())
  try {
    const businesses = businessesIn(await inspectToken(graph, own, token))
    const numbers = await listNumbers(graph, { token, appSecret: own.secret }, businesses)
    return { token, businesses: businesses.length, numbers }
  } catch (error) {
    return signInFailed(error)
  }
}

/** Meta has named the permission that is limited to business accounts in several ways. */
const businessesIn = ({ targets }: TokenFacts): readonly string[] => {
  const own = targets.filter(({ scope }) => scope.startsWith('whatsapp_business_'))
  return [...new Set(own.flatMap(({ ids }) => ids))].slice(0, MAX_BUSINESSES)
}

/** An account that cannot be read does not hide the others. */
async function listNumbers(graph: Graph, access: Access, businesses: readonly string[]): Promise<GrantedNumber[]> {
  const found: GrantedNumber[] = []
  let failure: GraphFailed | undefined
  let isAnyRead = false
  for (const id of businesses)
    try {
      found.push(...(await numbersOf(graph, access, id)))
      isAnyRead = true
    } catch (error) {
      if (!(error instanceof GraphFailed)) throw error
      failure = error
    }
  if (failure && !isAnyRead) throw failure
  return found
}

async function numbersOf(graph: Graph, access: Access, businessId: string): Promise<GrantedNumber[]> {
  const read = (path: string, query: Record<string, string>) => graph.call({ method: 'GET', path, query, ...access })
  const { name } = v.parse(Business, await read(businessId, { fields: 'id,name' }))
  const answer = await read(`${businessId}/phone_numbers`, { fields: NUMBER_FIELDS, limit: MAX_NUMBERS })
  return v.parse(Numbers, answer).data.map((one) => granted(one, businessId, name))
}

const granted = (one: v.InferOutput<typeof NumberAtMeta>, businessId: string, businessName: string): GrantedNumber => ({
  id: one.id,
  businessId,
  businessName,
  phone: one.display_phone_number.replace(/\D/g, ''),
  name: one.verified_name,
  isCoexistent: one.is_on_biz_app,
  isRegistered: one.platform_type === 'CLOUD_API',
})

const mustBeRegistered = ({ isCoexistent, isRegistered }: GrantedNumber): boolean => !isCoexistent && !isRegistered

/** The connection of the company that has the number; `elsewhere`: one of another company. */
async function holderOf(cx: Cx, { claims }: OfficialDeps, id: string): Promise<number | 'elsewhere' | undefined> {
  if (await isElsewhere(claims, cx, { channel: CHANNEL, account: id })) return 'elsewhere'
  return findConnectionUsing(cx.db, CHANNEL, id) ?? findFormer(cx, CHANNEL, id)?.id
}

/** What a person is shown of a number. Whose connection it is elsewhere is not told. */
export async function showNumber(cx: Cx, deps: OfficialDeps, number: GrantedNumber): Promise<SignedUpNumber> {
  const { businessId: _, ...shown } = number
  const holder = await holderOf(cx, deps, number.id)
  return {
    ...shown,
    needsPin: mustBeRegistered(number),
    isConnected: typeof holder === 'number',
    refusal: holder === 'elsewhere' ? 'otherCompany' : null,
  }
}

type NumbersOutcome = Omit<NumbersConnected, 'key'>
type Choice = {
  readonly granted: GrantedNumbers
  readonly chosen: readonly ChosenNumber[]
  readonly queueIds: readonly number[]
  readonly origin: string
}

/** Connects each by itself: one that fails does not prevent the others. Calls `doer` after each answer of Meta. */
export async function connectNumbers(
  cx: Cx,
  deps: OfficialDeps,
  doer: () => Actor,
  { granted, chosen, ...how }: Choice,
): Promise<NumbersOutcome> {
  const result: NumbersOutcome = { connected: [], refused: [] }
  for (const { id, pin } of chosen) {
    const number = granted.numbers.find((one) => one.id === id)
    if (!number) continue
    const outcome = await connectOne(cx, deps, doer, { ...how, number, pin, token: granted.token })
    if ('reason' in outcome) result.refused.push({ id, name: number.name, ...outcome })
    else result.connected.push({ id, ...outcome })
  }
  return result
}

type One = Omit<Choice, 'granted' | 'chosen'> & {
  readonly number: GrantedNumber
  readonly pin: string | undefined
  readonly token: string
}
type RefusedNumber = { readonly reason: NumberRefusal; readonly answer: string | null }
type ConnectedNumber = { readonly whatsappId: number; readonly name: string; readonly isNew: boolean }

const refused = (reason: NumberRefusal, answer: string | null = null): RefusedNumber => ({ reason, answer })

async function connectOne(
  cx: Cx,
  deps: OfficialDeps,
  doer: () => Actor,
  one: One,
): Promise<RefusedNumber | ConnectedNumber> {
  const { number, pin } = one
  if (!isInPlan(cx, CHANNEL)) return refused('plan')
  const holder = await holderOf(cx, deps, number.id)
  if (holder === 'elsewhere') return refused('otherCompany')
  try {
    // Before Meta is changed.
    if (holder === undefined) requireRoom(cx, 'connections')
    if (mustBeRegistered(number)) {
      if (pin === undefined) return refused('pinMissing')
      doer()
      await register(deps, cx, one, pin)
    }
    return holder === undefined ? await create(cx, deps, doer, one) : await renew(cx, deps, doer, one, holder)
  } catch (error) {
    return refusalOf(error)
  }
}

/** The number leaves whatever it was used with. If it has a PIN, this must be it; if not, it becomes its PIN. */
async function register(
  { meta, ...deps }: OfficialDeps,
  { tenant }: Cx,
  { number, token }: One,
  pin: string,
): Promise<void> {
  await meta.graphOf(tenant.uuid).call({
    method: 'POST',
    path: `${number.id}/register`,
    body: { messaging_product: 'whatsapp', pin },
    token,
    appSecret: deps.operatorSettings.read('metaAppSecret'),
  })
}

const accessTo = ({ number, token }: One) => ({
  phoneNumberId: number.id,
  businessAccountId: number.businessId,
  accessToken: token,
  appSecret: null,
})

async function create(cx: Cx, deps: OfficialDeps, doer: () => Actor, one: One): Promise<ConnectedNumber> {
  const { number, queueIds, origin } = one
  const name = freeName(cx.db, number.name || number.phone, CHANNEL)
  const input = { ...accessTo(one), name, queueIds: [...queueIds] }
  const { connection } = await connectOfficial(deps, cx, input, { doer, origin })
  // The operator's app calls us for every number. What Meta does not say now is said by its first event.
  await checkWebhook(deps, cx, connection.id, origin).catch((error: unknown) =>
    deps.log.info({ err: error, tenant: cx.tenant.uuid }, 'meta: the webhook of a number could not be checked'),
  )
  return { whatsappId: connection.id, name: connection.name, isNew: true }
}

async function renew(cx: Cx, deps: OfficialDeps, doer: () => Actor, one: One, id: number): Promise<ConnectedNumber> {
  await renewAccess(deps, cx, id, accessTo(one))
  const connection = findConnectionOrFail(cx.db, id)
  note(cx, doer(), 'reconnect', connection)
  return { whatsappId: id, name: connection.name, isNew: false }
}

const WRONG_PIN = new Set([133_005, 133_008, 133_009])

function refusalOf(error: unknown): RefusedNumber {
  if (error instanceof GraphFailed) return refused(WRONG_PIN.has(error.code) ? 'pinWrong' : 'meta', error.details)
  if (error instanceof GraphSilent) return refused('silent')
  if (!(error instanceof AppError)) throw error
  const known = refusalsByCode[error.code]
  if (!known) throw error
  return refused(known, null)
}

const refusalsByCode: Readonly<Record<string, NumberRefusal>> = {
  ERR_PLAN_LIMIT: 'limit',
  ERR_META_IN_USE: 'otherCompany',
  ERR_META_SILENT: 'silent',
  ERR_META_VALUES: 'meta',
}
