/** Access to Dialogflow by a service account: a signed assertion is exchanged for a token, which is kept. */
import { createHash } from 'node:crypto'
import { importPKCS8, SignJWT } from 'jose'
import * as v from 'valibot'
import { text } from '../../../platform/formats'
import { readJson } from '../../../platform/json'
import { MINUTE, SECOND } from '../../../platform/time'
import { IntegrationFailed, type RunnerContext } from '../runner'

const SCOPE = 'https://www.googleapis.com/auth/dialogflow'
const GOOGLES_TOKENS = 'https://oauth2.googleapis.com/token'
const LIFE = 60 * MINUTE
/** A token is renewed this long before its end. */
const EARLY = 5 * MINUTE
const MOST_TOKENS = 1000

const KeyFile = v.object({
  type: v.literal('service_account'),
  project_id: text(200),
  private_key_id: v.optional(text(200), ''),
  private_key: v.pipe(text(8000), v.nonEmpty()),
  client_email: v.pipe(text(300), v.nonEmpty()),
  token_uri: v.optional(text(500), GOOGLES_TOKENS),
})
export type KeyFile = v.InferOutput<typeof KeyFile>

/** Undefined if it is not the key file of a service account. */
export function readKeyFile(json: string | null): KeyFile | undefined {
  const read = v.safeParse(KeyFile, readJson(json ?? ''))
  return read.success ? read.output : undefined
}

const Token = v.object({ access_token: v.pipe(text(4000), v.nonEmpty()), expires_in: v.optional(v.number(), 3600) })

type CachedToken = { readonly token: string; readonly until: number }

/** Keeps tokens by key, so that a changed key takes effect at once. */
export function createAccess() {
  const tokens = new Map<string, CachedToken>()
  const nameOf = (key: KeyFile) => createHash('sha256').update(JSON.stringify(key)).digest('base64')

  async function ask(key: KeyFile, context: Pick<RunnerContext, 'ask' | 'cx'>): Promise<CachedToken> {
    const now = context.cx.now()
    const assertion = await assertionOf(key, now)
    const body = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion,
    }).toString()
    const { status, body: answer } = await context.ask({
      url: key.token_uri,
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': String(Buffer.byteLength(body)),
      },
      body,
      what: 'OAuth',
    })
    const token = status === 200 ? v.safeParse(Token, readJson(answer)) : undefined
    if (!token?.success) throw new IntegrationFailed('access')
    return { token: token.output.access_token, until: now + token.output.expires_in * SECOND }
  }

  return {
    /** `isRefused`: the kept one was refused. */
    async tokenFor(key: KeyFile, context: Pick<RunnerContext, 'ask' | 'cx'>, isRefused = false): Promise<string> {
      const name = nameOf(key)
      const kept = tokens.get(name)
      if (kept && !isRefused && context.cx.now() < kept.until - EARLY) return kept.token
      const fresh = await ask(key, context)
      if (tokens.size >= MOST_TOKENS) tokens.clear()
      tokens.set(name, fresh)
      return fresh.token
    },
  }
}
export type Access = ReturnType<typeof createAccess>

async function assertionOf(key: KeyFile, now: number): Promise<string> {
  const issued = Math.floor(now / SECOND)
  try {
    // Key files copied through forms often have their line ends escaped twice.
    const pem = await importPKCS8(key.private_key.replaceAll('\\n', '\n'), 'RS256')
    return await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(key.private_key_id && { kid: key.private_key_id }) })
      .setIssuer(key.client_email)
      .setAudience(key.token_uri)
      .setIssuedAt(issued)
      .setExpirationTime(issued + LIFE / SECOND)
      .sign(pem)
  } catch {
    throw new IntegrationFailed('access')
  }
}
