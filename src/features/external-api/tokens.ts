/** The company's tokens: listed, created, changed, revoked, found by a request's token. */
import type { Actor } from '../../actor'
import { changesBetween, recordAct } from '../../audit/record'
import { findConnectionOrFail } from '../../channels/connections/queries'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { instant, instantOrNull } from '../../platform/formats'
import { getOrMake } from '../../platform/maps'
import { tokenHash } from '../../platform/secret'
import { execute, getColumn, getRow, getRows, getValue } from '../../platform/sql'
import { type Db, type Raw, remembered } from '../../platform/sqlite'
import { DAY, MINUTE } from '../../platform/time'
import { findQueueOrFail } from '../../queues/queries'
import { type ApiTokenTarget, issueApiToken } from '../../users/api-tokens'
import { can } from '../../users/permissions'
import {
  type ApiScope,
  type ApiToken,
  apiTokenCreated,
  apiTokenUpdated,
  type CreateApiToken,
  MOST_TOKENS,
  manageApi,
  type UpdateApiToken,
} from './contract'
import { apiErrors } from './errors'

/** Retention of revoked tokens in the list. */
const REVOKED_SHOWN = 30 * DAY

export type StoredToken = {
  readonly id: number
  readonly connectionId: number | null
  readonly queueId: number | null
  readonly name: string
  readonly prefix: string
  /** JSON. */
  readonly scopes: string
  readonly isMain: number
  /** 0: of a former version, or of another product. */
  readonly namesCompany: number
  readonly userId: number | null
  readonly userName: string | null
  readonly createdAt: number
  readonly lastUsedAt: number | null
  readonly expiresAt: number | null
  readonly revokedAt: number | null
}

/** Tokens of a deleted connection no longer exist. */
const SELECT = `SELECT t.id, t.connection_id AS connectionId, t.queue_id AS queueId, t.name, t.prefix, t.scopes,
    t.is_main AS isMain, t.names_company AS namesCompany, t.user_id AS userId, u.name AS userName, t.created_at AS createdAt,
    t.last_used_at AS lastUsedAt, t.expires_at AS expiresAt, t.revoked_at AS revokedAt
  FROM api_tokens t LEFT JOIN users u ON u.id = t.user_id LEFT JOIN connections c ON c.id = t.connection_id
  WHERE (t.connection_id IS NULL OR c.deleted_at IS NULL)`

export const scopesOf = ({ scopes }: StoredToken): readonly ApiScope[] => JSON.parse(scopes) as ApiScope[] // written from the contract's list

/** It moved in with its connection, and its clients know the ids and answers of that product. */
export const isMovedIn = ({ namesCompany, prefix }: StoredToken): boolean =>
  namesCompany === 0 && prefix !== '' && !prefix.startsWith('bq_')

export const showToken = (token: StoredToken): ApiToken => ({
  id: token.id,
  name: token.name,
  prefix: token.prefix,
  whatsappId: token.connectionId,
  queueId: token.queueId,
  scopes: [...scopesOf(token)],
  isMain: token.isMain === 1,
  user: token.userId === null ? null : { id: token.userId, name: token.userName ?? '' },
  createdAt: instant(token.createdAt),
  lastUsedAt: instantOrNull(token.lastUsedAt),
  expiresAt: instantOrNull(token.expiresAt),
  revokedAt: instantOrNull(token.revokedAt),
})

export const listTokens = ({ db, now }: Cx): ApiToken[] =>
  getRows<StoredToken>(
    db,
    `${SELECT} AND (t.revoked_at IS NULL OR t.revoked_at > ?) ORDER BY t.revoked_at IS NOT NULL, t.id LIMIT 500`,
    now() - REVOKED_SHOWN,
  ).map(showToken)

/** Each request asks for its token, by hash and by id, and few change a token. */
const tokensIn = new WeakMap<Raw, { byHash(hash: string): FoundToken; byId(id: number): FoundToken }>()
type FoundToken = StoredToken | undefined

const tokensOf = ({ $client: raw }: Db) =>
  getOrMake(tokensIn, raw, () => {
    const read = (sql: string) => (key: string | number) => getRow<StoredToken>(raw, `${SELECT} AND ${sql}`, key)
    const tables = ['api_tokens', 'users', 'connections']
    return {
      byHash: remembered(raw, read('t.hash = ?'), tables),
      byId: remembered(raw, read('t.id = (? + 0)'), tables),
    }
  })

export const findTokenByHash = (db: Db, hash: string): StoredToken | undefined => tokensOf(db).byHash(hash)

export const findToken = (db: Db, id: number): StoredToken =>
  tokensOf(db).byId(id) ?? fail(apiErrors.ERR_NO_API_TOKEN_FOUND)

/** Fails unless the token is usable. */
export function requireUsable(token: StoredToken, now: number) {
  if (token.revokedAt !== null) fail(apiErrors.ERR_API_TOKEN_REVOKED)
  if (token.expiresAt !== null && token.expiresAt <= now) fail(apiErrors.ERR_API_TOKEN_EXPIRED)
}

const hears = (listener: Actor) => can(listener, manageApi)

export function createToken(cx: Cx, actor: Actor, input: CreateApiToken): ApiToken & { readonly secret: string } {
  return cx.transaction((cx) => {
    const target = targetOf(cx, input)
    requireFuture(cx, input.expiresAt)
    const active = getValue(cx.db, 'SELECT count(*) FROM api_tokens WHERE revoked_at IS NULL')
    if (Number(active) >= MOST_TOKENS) fail(apiErrors.ERR_API_TOKEN_LIMIT, { most: MOST_TOKENS })
    const expiresAt = input.expiresAt == null ? null : Date.parse(input.expiresAt)
    const { name, scopes } = input
    const { id, token: secret } = issueApiToken(cx, actor, { ...target, name, scopes: unique(scopes), expiresAt })
    const token = showToken(findToken(cx.db, id))
    recordAct(cx, actor, { kind: 'apiToken', act: 'create', subject: { id, name } })
    cx.emit(apiTokenCreated({ token }), hears)
    return { ...token, secret }
  })
}

const unique = (scopes: readonly ApiScope[]) => [...new Set(scopes)]

function targetOf(cx: Cx, { whatsappId, queueId }: CreateApiToken): ApiTokenTarget {
  if (whatsappId != null && queueId != null)
    return fail('ERR_INVALID_INPUT', [{ field: 'queueId', message: 'form.invalid' }])
  if (whatsappId != null) return { connectionId: findConnectionOrFail(cx.db, whatsappId).id, queueId: null }
  if (queueId != null) return { connectionId: null, queueId: findQueueOrFail(cx.db, queueId).id }
  return { connectionId: null, queueId: null }
}

function requireFuture(cx: Cx, expiresAt: string | null | undefined) {
  if (expiresAt != null && Date.parse(expiresAt) <= cx.now())
    fail('ERR_INVALID_INPUT', [{ field: 'expiresAt', message: 'form.invalid' }])
}

export function updateToken(cx: Cx, actor: Actor, id: number, input: UpdateApiToken): ApiToken {
  return cx.transaction((cx) => {
    const before = findToken(cx.db, id)
    if (before.revokedAt !== null) fail(apiErrors.ERR_API_TOKEN_REVOKED)
    requireFuture(cx, input.expiresAt)
    const expiresAt =
      input.expiresAt === undefined ? before.expiresAt : input.expiresAt === null ? null : Date.parse(input.expiresAt)
    const name = input.name ?? before.name
    const scopes = input.scopes ? JSON.stringify(unique(input.scopes)) : before.scopes
    execute(cx.db, 'UPDATE api_tokens SET name = ?, scopes = ?, expires_at = ? WHERE id = ?', [
      name,
      scopes,
      expiresAt,
      id,
    ])
    const changes = changesBetween(noted(before), noted({ name, scopes, expiresAt }))
    recordAct(cx, actor, { kind: 'apiToken', act: 'update', subject: { id, name }, changes })
    return announce(cx, id)
  })
}

const noted = ({ name, scopes, expiresAt }: Pick<StoredToken, 'name' | 'scopes' | 'expiresAt'>) => ({
  name,
  scopes,
  expiresAt: instantOrNull(expiresAt),
})

/** Revoking again changes nothing. */
export function revokeToken(cx: Cx, actor: Actor, id: number): ApiToken {
  return cx.transaction((cx) => {
    const before = findToken(cx.db, id)
    if (before.revokedAt !== null) return showToken(before)
    const { $client } = cx.db
    execute($client, 'UPDATE api_tokens SET revoked_at = ? WHERE id = ?', [cx.now(), id])
    if (before.isMain === 1) {
      execute($client, 'UPDATE connections SET token_hash = NULL WHERE id = ?', before.connectionId)
      execute($client, 'UPDATE queues SET token_hash = NULL WHERE id = ?', before.queueId)
    }
    recordAct(cx, actor, { kind: 'apiToken', act: 'revoke', subject: { id, name: before.name } })
    return announce(cx, id)
  })
}

function announce(cx: Cx, id: number): ApiToken {
  const token = showToken(findToken(cx.db, id))
  cx.emit(apiTokenUpdated({ token }), hears)
  return token
}

/** Records the use once a minute, so that most requests write nothing. */
export function noteUse(cx: Cx, { id, lastUsedAt }: StoredToken) {
  if (lastUsedAt !== null && Math.abs(cx.now() - lastUsedAt) < MINUTE) return
  cx.transaction((cx) => {
    execute(cx.db, 'UPDATE api_tokens SET last_used_at = ? WHERE id = ?', [cx.now(), id])
    announce(cx, id)
  })
}

/** Hashes of tokens that do not name their company. */
export const listUnaddressed = (db: Db): string[] =>
  getColumn<string>(db, 'SELECT hash FROM api_tokens WHERE names_company = 0 AND revoked_at IS NULL')

export const hashOf = tokenHash

export const findTokenName = (db: Db, id: number): string =>
  String(getValue(db, 'SELECT name FROM api_tokens WHERE id = ?', id) ?? '')
