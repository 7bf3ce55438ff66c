/** The key that makes a repeated request the same send. */
import { createHash } from 'node:crypto'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { execute, getRow } from '../../platform/sql'
import { DAY } from '../../platform/time'
import { type ApiSend, KEY_LENGTH } from './contract'
import { apiErrors } from './errors'
import type { SendRequest } from './request'
import { readSend } from './sends'
import type { StoredToken } from './tokens'

/** Retention of a key. */
const KEY_LIFE = DAY

/** `digest` distinguishes a repetition from another request under the same key. */
export type IdempotencyKey = { readonly value: string; readonly digest: string }

/** The `Idempotency-Key` header; null without one. `files`: hashes of the uploaded ones. */
export function readIdempotencyKey(
  headers: Headers,
  request: SendRequest,
  files: readonly string[],
): IdempotencyKey | null {
  const value = headers.get('idempotency-key')?.trim() ?? ''
  if (value === '') return null
  if (value.length > KEY_LENGTH || !/^[\x21-\x7e ]+$/.test(value))
    fail('ERR_INVALID_INPUT', [{ field: 'Idempotency-Key', message: 'form.invalid' }])
  const content = JSON.stringify([request, files])
  return { value, digest: createHash('sha256').update(content).digest('hex') }
}

/** The earlier send with a key. `repeated` is undefined if the key has expired and may be used again. */
type KeyUse = { readonly sendId: string; readonly repeated: ApiSend | undefined }

/** Fails if the key was used for another request. */
export function findKeyUse({ db, now }: Cx, { id }: StoredToken, key: IdempotencyKey | null): KeyUse | undefined {
  if (key === null) return undefined
  const holder = getRow<{ id: string; digest: string; createdAt: number }>(
    db,
    'SELECT id, digest, created_at AS createdAt FROM api_sends WHERE token_id = ? AND key = ?',
    [id, key.value],
  )
  if (!holder) return undefined
  if (holder.createdAt <= now() - KEY_LIFE) return { sendId: holder.id, repeated: undefined }
  if (holder.digest !== key.digest) fail(apiErrors.ERR_IDEMPOTENCY_KEY_REUSED, { id: holder.id })
  return { sendId: holder.id, repeated: readSend(db, holder.id) }
}

export const releaseKey = ({ db }: Cx, { sendId }: KeyUse) =>
  execute(db, 'UPDATE api_sends SET key = NULL WHERE id = ?', sendId)
