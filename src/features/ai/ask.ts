/** Asks the company's language model, or the operator's, for a suggestion. It is never sent automatically. */
import type { Actor } from '../../actor'
import type { Mention } from '../../channels/contract'
import { spoken } from '../../channels/mentions/contract'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { getRows } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { cut } from '../../platform/text'
import { ofConversation, visibilityClause } from '../../tickets/messages/queries'
import { findVisibleTicket } from '../../tickets/queries'
import { type AskAi, MOST_SHARED } from './contract'
import { aiErrors } from './errors'
import { completeTurns } from './model'
import { type ChatTurn, editTurns, questionTurns, type SharedMessage, suggestTurns, translateTurns } from './prompts'
import type { Service } from './service'

/** Characters of each message sent to the model. */
const SHARED_LENGTH = 1000

/** `left` aborts the request when the client disconnects. */
export const askAi = (
  { db }: Pick<Cx, 'db'>,
  actor: Actor,
  service: Service,
  request: AskAi,
  left: AbortSignal,
): Promise<string> => completeTurns(service, turnsOf(db, actor, request), left)

function turnsOf(db: Db, actor: Actor, { prompt, act, language, ticketId }: AskAi): ChatTurn[] {
  const text = prompt.trim()
  if (act === 'suggest') return suggestTurns(sharedOf(db, actor, ticketId ?? missing('ticketId')), text)
  if (text === '') missing('prompt')
  if (act === undefined) return questionTurns(text)
  return act === 'translate' ? translateTurns(language ?? missing('language'), text) : editTurns(act, text)
}

const missing = (field: string) => fail('ERR_INVALID_INPUT', [{ field, message: 'form.required' }])

/** The latest messages that the actor may read. Notes are never shared. */
function sharedOf(db: Db, actor: Actor, ticketId: number): SharedMessage[] {
  const ticket = findVisibleTicket(db, actor, ticketId)
  const sight = visibilityClause(actor)
  const of = ofConversation(ticket)
  const rows = getRows<{ fromMe: 0 | 1; body: string; mentions: string | null }>(
    db,
    `SELECT m.from_me AS fromMe, substr(m.body, 1, ${SHARED_LENGTH}) AS body, m.extra ->> '$.mentions' AS mentions
     FROM messages m ${sight.join}
     WHERE ${of.sql} AND m.kind NOT IN ('note', 'call') AND m.is_deleted = 0 AND m.body <> '' ${sight.sql}
     ORDER BY m.created_at DESC, m.id DESC LIMIT ${MOST_SHARED}`,
    [...of.params, ...sight.params],
  )
  if (rows.length === 0) fail(aiErrors.ERR_AI_NOTHING_SAID)
  return rows.toReversed().map(({ fromMe, body, mentions }) => ({
    fromMe: fromMe === 1,
    body: mentions === null ? body : cut(spoken(body, JSON.parse(mentions) as Mention[]), SHARED_LENGTH), // written by insertMessage
  }))
}
