/** Asks the contact when a ticket is closed, and stores the answer, in the transactions of the close and of the message. */
import { eq } from 'drizzle-orm'
import { findConnection } from '../../channels/connections/queries'
import type { Offer } from '../../channels/contract'
import { findContactOrFail } from '../../contacts/queries'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { on, type Subscriber } from '../../platform/extensions'
import { execute } from '../../platform/sql'
import { cut } from '../../platform/text'
import { isEnabled } from '../../settings/settings'
import { textsOfCompany } from '../../texts/texts'
import type { Arriving, ClosedTicketAutoResponder } from '../../tickets/auto-responders'
import { type Moving, type TicketMove, ticketMoved, ticketMoving, ticketOpened } from '../../tickets/events'
import { writeLog } from '../../tickets/log/log'
import { findTicket } from '../../tickets/queries'
import { finalText } from '../../tickets/sending/final-text'
import { sendAutomatic } from '../../tickets/sending/send-automatic'
import type { Ticket } from '../../tickets/tables'
import type { Move } from '../../tickets/ticket'
import { OF_CONNECTION, questionText, type RatingChoice, ratingAnswered, ratingAsked } from './contract'
import { ratingErrors } from './errors'
import { ratingGiven } from './events'
import { allRatings, findOpenQuestion, findQuestionOf, findRatingOrFail, readAnswer } from './queries'
import {
  ANSWER_TIME,
  type AnswerVerdict,
  COMMENT_TIME,
  classifyAnswer,
  type RatingInput,
  topOf,
  usualOptions,
} from './rating'
import { mayReadAnswers } from './rights'
import { type AskedRating, type StoredRating, ticketRatings } from './tables'

const COMMENT_LENGTH = 1000

type Question = Pick<StoredRating, 'name' | 'message' | 'type' | 'options' | 'thanks' | 'commentMessage'> & {
  readonly ratingId: number | null
}

const isForConnection = ({ rating, farewell }: Extract<Move, { want: 'close' }>) =>
  rating === 'connection' || (rating === undefined && farewell)

/** Sends the question after the farewell, as the last message. */
function askContact(cx: Cx, { ticket, move, actor }: Moving) {
  if (move.want !== 'close' || ticket.isGroup) return
  const question = typeof move.rating === 'number' ? chosen(cx, move.rating) : undefined
  if (!actor || !isEnabled(cx.db, 'userRating') || !findContactOrFail(cx.db, ticket.contactId).active) return
  const asked = question ?? (isForConnection(move) ? ofConnection(cx, ticket) : undefined)
  if (!asked || findQuestionOf(cx.db, ticket.id)?.value != null) return
  const { message, ...rest } = asked
  if (!sendAutomatic(cx, ticket, questionText(asked), { choices: choicesOf(asked) })) return
  writeLog(cx, ticket.id, { kind: 'ratingAsked', userId: actor.userId, data: { rating: asked.name } })
  const row = {
    ...rest,
    userId: ticket.userId ?? actor.userId,
    queueId: ticket.queueId,
    top: topOf(asked.options),
    askedAt: cx.now(),
    expiresAt: cx.now() + ANSWER_TIME,
  }
  cx.db
    .insert(ticketRatings)
    .values({ ...row, ticketId: ticket.id })
    .onConflictDoUpdate({ target: ticketRatings.ticketId, set: row })
    .run()
  cx.emit(ratingAsked({ ticketId: ticket.id }), mayReadAnswers(ticket))
}

/** A scale from 0 to 10 has too many. */
const choicesOf = ({ type, message, options }: Question): Offer | undefined =>
  type === 'nps'
    ? undefined
    : { prompt: message, options: options.map(({ value, name }) => ({ id: String(value), title: name })) }

/** Ratings the attendant may choose from, with the question as this contact would read it. */
export function listChoices(cx: Cx, ticket: Ticket): RatingChoice[] {
  const read = (question: Question) => finalText(cx, ticket, questionText(question), {})
  const usual = ofConnection(cx, ticket)
  const active = allRatings(cx.db).filter((one) => one.active)
  const choices = [
    ...(usual ? [{ id: OF_CONNECTION, name: '', type: usual.type, question: read(usual) }] : []),
    ...active.map(({ id, ...rest }) => ({
      id,
      name: rest.name,
      type: rest.type,
      question: read({ ratingId: id, ...rest }),
    })),
  ]
  // One is always proposed, so that Enter asks the first time, too: the connection's comes first.
  const proposed = defaultFor(active, ticket.queueId)?.id ?? choices[0]?.id
  return choices.map((choice) => ({ ...choice, isProposed: choice.id === proposed }))
}

/** The queue's default, else the company's. */
const defaultFor = (active: readonly StoredRating[], queueId: number | null): StoredRating | undefined =>
  active.find(({ defaultQueueIds }) => queueId !== null && defaultQueueIds.includes(queueId)) ??
  active.find(({ isDefault }) => isDefault)

function chosen(cx: Cx, id: number): Question {
  const { name, message, type, options, thanks, asksComment, commentMessage, active } = findRatingOrFail(cx.db, id)
  if (!active) fail(ratingErrors.ERR_RATING_INACTIVE)
  return { ratingId: id, name, message, type, options, thanks, commentMessage: asksComment ? commentMessage : '' }
}

/** The connection's question. Unattended tickets are rated only if the attendant chose a rating. */
export function ofConnection(cx: Cx, ticket: Pick<Ticket, 'connectionId' | 'status'>): Question | undefined {
  const message = findConnection(cx.db, ticket.connectionId)?.ratingMessage.trim()
  if (!message || ticket.status !== 'open') return undefined
  const { ratingBad, ratingGood, ratingBest } = textsOfCompany(cx.tenant.language).toContact
  const options = usualOptions([ratingBad, ratingGood, ratingBest])
  return { ratingId: null, name: '', message, type: 'csat', options, thanks: '', commentMessage: '' }
}

/** A new or reopened ticket of the contact ends the wait for an answer. */
const endOpenQuestions = (cx: Cx, { contactId, connectionId }: Ticket) =>
  void execute(
    cx.db,
    `UPDATE ticket_ratings SET expires_at = 0, comment_until = NULL
     WHERE ticket_id IN (SELECT id FROM tickets INDEXED BY tickets_contact WHERE contact_id = ? AND connection_id = ?) AND (expires_at > 0 OR comment_until > 0)`,
    [contactId, connectionId],
  )

export const ratingSubscribers: readonly Subscriber[] = [
  on(ticketMoving, 'inTransaction', askContact),
  on(ticketOpened, 'inTransaction', (cx, { ticket }) => endOpenQuestions(cx, ticket)),
  on(ticketMoved, 'inTransaction', (cx, { after, move }: TicketMove) => {
    if (move.want === 'reopen') endOpenQuestions(cx, after)
  }),
]

/** Stores the contact's answer without opening a ticket. */
export const takeAnswer: ClosedTicketAutoResponder = {
  name: 'rating',
  stage: 'beforeTicket',
  claim(cx, arriving) {
    const asked = awaited(cx, arriving)
    return asked && findTicket(cx.db, asked.question.ticketId)
  },
  answer(cx, arrival) {
    const asked = awaited(cx, arrival)
    if (asked) saveAnswer(cx, arrival.ticket, asked, arrival.isRecent)
  },
}

type RatingAnswer = { readonly question: AskedRating; readonly verdict: AnswerVerdict }

function awaited(cx: Cx, { contact, connection, incoming }: Arriving): RatingAnswer | undefined {
  if (contact.isGroup || incoming.kind !== 'chat' || incoming.placeholder) return undefined
  const question = findOpenQuestion(cx.db, contact.id, connection.id)
  const at = Math.min(incoming.sentAt, cx.now())
  const verdict = question && classifyAnswer(question, { text: incoming.body, at })
  return verdict && { question, verdict }
}

const wordsOf = ({ value, label }: RatingInput) => (label === String(value) ? label : `${value} - ${label}`)

/** Replies to a first answer by asking for a comment or with thanks, to a changed answer with thanks, to the same answer with nothing. */
function saveAnswer(cx: Cx, ticket: Ticket, { question, verdict }: RatingAnswer, speaks: boolean) {
  const { id, value, thanks, commentMessage } = question
  const asksComment = verdict.is === 'rating' && value === null && commentMessage.trim() !== ''
  if (verdict.is === 'rating' && verdict.given.value === value) return
  cx.db
    .update(ticketRatings)
    .set(
      verdict.is === 'comment'
        ? { comment: cut(verdict.text, COMMENT_LENGTH) }
        : {
            ...verdict.given,
            answeredAt: cx.now(),
            ...(asksComment && speaks && { commentUntil: cx.now() + COMMENT_TIME }),
          },
    )
    .where(eq(ticketRatings.id, id))
    .run()
  if (verdict.is === 'comment') writeLog(cx, ticket.id, { kind: 'ratingCommented', userId: null })
  else
    writeLog(cx, ticket.id, {
      kind: 'rated',
      userId: null,
      data: { rating: question.name, answer: wordsOf(verdict.given) },
    })
  const usual = textsOfCompany(cx.tenant.language).toContact.ratingThanks
  if (speaks) sendAutomatic(cx, ticket, asksComment ? commentMessage : thanks.trim() || usual)
  cx.emit(ratingAnswered({ answer: readAnswer(cx.db, id) }), mayReadAnswers(ticket))
  const asked = findQuestionOf(cx.db, ticket.id)
  if (asked) cx.happened(ratingGiven({ asked }))
}
