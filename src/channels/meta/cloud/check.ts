/** Asks Meta about the values of an official number: which of them are right, and what the number is. */
import { formatNumber } from '../../../contacts/number'
import { ownEntry } from '../../../platform/maps'
import { oneLine } from '../../../platform/text'
import { type Graph, GraphFailed } from '../graph'
import type { CheckName, Finding, OfficialValues } from './contract'
import { fieldsOf, listOf, numberOf, textOf, textOrNull } from './fields'

/** What Meta says about a number. */
export type NumberFacts = {
  readonly displayName: string
  /** Digits. */
  readonly phone: string
  readonly username: string | null
  readonly quality: string | null
  readonly limit: number | null
  readonly isCoexistent: boolean
  readonly tokenEndsAt: number | null
}

export type CheckOutcome = {
  readonly findings: readonly Finding[]
  /** Undefined while something is wrong. */
  readonly facts: NumberFacts | undefined
}

const MANAGEMENT = 'whatsapp_business_management'
const SCOPES = ['whatsapp_business_messaging', MANAGEMENT]
const NUMBER_FIELDS =
  'id,verified_name,display_phone_number,quality_rating,platform_type,is_on_biz_app,username,whatsapp_business_manager_messaging_limit'
const MAX_NUMBERS = '100'

const limits: Readonly<Record<string, number>> = {
  TIER_50: 50,
  TIER_250: 250,
  TIER_1K: 1000,
  TIER_2K: 2000,
  TIER_10K: 10_000,
  TIER_100K: 100_000,
  TIER_UNLIMITED: -1,
}

/** Throws `GraphSilent` if Meta cannot be reached. */
export async function checkNumber(graph: Graph, values: OfficialValues): Promise<CheckOutcome> {
  const { accessToken: token, appSecret, phoneNumberId, businessAccountId } = values
  const ask = (path: string, query: Record<string, string>, secret?: string) =>
    graph.call({ method: 'GET', path, query, token, ...(secret !== undefined && { appSecret: secret }) })

  const known = await answerOf(ask('debug_token', { input_token: token }, appSecret))
  const isSecretWrong = known.error !== undefined && isAboutProof(known.error)
  const access = isSecretWrong ? await answerOf(ask('debug_token', { input_token: token })) : known
  const about = fieldsOf(access.answer?.data)
  const isValid = access.error === undefined && about.is_valid === true
  if (!isValid) return { findings: tokenRefused(access.error), facts: undefined }

  const secret = isSecretWrong ? undefined : appSecret
  const number = await answerOf(ask(phoneNumberId, { fields: NUMBER_FIELDS }, secret))
  const numbers = await answerOf(
    ask(`${businessAccountId}/phone_numbers`, { fields: 'id', limit: MAX_NUMBERS }, secret),
  )
  // Some tokens of Meta's sign-up name the permission otherwise: what they can read proves it.
  const mayManage = number.error === undefined && numbers.error === undefined
  const missing = SCOPES.filter(
    (scope) => !listOf(about.scopes).includes(scope) && !(scope === MANAGEMENT && mayManage),
  )
  const findings = [
    numberFinding(number, missing),
    accountFinding(numbers, phoneNumberId, missing),
    good('token', textOrNull(about.application)),
    isSecretWrong ? bad('secret', 'otherApp') : good('secret'),
    missing.length > 0 ? bad('permissions', 'missing', missing.join(', ')) : good('permissions'),
  ]
  const isPassed = findings.every(({ state }) => state === 'good' || state === 'warn')
  return { findings, facts: isPassed ? factsIn(fieldsOf(number.answer), about.expires_at) : undefined }
}

type GraphReply = { readonly answer?: Readonly<Record<string, unknown>>; readonly error?: GraphFailed }

async function answerOf(asked: Promise<unknown>): Promise<GraphReply> {
  try {
    return { answer: fieldsOf(await asked) }
  } catch (error) {
    if (error instanceof GraphFailed) return { error }
    throw error
  }
}

const isAboutProof = ({ code, message }: GraphFailed): boolean => code === 100 && /appsecret_proof/i.test(message)

const good = (check: CheckName, answer: string | null = null): Finding => ({
  check,
  state: 'good',
  fault: null,
  answer: answer && oneLine(answer, 200),
})
const bad = (check: CheckName, fault: string, answer: string | null = null): Finding => ({
  check,
  state: 'bad',
  fault,
  answer: answer && oneLine(answer, 200),
})
const waits = (check: CheckName): Finding => ({ check, state: 'wait', fault: null, answer: null })

const tokenRefused = (error: GraphFailed | undefined): readonly Finding[] => [
  waits('number'),
  waits('account'),
  bad('token', error ? 'refused' : 'ended', error?.details ?? null),
  waits('secret'),
  waits('permissions'),
]

function numberFinding({ answer, error }: GraphReply, missing: readonly string[]): Finding {
  if (error) return missing.length > 0 ? waits('number') : bad('number', 'notFound', error.details)
  const {
    display_phone_number: phone,
    verified_name: name,
    platform_type: platform,
    is_on_biz_app: isOnApp,
  } = answer ?? {}
  const shown = [formatNumber(textOf(phone).replace(/\D/g, '')), textOf(name)].filter(Boolean).join(', ')
  if (platform !== 'CLOUD_API' && isOnApp !== true) return bad('number', 'notRegistered', shown)
  return good('number', shown)
}

function accountFinding({ answer, error }: GraphReply, phoneNumberId: string, missing: readonly string[]): Finding {
  if (error) return missing.length > 0 ? waits('account') : bad('account', 'notFound', error.details)
  const isInIt = listOf(answer?.data).some((one) => textOf(fieldsOf(one).id) === phoneNumberId)
  return isInIt ? good('account') : bad('account', 'otherNumber')
}

export function factsIn(number: Readonly<Record<string, unknown>>, expiresAt: unknown): NumberFacts {
  const ends = numberOf(expiresAt) ?? 0
  return {
    displayName: oneLine(textOf(number.verified_name), 200),
    phone: textOf(number.display_phone_number).replace(/\D/g, '').slice(0, 20),
    username: oneLine(textOf(number.username), 100) || null,
    quality: oneLine(textOf(number.quality_rating), 20) || null,
    limit: ownEntry(limits, textOf(number.whatsapp_business_manager_messaging_limit)) ?? null,
    isCoexistent: number.is_on_biz_app === true,
    tokenEndsAt: ends > 0 ? ends * 1000 : null,
  }
}
