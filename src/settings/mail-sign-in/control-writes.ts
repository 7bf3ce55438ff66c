/** What happens to the installation's mail account while somebody's mail is sent. */
import * as v from 'valibot'
import { defineControlWrite } from '../../platform/control-writes'
import { execute } from '../../platform/sql'
import type { Db, WritableControl } from '../../platform/sqlite'

/** Nothing happens if somebody has signed in or out meanwhile. */
export const renewIn = (source: Db | WritableControl, id: number, token: string): void =>
  void execute(source, 'UPDATE mail_accounts SET refresh_token = ? WHERE id = ?', [token, id])

/** Returns whether it was this account's first refusal. */
export function refuseIn(source: Db | WritableControl, now: number, id: number, words: string): boolean {
  const { changes } = execute(
    source,
    `UPDATE mail_accounts SET refused_at = ?, refusal = ?, refresh_token = '', notice_due = 1
     WHERE id = ? AND refused_at IS NULL`,
    [now, words, id],
  )
  return changes === 1
}

/** `token` is encrypted. */
export const renewAccount = defineControlWrite(
  'mailAccounts.renew',
  v.object({ id: v.number(), token: v.string() }),
  (control, _now, { id, token }) => renewIn(control, id, token),
)

export const refuseAccount = defineControlWrite(
  'mailAccounts.refuse',
  v.object({ id: v.number(), words: v.string() }),
  (control, now, { id, words }) => refuseIn(control, now, id, words),
)
