import * as v from 'valibot'
import { fail } from '../../errors'
import { defineControlWrite } from '../../platform/control-writes'
import { execute, getRow } from '../../platform/sql'
import type { ControlDb } from '../../platform/sqlite'
import { DAY, MINUTE, SECOND } from '../../platform/time'
import { resetErrors } from './errors'

export const CODE_LIFE = 15 * MINUTE
export const MOST_TRIES = 5
/** Codes of one owner within a day: 25 tries of a hundred million codes. */
export const MOST_A_DAY = 5

type Row = { code: string | null; expiresAt: number; tries: number; countedFrom: number; issued: number }

export const findCode = (control: ControlDb, owner: string): Row | undefined =>
  getRow<Row>(
    control,
    'SELECT code, expires_at AS expiresAt, tries, counted_from AS countedFrom, issued FROM mail_codes WHERE owner = ?',
    owner,
  )

/** `code` is encrypted; it replaces an earlier one. Fails with ERR_TOO_MANY_ATTEMPTS after the day's last one. */
export const storeCode = defineControlWrite(
  'mailCodes.store',
  v.object({ owner: v.string(), code: v.string() }),
  (control, now, { owner, code }) => {
    const expiresAt = now + CODE_LIFE
    const known = findCode(control, owner)
    const isToday = known !== undefined && Math.abs(now - known.countedFrom) < DAY
    const [countedFrom, issued] = isToday ? [known.countedFrom, known.issued] : [now, 0]
    if (issued >= MOST_A_DAY)
      fail('ERR_TOO_MANY_ATTEMPTS', { retryAfter: Math.ceil((countedFrom + DAY - now) / SECOND) })
    execute(
      control,
      `INSERT INTO mail_codes (owner, code, expires_at, counted_from, issued) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET code = excluded.code, expires_at = excluded.expires_at, tries = 0, counted_from = excluded.counted_from, issued = excluded.issued`,
      [owner, code, expiresAt, countedFrom, issued + 1],
    )
    return { expiresAt }
  },
)

/**
 * Somebody has tried a code. The caller has compared it with the stored one, `of`, which must still be the owner's. A right
 * one is used up and null returned; a wrong one costs a try, and the tries that are left are returned.
 */
export const useCode = defineControlWrite(
  'mailCodes.use',
  v.object({ owner: v.string(), of: v.nullable(v.string()), isRight: v.boolean() }),
  (control, now, { owner, of, isRight }) => {
    const row = findCode(control, owner)
    if (!row?.code || row.code !== of || row.expiresAt <= now || row.tries >= MOST_TRIES)
      return fail(resetErrors.ERR_RESET_CODE_EXPIRED)
    if (isRight) execute(control, 'UPDATE mail_codes SET code = NULL WHERE owner = ?', owner)
    else execute(control, 'UPDATE mail_codes SET tries = tries + 1 WHERE owner = ?', owner)
    return isRight ? null : MOST_TRIES - row.tries - 1
  },
)

/** For a code whose mail was not sent. It still counts for the day. */
export const forgetCode = defineControlWrite(
  'mailCodes.forget',
  v.object({ owner: v.string(), code: v.string() }),
  (control, _now, { owner, code }) =>
    void execute(control, 'UPDATE mail_codes SET code = NULL WHERE owner = ? AND code = ?', [owner, code]),
)

export const codeWrites = [storeCode, useCode, forgetCode]
