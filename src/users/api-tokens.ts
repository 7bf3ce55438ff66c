/** Tokens of the external API, for the modules that issue them. The feature `external-api` lists and accepts them. */
import type { Doer } from '../audit/record'
import type { Cx } from '../platform/cx'
import { newToken, tokenHash } from '../platform/secret'
import { execute } from '../platform/sql'
import { apiScopes } from './contract'

export type ApiScope = (typeof apiScopes)[number]

/** What a token sends for: a connection, a queue, or the whole company. */
export type ApiTokenTarget =
  | { readonly connectionId: null; readonly queueId: null }
  | { readonly connectionId: number; readonly queueId: null }
  | { readonly connectionId: null; readonly queueId: number }

type NewApiToken = ApiTokenTarget & {
  readonly name: string
  readonly scopes?: readonly ApiScope[]
  readonly expiresAt?: number | null
  /** The one that the dialog of its connection or queue renews. */
  readonly isMain?: boolean
}

/** Characters of a token that screens show. */
const SHOWN = 12

/** Whether it looks like one of ours: with the id of its company, or an older one of a queue. */
export const isApiToken = (token: string): boolean => /^(bk\d{1,15}|bq)_/.test(token)

/** Stores a new token and returns it: it is shown only now. It names its company, so that it is found without a search. */
export function issueApiToken(
  cx: Cx,
  doer: Doer,
  { connectionId, queueId, name, scopes = apiScopes, expiresAt = null, isMain = false }: NewApiToken,
): { id: number; token: string } {
  const token = `bk${cx.tenant.id}_${newToken()}`
  const { lastInsertRowid } = execute(
    cx.db,
    `INSERT INTO api_tokens (connection_id, queue_id, name, prefix, hash, scopes, is_main, user_id, created_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      connectionId,
      queueId,
      name,
      token.slice(0, SHOWN),
      tokenHash(token),
      JSON.stringify(scopes),
      isMain ? 1 : 0,
      doer?.userId ?? null,
      cx.now(),
      expiresAt,
    ],
  )
  return { id: Number(lastInsertRowid), token }
}

/** Shorter ones of another product can be guessed. */
const SHORTEST_KEPT = 16
/** What other products accept as a token: no blanks, and ASCII, because it stands in a header. */
export const isKeptToken = (token: string): boolean =>
  token.length >= SHORTEST_KEPT && token.length <= 255 && /^[\x21-\x7e]+$/.test(token)

/** Stores a token of another product, which goes on working here; it names no company. False if it is in use already. */
export function keepApiToken(
  cx: Cx,
  {
    connectionId,
    name,
    token,
  }: { readonly connectionId: number | null; readonly name: string; readonly token: string },
): boolean {
  const { changes } = execute(
    cx.db,
    `INSERT OR IGNORE INTO api_tokens (connection_id, name, prefix, hash, scopes, is_main, names_company, created_at)
       VALUES (@connectionId, @name, @prefix, @hash, @scopes, @isMain, 0, @now)`,
    {
      connectionId,
      name,
      prefix: token.slice(0, SHOWN / 2),
      hash: tokenHash(token),
      scopes: JSON.stringify(apiScopes),
      isMain: connectionId === null ? 0 : 1,
      now: cx.now(),
    },
  )
  return changes > 0
}

/** Replaces the main token of a connection or queue; in the caller's transaction. */
export function renewMainToken(cx: Cx, doer: Doer, target: ApiTokenTarget & { readonly name: string }): string {
  execute(
    cx.db,
    `UPDATE api_tokens SET revoked_at = @now WHERE is_main = 1 AND revoked_at IS NULL
       AND (connection_id = @connectionId OR queue_id = @queueId)`,
    { now: cx.now(), connectionId: target.connectionId, queueId: target.queueId },
  )
  return issueApiToken(cx, doer, { ...target, isMain: true }).token
}
