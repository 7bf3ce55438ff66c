/** Asks a provider for tokens, and reads what it answers. */
import * as v from 'valibot'
import { readJson } from '../../platform/json'
import { parseAddress } from '../../platform/mail-address'
import { askOutside, type OutsideAnswer, OutsideFailed, type OutsideRequest } from '../../platform/outside'
import { SECOND } from '../../platform/time'
import type { SignInFault } from './contract'

/** What the operator has registered with the provider. */
export type App = { readonly id: string; readonly secret: string }

export type Tokens = {
  readonly access: string
  /** Milliseconds for which `access` is valid. */
  readonly life: number
  /** Null if it has not changed, or if the provider gave none. */
  readonly refresh: string | null
  /** Null if the provider does not say: as asked for. */
  readonly scopes: readonly string[] | null
  /** Null if the provider does not say. */
  readonly address: string | null
}

export class NoTokens extends Error {
  readonly fault: SignInFault
  /** The provider's own words, in one line. */
  readonly answer: string
  constructor(fault: SignInFault, answer: string) {
    super(`sign-in: ${fault}: ${answer}`)
    this.name = 'NoTokens'
    this.fault = fault
    this.answer = answer
  }
}

const TIMEOUT_MS = 15 * SECOND
/** Somebody waits for it, though nothing depends on it. */
const REVOKE_LIMIT = 5 * SECOND
const MOST_BYTES = 64 * 1024
const LONGEST_ANSWER = 300
/** A provider that says nothing gives an hour. */
const USUAL_LIFE = 3600

const token = v.pipe(v.string(), v.nonEmpty(), v.maxLength(16_000))
const Granted = v.object({
  access_token: token,
  // Microsoft once sent it as a text.
  expires_in: v.optional(v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.minValue(1)), USUAL_LIFE),
  refresh_token: v.optional(token),
  scope: v.optional(v.string()),
  id_token: v.optional(v.string()),
})
const Refused = v.object({
  error: v.string(),
  error_description: v.optional(v.string(), ''),
})
const Claims = v.object({
  aud: v.string(),
  email: v.optional(v.string()),
  preferred_username: v.optional(v.string()),
})

type Bounds = Pick<OutsideRequest, 'wait' | 'left'>

/** Throws `NoTokens`. */
export async function askForTokens(
  url: string,
  { id, secret }: App,
  form: Readonly<Record<string, string>>,
  bounds: Bounds,
): Promise<Tokens> {
  const { status, body } = await post(url, { client_id: id, client_secret: secret, ...form }, bounds, TIMEOUT_MS)
  const answer = readJson(body)
  const granted = status === 200 ? v.safeParse(Granted, answer) : undefined
  if (!granted?.success) throw refusalOf(status, answer)
  const { access_token, expires_in, refresh_token = null, scope, id_token } = granted.output
  return {
    access: access_token,
    life: expires_in * SECOND,
    refresh: refresh_token,
    scopes: scope?.split(/\s+/) ?? null,
    address: addressIn(id_token, id),
  }
}

/** Withdraws what a token allows. Nothing happens if the provider cannot be reached: it is forgotten here in any case. */
export async function revokeToken(url: string, token: string, bounds: Bounds): Promise<void> {
  await post(url, { token }, bounds, REVOKE_LIMIT).catch((error: unknown) => {
    if (!(error instanceof NoTokens)) throw error
  })
}

function post(
  url: string,
  form: Readonly<Record<string, string>>,
  bounds: Bounds,
  limit: number,
): Promise<OutsideAnswer> {
  const body = new URLSearchParams(form).toString()
  const headers = {
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(body.length),
  }
  return askOutside({ url, method: 'POST', headers, body, reach: 'any', limit, most: MOST_BYTES, ...bounds }).catch(
    (error: unknown) => {
      if (error instanceof OutsideFailed) throw new NoTokens('temporary', error.fault)
      throw error
    },
  )
}

/** By the error's name, which RFC 6749 defines, and by Microsoft's numbers where it says too little. */
const meanings: readonly (readonly [RegExp, SignInFault])[] = [
  [/^(temporarily_unavailable|server_error|slow_down)\b|AADSTS9003[36]/, 'temporary'],
  [/^admin_policy_enforced\b|AADSTS(65001|90094|900941|90095)\b/, 'adminNeeded'],
  [/^(access_denied|consent_required)\b|AADSTS65004\b/, 'denied'],
  [/^(invalid_client|unauthorized_client|redirect_uri_mismatch|deleted_client|org_internal)\b/, 'app'],
  [/AADSTS(50011|50194|700016|7000215|7000222|90002)\b/, 'app'],
  [/^(invalid_grant|interaction_required|login_required)\b/, 'code'],
]

export const faultOf = (words: string): SignInFault => meanings.find(([sign]) => sign.test(words))?.[1] ?? 'odd'

function refusalOf(status: number, answer: unknown): NoTokens {
  const refused = v.safeParse(Refused, answer)
  if (!refused.success) return new NoTokens(isForNow(status) ? 'temporary' : 'odd', `HTTP ${status}`)
  const words = wordsOf(refused.output.error, refused.output.error_description)
  return new NoTokens(isForNow(status) ? 'temporary' : faultOf(words), words)
}

const isForNow = (status: number) => status >= 500 || status === 429 || status === 408

export const wordsOf = (error: string, description: string): string =>
  [error, description]
    .filter(Boolean)
    .join(': ')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .slice(0, LONGEST_ANSWER)

/** The token came from the provider itself over TLS, so its signature says nothing more. */
function addressIn(idToken: string | undefined, appId: string): string | null {
  const [, payload = ''] = idToken?.split('.') ?? []
  const claims = v.safeParse(Claims, readJson(Buffer.from(payload, 'base64url').toString('utf8')))
  if (!claims.success || claims.output.aud !== appId) return null
  const { email = '', preferred_username: name = '' } = claims.output
  return (parseAddress(email) ?? parseAddress(name))?.address ?? null
}
