/** Takes over what contacts answered, and who was asked and did not. Each ticket has one answer, the last. */
import { type Move, type Mover, movers } from '../../moving-in/mover'
import type { SourceRows } from '../../moving-in/source'
import { textsOfCompany } from '../../texts/texts'
import { findTicketIdAt } from '../../tickets/moving-in/attendances'
import { writeMovedLog } from '../../tickets/moving-in/past-log'
import { findTicket } from '../../tickets/queries'
import type { Ticket } from '../../tickets/tables'
import type { RatingOption, RatingType } from './contract'
import { findQuestionOf } from './queries'
import { ANSWER_TIME, npsOptions, usualOptions } from './rating'
import { ticketRatings } from './tables'

type Rating = SourceRows['ratings']
type Top = Rating['top']

async function moveRatings(move: Move): Promise<void> {
  const { source, company, inSlices } = move
  const asked = new Map<string, number>()
  for (const { ticketId, ratingAt } of source.rows('trackings', company.id))
    if (ratingAt !== null) asked.set(ticketId, ratingAt)
  // The last answer first, so that it is the one that stays.
  await inSlices('ratings', [...source.rows('ratings', company.id)].reverse(), (slice) => {
    for (const row of slice) takeRating(move, row, asked.get(row.ticketId ?? ''))
  })
  await inSlices('ratings without answer', asked, (slice) => {
    for (const [ticketId, askedAt] of slice) takeQuestion(move, ticketId, askedAt)
  })
}

function takeRating(move: Move, row: Rating, askedAt: number | undefined) {
  const { cx, ids, report } = move
  if (ids.has('ratings', row.id)) return report.merged('ratings', 'alreadyHere')
  const id = findTicketIdAt(move, row.ticketId, row.createdAt)
  const ticket = id === undefined ? undefined : findTicket(cx.db, id)
  if (!ticket) return report.skipped('ratings', 'noTicket')
  if (row.rate === null || (row.rate === 0 && row.top < 10)) return report.skipped('ratings', 'empty')
  if (!Number.isInteger(row.rate) || row.rate < 0 || row.rate > row.top)
    return report.skipped('ratings', 'unreadable', `${row.rate}/${row.top}`)
  if (findQuestionOf(cx.db, ticket.id)?.value != null) return report.merged('ratings', 'repeated')
  const answeredAt = Math.min(row.createdAt ?? ticket.closedAt ?? ticket.updatedAt, cx.now())
  const question = {
    ticket,
    top: row.top,
    askedAt: Math.min(askedAt ?? answeredAt, answeredAt),
    userId: ids.find('users', row.userId),
  }
  const ratingId = store(move, question, { value: row.rate, answeredAt })
  ids.add('ratings', row.id, ratingId)
  report.imported('ratings')
}

/** Counted with its tracking: it is no row of its own there. */
function takeQuestion(move: Move, ticketId: string, askedAt: number) {
  const { cx, source } = move
  const id = findTicketIdAt(move, ticketId, askedAt)
  const ticket = id === undefined ? undefined : findTicket(cx.db, id)
  if (!ticket || findQuestionOf(cx.db, ticket.id)) return
  const top = source.family === 'saas2025' || source.family === 'izing' ? 10 : 5
  store(move, { ticket, top, askedAt: Math.min(askedAt, cx.now()), userId: undefined }, null)
}

type Question = {
  readonly ticket: Ticket
  readonly top: Top
  readonly askedAt: number
  readonly userId: number | undefined
}

type Answer = { readonly value: number; readonly answeredAt: number }

/** An answer to a question that an earlier run brought without one is stored with it. */
function store({ cx }: Move, { ticket, top, askedAt, userId }: Question, answer: Answer | null): number {
  const { db } = cx
  const isAsked = findQuestionOf(db, ticket.id) !== undefined
  const options = optionsFor(cx.tenant.language, top)
  const option = options.find(({ value }) => value === answer?.value)
  const label = answer && (option?.name ?? String(answer.value))
  const type: RatingType = top === 10 ? 'nps' : 'csat'
  const given = {
    type,
    options: [...options],
    top,
    expiresAt: answer || ticket.status !== 'closed' ? 0 : askedAt + ANSWER_TIME,
    ...(answer && { ...answer, label, satisfied: top === 10 ? null : (option?.satisfied ?? false) }),
  }
  const owner = { ticketId: ticket.id, userId: userId ?? ticket.userId, queueId: ticket.queueId, ratingId: null }
  const { id } = db
    .insert(ticketRatings)
    .values({ ...owner, name: '', thanks: '', commentMessage: '', askedAt, ...given })
    .onConflictDoUpdate({ target: ticketRatings.ticketId, set: given })
    .returning()
    .get()
  if (!isAsked) writeMovedLog(db, ticket.id, { kind: 'ratingAsked', userId: null, data: { rating: '' } }, askedAt)
  const words = label === String(answer?.value) ? label : `${answer?.value} - ${label}`
  if (answer)
    writeMovedLog(
      db,
      ticket.id,
      { kind: 'rated', userId: null, data: { rating: '', answer: words } },
      answer.answeredAt,
    )
  return id
}

/** Their scales have no names but for the one that is ours, too. As with ours, the middle counts as satisfied. */
function optionsFor(language: string, top: Top): readonly RatingOption[] {
  const { ratingBad, ratingGood, ratingBest, npsWorst, npsBest } = textsOfCompany(language).toContact
  if (top === 3) return usualOptions([ratingBad, ratingGood, ratingBest])
  if (top === 10) return npsOptions([npsWorst, npsBest])
  return [1, 2, 3, 4, 5].map((value, order) => ({ value, name: String(value), order, satisfied: value >= 3 }))
}

const ratingMover: Mover = { name: 'ratings', move: moveRatings }
export const movesRatings = movers.filledWith(ratingMover)
