/** Erases a contact's address. Waiting copies are not sent; the rows stay, so that e-mails keep their counts. */
import type { Cx } from '../../platform/cx'
import { statement } from '../../platform/sqlite'
import { fold } from '../../platform/text'
import { settle } from './actions'
import { findEmail } from './queries'

export function eraseAddress(cx: Cx, address: string): void {
  const { db } = cx
  const ids = statement(db.$client, 'SELECT DISTINCT email_id FROM email_recipients WHERE address = ? COLLATE NOCASE')
    .pluck()
    .all(address) as number[] // one column
  for (const id of ids) {
    statement(
      db.$client,
      `UPDATE email_recipients SET address = '', answer = NULL,
         failure = iif(state IN ('queued', 'sending'), 'erased', failure),
         state = iif(state IN ('queued', 'sending'), 'failed', state), next_at = NULL
       WHERE email_id = ? AND address = ? COLLATE NOCASE`,
    ).run(id, address)
    statement(db.$client, "UPDATE emails SET words = replace(words, ?, '') WHERE id = ?").run(fold(address), id)
    if (findEmail(db, id)?.state !== 'scheduled' || !hasQueued(cx, id)) settle(cx, id)
  }
}

const hasQueued = ({ db }: Cx, id: number): boolean =>
  statement(db.$client, "SELECT 1 FROM email_recipients WHERE email_id = ? AND state = 'queued'").get(id) !== undefined
