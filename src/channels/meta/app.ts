/** The operator's app at Meta, by which people sign in, and what Meta says about tokens. */
import * as v from 'valibot'
import type { Services } from '../../platform/module'
import type { Graph } from './graph'

export type MetaApp = { readonly id: string; readonly secret: string }

/** Its fields are empty while the operator has entered none. */
export const operatorsApp = ({
  operatorSettings,
}: {
  readonly operatorSettings: Pick<Services['operatorSettings'], 'read'>
}): MetaApp => ({
  id: operatorSettings.read('metaAppId'),
  secret: operatorSettings.read('metaAppSecret'),
})

export const isComplete = ({ id, secret }: MetaApp): boolean => id !== '' && secret !== ''

/** An app's own token. */
export const appToken = ({ id, secret }: MetaApp): string => `${id}|${secret}`

const Token = v.object({ access_token: v.pipe(v.string(), v.nonEmpty()) })

/** A code of the sign-in dialog becomes a token. */
export async function redeemCode(graph: Graph, app: MetaApp, code: string, redirectUri: string): Promise<string> {
  const query = { client_id: app.id, client_secret: app.secret, redirect_uri: redirectUri, code }
  return v.parse(Token, await graph.call({ method: 'GET', path: 'oauth/access_token', query })).access_token
}

/** A person's lasting token. Tokens of pages that come from it do not end. */
export async function lastingToken(graph: Graph, app: MetaApp, token: string): Promise<string> {
  const query = {
    grant_type: 'fb_exchange_token',
    client_id: app.id,
    client_secret: app.secret,
    fb_exchange_token: token,
  }
  return v.parse(Token, await graph.call({ method: 'GET', path: 'oauth/access_token', query })).access_token
}

const Granted = v.object({ scope: v.string(), target_ids: v.optional(v.array(v.string()), []) })
const Inspected = v.object({
  data: v.object({
    is_valid: v.optional(v.boolean(), false),
    scopes: v.optional(v.array(v.string()), []),
    granular_scopes: v.optional(v.array(Granted), []),
    expires_at: v.optional(v.number(), 0),
    data_access_expires_at: v.optional(v.number(), 0),
    user_id: v.optional(v.string()),
  }),
})

export type TokenFacts = {
  readonly isValid: boolean
  readonly scopes: readonly string[]
  /** The accounts that a permission is limited to. */
  readonly targets: readonly { readonly scope: string; readonly ids: readonly string[] }[]
  /** Epoch milliseconds; null: it does not end. */
  readonly endsAt: number | null
  readonly userId: string | null
}

export async function inspectToken(graph: Graph, app: MetaApp, token: string): Promise<TokenFacts> {
  const query = { input_token: token }
  const answer = await graph.call({ method: 'GET', path: 'debug_token', query, token: appToken(app) })
  const { is_valid, scopes, granular_scopes, expires_at, data_access_expires_at, user_id } = v.parse(
    Inspected,
    answer,
  ).data
  const ends = [expires_at, data_access_expires_at].filter((seconds) => seconds > 0)
  return {
    isValid: is_valid,
    scopes,
    targets: granular_scopes.map(({ scope, target_ids }) => ({ scope, ids: target_ids })),
    endsAt: ends.length > 0 ? Math.min(...ends) * 1000 : null,
    userId: user_id ?? null,
  }
}
