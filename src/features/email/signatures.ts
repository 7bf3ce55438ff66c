/** A person's signature, below the e-mails that they sign. */
import type { Actor } from '../../actor'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { execute, getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { type EmailSignature, emailSignatureChanged, type SetSignature } from './contract'
import { SIGNATURE_LENGTH } from './formatted/contract'
import { sanitise } from './formatted/sanitise'

export const signatureOf = (db: Db, userId: number): string | null =>
  getValue<string>(db, 'SELECT html FROM email_signatures WHERE user_id = (? + 0)', userId) ?? null

/** An empty one removes it. */
export const setSignature = (cx: Cx, { userId }: Pick<Actor, 'userId'>, { html }: SetSignature): EmailSignature =>
  cx.transaction((cx) => {
    const clean = sanitise(html)
    if (clean.length > SIGNATURE_LENGTH) fail('ERR_INVALID_INPUT', [{ field: 'html', message: 'form.text.long' }])
    if (clean === '') execute(cx.db, 'DELETE FROM email_signatures WHERE user_id = ?', userId)
    else
      execute(
        cx.db,
        `INSERT INTO email_signatures (user_id, html, updated_at) VALUES (@userId, @html, @now)
         ON CONFLICT DO UPDATE SET html = @html, updated_at = @now`,
        { userId, html: clean, now: cx.now() },
      )
    cx.emit(emailSignatureChanged({}), (listener) => listener.userId === userId)
    return { html: clean === '' ? null : clean }
  })
