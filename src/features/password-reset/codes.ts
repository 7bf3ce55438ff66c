/**
 * One-time codes sent by e-mail: eight digits, valid for 15 minutes, five tries, one use, and five codes a day. Stored
 * encrypted: a hash of eight digits is quickly guessed.
 */
import { randomInt } from 'node:crypto'
import { fail } from '../../errors'
import type { Encryption } from '../../platform/encryption'
import { isSameSecret } from '../../platform/secret'
import { execute, getRow } from '../../platform/sql'
import type { WritableControl } from '../../platform/sqlite'
import { DAY, MINUTE, SECOND } from '../../platform/time'
import { CODE_DIGITS } from './contract'
import { resetErrors } from './errors'

export const CODE_LIFE = 15 * MINUTE
export const MOST_TRIES = 5
/** Codes of one owner within a day: 25 tries of a hundred million codes. */
export const MOST_A_DAY = 5

type Row = { code: string | null; expiresAt: number; tries: number; countedFrom: number; issued: number }

/** `owner` names whose code it is. It is bound to the encryption, so that no row's code fits another. */
export function createCodes({ $client }: WritableControl, encryption: Encryption) {
  const find = (owner: string): Row | undefined =>
    getRow<Row>(
      $client,
      'SELECT code, expires_at AS expiresAt, tries, counted_from AS countedFrom, issued FROM mail_codes WHERE owner = ?',
      owner,
    )

  return {
    /** Replaces an earlier code. Fails with ERR_TOO_MANY_ATTEMPTS after the day's last one. */
    issue(owner: string, now: number): { code: string; expiresAt: number } {
      const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
      const expiresAt = now + CODE_LIFE
      const known = find(owner)
      const isToday = known !== undefined && Math.abs(now - known.countedFrom) < DAY
      const [countedFrom, issued] = isToday ? [known.countedFrom, known.issued] : [now, 0]
      if (issued >= MOST_A_DAY)
        fail('ERR_TOO_MANY_ATTEMPTS', { retryAfter: Math.ceil((countedFrom + DAY - now) / SECOND) })
      execute(
        $client,
        `INSERT INTO mail_codes (owner, code, expires_at, counted_from, issued) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET code = excluded.code, expires_at = excluded.expires_at, tries = 0, counted_from = excluded.counted_from, issued = excluded.issued`,
        [owner, encryption.encrypt(code, owner), expiresAt, countedFrom, issued + 1],
      )
      return { code, expiresAt }
    },

    /**
     * Uses up a valid code. Fails with ERR_RESET_CODE_WRONG, which costs a try, or ERR_RESET_CODE_EXPIRED, also for a code
     * that was never issued, is used up, or was replaced.
     */
    redeem(owner: string, code: string, now: number): void {
      const triesLeft = $client
        .transaction((): number | null => {
          const row = find(owner)
          if (!row?.code || row.expiresAt <= now || row.tries >= MOST_TRIES)
            return fail(resetErrors.ERR_RESET_CODE_EXPIRED)
          if (isSameSecret(encryption.decrypt(row.code, owner), code)) {
            forget(owner)
            return null
          }
          execute($client, 'UPDATE mail_codes SET tries = tries + 1 WHERE owner = ?', owner)
          return MOST_TRIES - row.tries - 1
        })
        .immediate()
      if (triesLeft !== null) fail(resetErrors.ERR_RESET_CODE_WRONG, { triesLeft })
    },

    /** For a code whose mail was not sent. It still counts for the day. */
    forget,
  }

  function forget(owner: string) {
    execute($client, 'UPDATE mail_codes SET code = NULL WHERE owner = ?', owner)
  }
}

/** Those that are neither valid nor counted any more. */
export const deleteExpiredCodes = ({ $client }: WritableControl, now: number): void =>
  void execute($client, 'DELETE FROM mail_codes WHERE expires_at < ? AND counted_from < ?', [now, now - DAY])
