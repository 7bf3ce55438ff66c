/** Password reset codes: six digits, valid for 15 minutes, five tries, one use. Stored encrypted: a hash of six digits is quickly guessed. */
import { randomInt } from 'node:crypto'
import type { Encryption } from '../../platform/encryption'
import { isSameSecret } from '../../platform/secret'
import { execute, getRow } from '../../platform/sql'
import type { ControlDb } from '../../platform/sqlite'
import { MINUTE } from '../../platform/time'
import { RESET_CODE_DIGITS } from './contract'

export const CODE_LIFE = 15 * MINUTE
export const MOST_TRIES = 5

export type Account = { readonly companyId: number; readonly userId: number }

/** A wrong code costs a try. `expired` also stands for a code that was never issued, is used up, or was replaced. */
export type Redemption =
  | { readonly outcome: 'valid' | 'expired' }
  | { readonly outcome: 'wrong'; readonly triesLeft: number }

export type Codes = ReturnType<typeof createCodes>

const ownerOf = ({ companyId, userId }: Account) => `user ${userId} of company ${companyId}`

export function createCodes({ $client }: ControlDb, encryption: Encryption) {
  return {
    /** Replaces an earlier code of the same user. */
    issue(account: Account, now: number): { code: string; expiresAt: number } {
      const code = String(randomInt(10 ** RESET_CODE_DIGITS)).padStart(RESET_CODE_DIGITS, '0')
      const expiresAt = now + CODE_LIFE
      execute(
        $client,
        `INSERT INTO reset_codes (company_id, user_id, code, expires_at) VALUES (?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET code = excluded.code, expires_at = excluded.expires_at, tries = 0`,
        [account.companyId, account.userId, encryption.encrypt(code, ownerOf(account)), expiresAt],
      )
      return { code, expiresAt }
    },

    /** Deletes a valid code, so that it works once. */
    redeem: (account: Account, code: string, now: number): Redemption =>
      $client
        .transaction((): Redemption => {
          const { companyId, userId } = account
          const row = getRow<{ code: string; expiresAt: number; tries: number }>(
            $client,
            'SELECT code, expires_at AS expiresAt, tries FROM reset_codes WHERE company_id = ? AND user_id = ?',
            [companyId, userId],
          )
          if (!row || row.expiresAt <= now || row.tries >= MOST_TRIES) return { outcome: 'expired' }
          if (isSameSecret(encryption.decrypt(row.code, ownerOf(account)), code)) {
            forget(account)
            return { outcome: 'valid' }
          }
          execute($client, 'UPDATE reset_codes SET tries = tries + 1 WHERE company_id = ? AND user_id = ?', [
            companyId,
            userId,
          ])
          return { outcome: 'wrong', triesLeft: MOST_TRIES - row.tries - 1 }
        })
        .immediate(),

    /** For a code whose mail was not sent. */
    forget,
  }

  function forget({ companyId, userId }: Account) {
    execute($client, 'DELETE FROM reset_codes WHERE company_id = ? AND user_id = ?', [companyId, userId])
  }
}

export const deleteExpiredCodes = ({ $client }: ControlDb, now: number): void =>
  void execute($client, 'DELETE FROM reset_codes WHERE expires_at < ?', now)
