/**
 * One-time codes sent by e-mail: eight digits, valid for 15 minutes, five tries, one use, and five codes a day. Stored
 * encrypted: a hash of eight digits is quickly guessed.
 */
import { randomInt } from 'node:crypto'
import { fail } from '../../errors'
import type { Encryption } from '../../platform/encryption'
import type { Services } from '../../platform/module'
import { isSameSecret } from '../../platform/secret'
import { execute } from '../../platform/sql'
import type { WritableControl } from '../../platform/sqlite'
import { DAY } from '../../platform/time'
import { CODE_DIGITS } from './contract'
import { findCode, forgetCode, storeCode, useCode } from './control-writes'
import { resetErrors } from './errors'

type IssuedCode = {
  readonly code: string
  readonly expiresAt: number
  /** For a code whose mail was not sent. It still counts for the day. */
  forget(): Promise<void>
}

/** `owner` names whose code it is. It is bound to the encryption, so that no row's code fits another. */
export const createCodes = (
  { databases: { control }, controlWrites }: Pick<Services, 'databases' | 'controlWrites'>,
  encryption: Encryption,
) => ({
  /** Replaces an earlier code. Fails with ERR_TOO_MANY_ATTEMPTS after the day's last one. */
  async issue(owner: string): Promise<IssuedCode> {
    const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
    const stored = encryption.encrypt(code, owner)
    const { expiresAt } = await controlWrites.run(storeCode, { owner, code: stored })
    return { code, expiresAt, forget: () => controlWrites.run(forgetCode, { owner, code: stored }) }
  },

  /**
   * Uses up a valid code. Fails with ERR_RESET_CODE_WRONG, which costs a try, or ERR_RESET_CODE_EXPIRED, also for a code
   * that was never issued, is used up, or was replaced.
   */
  async redeem(owner: string, code: string): Promise<void> {
    const of = findCode(control, owner)?.code ?? null
    const isRight = of !== null && isSameSecret(encryption.decrypt(of, owner), code)
    const triesLeft = await controlWrites.run(useCode, { owner, of, isRight })
    if (triesLeft !== null) fail(resetErrors.ERR_RESET_CODE_WRONG, { triesLeft })
  },
})

/** Those that are neither valid nor counted any more. */
export const deleteExpiredCodes = ({ $client }: WritableControl, now: number): void =>
  void execute($client, 'DELETE FROM mail_codes WHERE expires_at < ? AND counted_from < ?', [now, now - DAY])
