/** Runs a bot built in Typebot: each turn is one call of its viewer, and a new session when the old one is gone. */
import { queueIdsOfConnection } from '../../channels/connections/queries'
import { getColumn } from '../../platform/sql'
import { fold } from '../../platform/text'
import { MINUTE } from '../../platform/time'
import { findQueue } from '../../queues/queries'
import { languageOf } from '../../texts/texts'
import type { Command } from '../integrations/commands'
import { type Trust, trustFor } from '../integrations/echo'
import {
  type Action,
  type Integration,
  IntegrationFailed,
  type IntegrationRunner,
  LONGEST_PAUSE,
  MOST_ACTIONS,
  type Outcome,
  type RunnerContext,
  readHandedOver,
  type Turn,
} from '../integrations/runner'
import { convert, type Reply, readReply } from './convert'
import { answerFor, type BotMessage, type KeptInput, LONGEST_MESSAGE } from './inputs'
import { type TypebotPhrases, typebotPhrases } from './phrases'
import { serverOf } from './server-url'

/** What is kept between turns, as JSON. */
type State = {
  readonly sessionId: string
  readonly slug: string
  readonly startedAt: number
  /** Null: the flow is over, so the next message starts it anew. */
  readonly input: KeptInput | null
}

/** Calls that a bot may ask for without an answer, in one turn. */
const MOST_CONTINUED = 5
/** What Typebot says in place of a `retryMessageContent`. */
const DEFAULT_RETRY = 'Invalid message. Please, try again.'

export const typebotRunner: IntegrationRunner = {
  type: 'typebot',
  run: (integration, turn, context) => {
    const language = integration.id === 0 ? languageOf(turn.company.language) : integration.language
    const trust = trustFor(context.cx, integration, turn)
    return takeTurn({ integration, turn, context, words: typebotPhrases[language], trust })
  },
}

type Conversation = {
  readonly integration: Integration
  readonly turn: Turn
  readonly context: RunnerContext
  readonly words: TypebotPhrases
  readonly trust: Trust
}

async function takeTurn(talk: Conversation): Promise<Outcome> {
  const { integration, turn } = talk
  const given = readHandedOver(turn.state)
  const state = given ? null : (turn.state as State | null) // `outcomeOf` alone writes it
  if (turn.event.kind === 'timer') return { state, actions: [] }
  const typed = fold(turn.event.message.body)
  if (isKeyword(typed, integration.typebotKeywordFinish))
    return { state: null, actions: [{ do: 'close', text: '', farewell: true }] }
  if (isMainMenu(typed, talk)) return { state: null, actions: [{ do: 'menu' }] }
  if (isKeyword(typed, integration.typebotKeywordRestart) || (integration.id === 0 && typed === '#'))
    return restart(talk)
  // What chose this bot answers none of its questions.
  if (given) return begin(talk, '', given)
  if (state === null || isOver(state, talk)) return begin(talk, turn.event.message.body)
  const { type, body, fileUrl } = turn.event.message
  const answer = answerFor(state.input ?? { kind: 'text' }, {
    text: type === 'chat' || body !== '' ? body : null,
    fileUrl,
  })
  if (answer === undefined) {
    // A file without an address that the bot could fetch: only people can take it.
    const isFile = state.input?.kind === 'file' && type !== 'chat'
    return { state, actions: isFile ? [{ do: 'stop' }] : unknown(talk) }
  }
  return goOn(talk, state, answer)
}

const isKeyword = (typed: string, keyword: string) => keyword.trim() !== '' && typed === fold(keyword)

const isOver = ({ input, slug, startedAt }: State, { integration, turn }: Conversation) => {
  const { typebotExpires, typebotSlug } = integration
  return (
    input === null || slug !== typebotSlug || (typebotExpires > 0 && turn.now - startedAt > typebotExpires * MINUTE)
  )
}

const unknown = ({ integration: { typebotUnknownMessage: text } }: Conversation): readonly Action[] =>
  text.trim() === '' ? [] : [{ do: 'say', text }]

async function restart(talk: Conversation): Promise<Outcome> {
  const { typebotRestartMessage: text } = talk.integration
  const { actions, ...outcome } = await begin(talk, '')
  const said: readonly Action[] = text.trim() === '' ? [] : [{ do: 'say', text }]
  return { ...outcome, actions: [...said, ...actions].slice(0, MOST_ACTIONS) }
}

/** In a queue that names the bot itself, as in its options: `#` leads to the menu of queues, where there is one. */
const isMainMenu = (typed: string, { integration, turn, context }: Conversation): boolean =>
  integration.id === 0 && typed === '#' && queueIdsOfConnection(context.cx.db, turn.connection.id).length > 1

/** The first message answers a flow that begins with a question; every flow has it as a variable. */
async function begin(talk: Conversation, body: string, given: Readonly<Record<string, string>> = {}): Promise<Outcome> {
  const { integration, turn } = talk
  const { contact, connection, ticket, company } = turn
  const message = body.trim().slice(0, LONGEST_MESSAGE)
  const answer = await call(talk, `typebots/${encodeURIComponent(integration.typebotSlug)}/startChat`, 'startChat', {
    ...(message !== '' && { message }),
    isStreamEnabled: false,
    textBubbleContentFormat: 'richText',
    prefilledVariables: {
      ...given,
      number: contact.number,
      name: contact.name,
      pushName: contact.name,
      email: contact.email,
      username: contact.username,
      remoteJid: contact.number === '' ? '' : `${contact.number}@s.whatsapp.net`,
      channel: contact.channel,
      firstMessage: message,
      ticketId: ticket.id,
      ticketUuid: ticket.uuid,
      queueId: ticket.queueId,
      contactId: contact.id,
      connectionName: connection.name,
      companyName: company.name,
    },
  })
  const reply = requireReply(talk, answer)
  if (reply.sessionId === undefined) throw failed(talk, 'notJson')
  const state = { sessionId: reply.sessionId, slug: integration.typebotSlug, startedAt: turn.now }
  const { commands, ...rest } = await follow(talk, reply, state.sessionId)
  if (isSilent(commands) && !rest.isForPeople) throw failed(talk, 'noMessages')
  return outcomeOf(talk, { ...state, input: rest.input }, commands, rest.isForPeople)
}

async function goOn(talk: Conversation, state: State, message: BotMessage): Promise<Outcome> {
  const answer = await call(talk, pathOf(state.sessionId), 'continueChat', {
    message,
    textBubbleContentFormat: 'richText',
  })
  // The session has ended on the other side: once, a new one begins.
  if (answer.status === 404) return begin(talk, talk.turn.event.kind === 'message' ? talk.turn.event.message.body : '')
  const { commands, input, isForPeople } = await follow(talk, requireReply(talk, answer), state.sessionId)
  if (!isSilent(commands) || isForPeople)
    return outcomeOf(talk, { ...state, input }, withOurRetry(talk, commands), isForPeople)
  // Nobody is left waiting for a bot that has not said a word, whether its flow has ended or asks in silence.
  const actions = unknown(talk)
  if (actions.length === 0 && input !== null) throw failed(talk, 'noMessages')
  return {
    state: input === null ? null : { ...state, input },
    actions: actions.length > 0 ? actions : [{ do: 'stop' }],
  }
}

/** A pause says nothing. */
const isSilent = (commands: readonly Command[]) => commands.every((command) => command.do === 'wait')

const pathOf = (sessionId: string) => `sessions/${encodeURIComponent(sessionId)}/continueChat`

const withOurRetry = ({ integration }: Conversation, commands: readonly Command[]): readonly Command[] => {
  const text = integration.typebotUnknownMessage
  if (text.trim() === '') return commands
  return commands.map((command) =>
    command.do === 'say' && command.text === DEFAULT_RETRY ? { do: 'say', text } : command,
  )
}

type FollowedEdge = {
  readonly commands: readonly Command[]
  readonly input: KeptInput | null
  readonly isForPeople: boolean
}

/** Goes on by itself where the bot waits for no answer, as after a pause. */
async function follow(talk: Conversation, first: Reply, sessionId: string): Promise<FollowedEdge> {
  let one = convert(first, talk.words, talk.trust)
  const commands = [...one.commands]
  let isForPeople = one.isForPeople
  for (let at = 0; one.continues && !isForPeople && at < MOST_CONTINUED; at++) {
    const answer = await call(talk, pathOf(sessionId), 'continueChat', { textBubbleContentFormat: 'richText' })
    one = convert(requireReply(talk, answer), talk.words, talk.trust)
    commands.push(...one.commands)
    isForPeople = one.isForPeople
  }
  return { commands, input: one.input, isForPeople }
}

type TypebotAnswer = Awaited<ReturnType<RunnerContext['ask']>>

function call(
  { integration, turn, context }: Conversation,
  path: string,
  what: string,
  body: object,
): Promise<TypebotAnswer> {
  return context.ask({
    url: `${serverOf(integration.urlIntegration)}/api/v1/${path}`,
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', 'idempotency-key': turn.id },
    body: JSON.stringify(body),
    what,
  })
}

function requireReply(talk: Conversation, { status, body }: TypebotAnswer): Reply {
  if (status !== 200) throw failed(talk, `HTTP ${status}`)
  const reply = readReply(body)
  if (!reply) throw failed(talk, /^\s*</.test(body) ? 'html' : 'notJson')
  return reply
}

/** Also marks the call in the list of last calls. */
function failed({ context }: Conversation, words: string): IntegrationFailed {
  context.fault(words)
  return new IntegrationFailed(words)
}

function outcomeOf(talk: Conversation, state: State, commands: readonly Command[], isForPeople: boolean): Outcome {
  const { integration, turn, context } = talk
  const actions: Action[] = []
  let pause = 0
  for (const command of commands) {
    if (command.do === 'wait') pause += command.ms
    else if (command.do === 'clearTags') actions.push({ do: 'tag', add: [], remove: tagsOf(context, turn.ticket.id) })
    else if (command.do === 'say' || command.do === 'sendFile') {
      actions.push({ ...command, afterMs: Math.min(integration.typebotDelayMessage + pause, LONGEST_PAUSE) })
      pause = 0
    } else actions.push(command)
    if (isLast(actions.at(-1))) break
  }
  if (isForPeople && !isLast(actions.at(-1))) actions.push({ do: 'stop' })
  const last = actions.at(-1)
  const kept = actions.slice(0, MOST_ACTIONS)
  if (kept.length < actions.length && last && isLast(last)) kept[MOST_ACTIONS - 1] = last
  return { state, actions: isLast(last) ? kept : withMenuLine(talk, kept) }
}

/** Where the queue names the bot itself and repeats its menu, each answer ends with the way back. */
function withMenuLine(
  { integration, turn, context, words }: Conversation,
  actions: readonly Action[],
): readonly Action[] {
  const queue = turn.ticket.queueId === null ? undefined : findQueue(context.cx.db, turn.ticket.queueId)
  const last = actions.findLast((action) => action.do === 'say')
  if (integration.id !== 0 || !queue?.resetChatbotMsg || !last) return actions
  return actions.map((action) => (action === last ? { ...last, text: `${last.text}\n\n${words.mainMenu}` } : action))
}

const isLast = (action: Action | undefined) =>
  action !== undefined && (action.do === 'transfer' || action.do === 'close' || action.do === 'stop')

const tagsOf = ({ cx }: RunnerContext, ticketId: number): number[] =>
  getColumn<number>(cx.db, 'SELECT tag_id FROM ticket_tags WHERE ticket_id = ?', ticketId)
