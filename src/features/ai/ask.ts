/** Asks the company's language model, or the operator's. Its answer is a proposal to the attendant, never sent by itself. */
import * as v from 'valibot'
import type { Actor } from '../../actor'
import type { Mention } from '../../channels/contract'
import { spoken } from '../../channels/mentions/contract'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { askOutside, OutsideFailed, type OutsideFault } from '../../platform/outside'
import { type Db, statement } from '../../platform/sqlite'
import { cut } from '../../platform/text'
import { ofConversation, visibilityClause } from '../../tickets/messages/queries'
import { findVisibleTicket } from '../../tickets/queries'
import { ANSWER_LENGTH, type AskAi, MOST_SHARED } from './contract'
import { aiErrors } from './errors'
import { type ChatTurn, editTurns, questionTurns, type Shared, suggestTurns, translateTurns } from './prompts'
import type { Service } from './service'

const TIME_LIMIT = 30_000
const MOST_BYTES = 256 * 1024
/** Characters of each message sent to the model. */
const SHARED_LENGTH = 1000

/** `left` aborts the request when the client disconnects. */
export async function askAi(
  { db }: Pick<Cx, 'db'>,
  actor: Actor,
  service: Service,
  wanted: AskAi,
  left: AbortSignal,
): Promise<string> {
  const turns = turnsOf(db, actor, wanted)
  const { url, key, model, reach } = service
  const { status, body } = await askOutside({
    url: `${url.replace(/\/+$/, '')}/chat/completions`,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key !== null && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ model, messages: turns }),
    reach,
    left,
    limit: TIME_LIMIT,
    most: MOST_BYTES,
  }).catch((error: unknown) => {
    if (error instanceof OutsideFailed) return fail(aiErrors[faults[error.fault]])
    throw error
  })
  if (status === 401 || status === 403) fail(aiErrors.ERR_AI_KEY)
  if (status === 429) fail(aiErrors.ERR_AI_QUOTA)
  if (status >= 500) fail(aiErrors.ERR_AI_UNREACHABLE)
  if (status !== 200) fail(aiErrors.ERR_AI_REFUSED, { status })
  return answerIn(body) ?? fail(aiErrors.ERR_AI_ANSWER)
}

const faults = {
  timeout: 'ERR_AI_TIMEOUT',
  unreachable: 'ERR_AI_UNREACHABLE',
  tooLong: 'ERR_AI_ANSWER',
  notPublic: 'ERR_AI_ADDRESS',
} as const satisfies Record<OutsideFault, keyof typeof aiErrors>

function turnsOf(db: Db, actor: Actor, { prompt, act, language, ticketId }: AskAi): ChatTurn[] {
  const text = prompt.trim()
  if (act === 'suggest') return suggestTurns(sharedOf(db, actor, ticketId ?? missing('ticketId')), text)
  if (text === '') missing('prompt')
  if (act === undefined) return questionTurns(text)
  return act === 'translate' ? translateTurns(language ?? missing('language'), text) : editTurns(act, text)
}

const missing = (field: string) => fail('ERR_INVALID_INPUT', [{ field, message: 'form.required' }])

/** The latest messages that the actor may read. Notes are never shared. */
function sharedOf(db: Db, actor: Actor, ticketId: number): Shared[] {
  const ticket = findVisibleTicket(db, actor, ticketId)
  const sight = visibilityClause(actor)
  const of = ofConversation(ticket)
  const rows = statement(
    db.$client,
    `SELECT m.from_me AS fromMe, substr(m.body, 1, ${SHARED_LENGTH}) AS body, m.extra ->> '$.mentions' AS mentions
     FROM messages m ${sight.join}
     WHERE ${of.sql} AND m.kind NOT IN ('note', 'call') AND m.is_deleted = 0 AND m.body <> '' ${sight.sql}
     ORDER BY m.created_at DESC, m.id DESC LIMIT ${MOST_SHARED}`,
  ).all(...of.params, ...sight.params) as { fromMe: 0 | 1; body: string; mentions: string | null }[] // the columns are listed
  if (rows.length === 0) fail(aiErrors.ERR_AI_NOTHING_SAID)
  return rows.toReversed().map(({ fromMe, body, mentions }) => ({
    fromMe: fromMe === 1,
    body: mentions === null ? body : cut(spoken(body, JSON.parse(mentions) as Mention[]), SHARED_LENGTH), // written by insertMessage
  }))
}

const Completion = v.object({
  choices: v.pipe(
    v.array(
      v.object({
        message: v.object({ content: v.nullish(v.string()) }),
        finish_reason: v.nullish(v.string()),
      }),
    ),
    v.minLength(1),
  ),
})

/** Undefined for an unusable answer. */
function answerIn(body: string): string | undefined {
  const read = v.safeParse(Completion, parsed(body))
  const [choice] = read.success ? read.output.choices : []
  if (!choice || choice.finish_reason === 'length' || choice.finish_reason === 'content_filter') return undefined
  const said = choice.message.content ?? ''
  // Local models prefix their reasoning.
  const answer = said.slice(said.lastIndexOf(THOUGHT) < 0 ? 0 : said.lastIndexOf(THOUGHT) + THOUGHT.length).trim()
  return answer === '' || answer.length > ANSWER_LENGTH || answer.includes('\0') ? undefined : answer
}
const THOUGHT = '</think>'

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
