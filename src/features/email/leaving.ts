/**
 * What happens once, when an e-mail is about to leave: its variables become final, so that every copy and every try says
 * the same as the screen, and the conversation's log gets its line.
 */
import { eq } from 'drizzle-orm'
import type { Cx } from '../../platform/cx'
import type { Services } from '../../platform/module'
import { cut } from '../../platform/text'
import { ticketLogged } from '../../tickets/contract'
import { writeLog } from '../../tickets/log/log'
import { findTicket } from '../../tickets/queries'
import { canSee } from '../../tickets/visibility'
import { SUBJECT_LENGTH } from './contract'
import { findLetter, setLetter } from './letters'
import { findOrFail, listRecipients, wordsOf } from './queries'
import { emails } from './tables'
import { emailValues, filled, hasVariables } from './variables'

/** Inside a transaction; the caller announces the e-mail. */
export function leave(cx: Cx, deps: Pick<Services, 'databases'>, id: number): void {
  const { userId, subject, message, answeredId } = findOrFail(cx.db, id)
  const letter = findLetter(cx.db, id)
  const text = { ...letter, subject, message }
  const all = hasVariables(text) ? filled(text, emailValues(cx, deps, { userId, ...letter })) : text
  // The subject of an answer was written by the other side: it stays as it came.
  const final = answeredId === null || all === text ? all : { ...all, subject }
  if (final !== text) {
    const named = cut(final.subject.trim(), SUBJECT_LENGTH)
    const words = wordsOf(
      named,
      listRecipients(cx.db, id).map(({ address }) => address),
    )
    cx.db.update(emails).set({ subject: named, message: final.message, words }).where(eq(emails.id, id)).run()
    setLetter(cx.db, id, final)
  }
  logLeaving(cx, letter.ticketId, { userId, subject: final.subject })
}

function logLeaving(cx: Cx, ticketId: number | null, { userId, subject }: { userId: number; subject: string }) {
  const ticket = ticketId === null ? undefined : findTicket(cx.db, ticketId)
  if (!ticket) return
  writeLog(cx, ticket.id, { kind: 'emailed', userId, data: { subject } })
  cx.emit(ticketLogged({ ticketId: ticket.id }), (listener) => canSee(listener, ticket))
}
