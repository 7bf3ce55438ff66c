/**
 * Erases a contact's e-mails. Those written to that person alone go with their text; in others the address goes, waiting
 * copies are not sent, and the rows stay, so that they keep their counts.
 */
import type { Cx } from '../../platform/cx'
import { execute, getColumn, getRow } from '../../platform/sql'
import { searchable } from '../../platform/text'
import { removeEmail, settle } from './actions'
import { listOfPerson } from './letters'
import { findEmail } from './queries'

export function eraseEmails(cx: Cx, contactId: number, email: string | null): void {
  const address = email || null
  for (const id of listOfPerson(cx.db, contactId, address)) removeEmail(cx, id)
  if (address) eraseAddress(cx, address)
}

function eraseAddress(cx: Cx, address: string): void {
  const { db } = cx
  eraseAnswersOf(cx, address)
  const ids = getColumn<number>(
    db,
    'SELECT DISTINCT email_id FROM email_recipients WHERE address = ? COLLATE NOCASE',
    address,
  )
  for (const id of ids) {
    execute(
      db,
      `UPDATE email_recipients SET address = '', answer = NULL,
         failure = iif(state IN ('queued', 'sending'), 'erased', failure),
         state = iif(state IN ('queued', 'sending'), 'failed', state), next_at = NULL
       WHERE email_id = ? AND address = ? COLLATE NOCASE`,
      [id, address],
    )
    execute(db, "UPDATE emails SET words = replace(words, ?, '') WHERE id = ?", [searchable(address), id])
    if (findEmail(db, id)?.state !== 'scheduled' || !hasQueued(cx, id)) settle(cx, id)
  }
}

/** Also what came back, from wherever, in answer to copies to this address. */
function eraseAnswersOf({ db }: Cx, address: string): void {
  execute(
    db,
    `DELETE FROM email_answers WHERE from_address = @address COLLATE NOCASE OR id IN (
       SELECT a.id FROM email_recipients r JOIN email_answers a ON a.email_id = r.email_id AND a.recipient_id = r.id
       WHERE r.address = @address COLLATE NOCASE)`,
    { address },
  )
}

const hasQueued = ({ db }: Cx, id: number): boolean =>
  getRow(db, "SELECT 1 FROM email_recipients WHERE email_id = ? AND state = 'queued'", id) !== undefined
