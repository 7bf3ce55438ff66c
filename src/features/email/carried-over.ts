/**
 * After a restore, e-mails continue from their state at the replacement, not in the backup. A copy being sent then may
 * have arrived, so it is not resent; e-mails cancelled after the backup are not sent.
 */
const SHARED = `SELECT a.id FROM aside.emails a JOIN main.emails m ON m.id = a.id AND m.created_at = a.created_at
  WHERE m.next_at IS NOT NULL`
const SAME = 'a.id = emails.id AND a.created_at = emails.created_at'

export const emailsCarriedOver: readonly string[] = [
  `DELETE FROM main.emails WHERE next_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM aside.emails a WHERE ${SAME})`,
  `DELETE FROM main.email_recipients WHERE email_id IN (${SHARED})`,
  `INSERT INTO main.email_recipients (email_id, address, state, failure, answer, tries, since, next_at, sent_at, counted)
   SELECT email_id, address, iif(state = 'sending', 'unknown', state), iif(state = 'sending', 'restored', failure), answer,
     tries, since, iif(state = 'queued', next_at, NULL), sent_at, counted
   FROM aside.email_recipients WHERE email_id IN (${SHARED}) ORDER BY id`,
  `UPDATE main.emails SET (subject, message, words, state, send_at) = (
     SELECT subject, message, words, state, send_at FROM aside.emails a WHERE ${SAME}),
     next_at = (SELECT min(next_at) FROM main.email_recipients r WHERE r.email_id = emails.id AND r.state = 'queued')
   WHERE id IN (${SHARED})`,
  `UPDATE main.emails SET state = 'done' WHERE state = 'sending' AND next_at IS NULL`,
  // What a person has sent since the backup counts, and the tokens of the account have changed since.
  'DELETE FROM main.email_uses',
  `INSERT INTO main.email_uses (user_id, at, recipients)
   SELECT user_id, at, recipients FROM aside.email_uses WHERE user_id IN (SELECT id FROM main.users)`,
  'DELETE FROM main.mail_accounts',
  `INSERT INTO main.mail_accounts (provider, address, refresh_token, signed_in_at, refused_at, refusal, notice_due)
   SELECT provider, address, refresh_token, signed_in_at, refused_at, refusal, notice_due FROM aside.mail_accounts`,
]

/** Runs first, while `SHARED` still finds them, and apart: the replaced database may be from before there were letters. */
export const lettersCarriedOver: readonly string[] = [
  `DELETE FROM main.email_letters WHERE email_id IN (${SHARED})`,
  `INSERT INTO main.email_letters (email_id, html, signature, contact_id, ticket_id)
   SELECT l.email_id, l.html, l.signature, c.id, t.id FROM aside.email_letters l
     LEFT JOIN main.contacts c ON c.id = l.contact_id LEFT JOIN main.tickets t ON t.id = l.ticket_id
   WHERE l.email_id IN (${SHARED})`,
]
