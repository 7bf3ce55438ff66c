/** Requests to a language model that speaks OpenAI's protocol, answered as a whole or streamed. */
import * as v from 'valibot'
import { AppError, fail } from '../../errors'
import { type Budget, BudgetSpent, createBudget } from '../../platform/budget'
import { readJson } from '../../platform/json'
import { OutsideFailed, type OutsideFault, type OutsideStream, openOutside } from '../../platform/outside'
import { MINUTE, SECOND } from '../../platform/time'
import { ANSWER_LENGTH } from './contract'
import { aiErrors } from './errors'
import type { ChatTurn } from './prompts'
import type { Service } from './service'
import { createThoughtFilter, withoutThoughts } from './thoughts'

/** Time limit of a whole answer, or of silence within a streamed one. */
const TIME_LIMIT = 30 * SECOND
const STREAM_LIMIT = 3 * MINUTE
const MOST_BYTES = 256 * 1024
/** Size limit with all frames; a streamed answer repeats its frame with every word. */
const MOST_STREAMED = 2 * 1024 * 1024
/** Characters of one frame, and of reasoning and answer together. */
const MOST_FRAME = 256 * 1024
const MOST_SAID = 256 * 1024

/** `left` aborts the request when the client disconnects. */
export async function completeTurns(service: Service, turns: readonly ChatTurn[], left: AbortSignal): Promise<string> {
  try {
    const { parts } = await open(service, { turns }, { left, limit: TIME_LIMIT, most: MOST_BYTES })
    const choice = await wholeAnswer(parts, createBudget({ bytes: MOST_BYTES }))
    return answerIn(choice) ?? fail(aiErrors.ERR_AI_ANSWER)
  } catch (error) {
    throw refusalOf(error)
  }
}

/**
 * Yields the answer so far, which usually grows. Returns whether it is complete: false if the model or the length
 * limit cut it. Throws an `AppError` if the service fails.
 */
export async function* streamTurns(
  service: Service,
  turns: readonly ChatTurn[],
  left: AbortSignal,
): AsyncGenerator<string, boolean> {
  try {
    const bounds = { left, limit: STREAM_LIMIT, silence: TIME_LIMIT, most: MOST_STREAMED }
    const { type, parts } = await open(service, { turns, stream: true }, bounds)
    // A service that cannot stream sends the whole answer.
    const pieces = type === 'text/event-stream' ? readEvents(parts) : readWhole(parts)
    const filter = createThoughtFilter(createBudget({ bytes: MOST_SAID }))
    for await (const { texts, finish } of pieces) {
      for (const text of texts) filter.hear(text)
      const isTooLong = filter.answer.length > ANSWER_LENGTH
      if (texts.length > 0) yield filter.answer.slice(0, ANSWER_LENGTH)
      if (isTooLong || finish === 'length' || finish === 'content_filter') return false
      if (finish === 'stop') return true
    }
    return fail(aiErrors.ERR_AI_UNREACHABLE)
  } catch (error) {
    throw refusalOf(error)
  }
}

type Question = { readonly turns: readonly ChatTurn[]; readonly stream?: true }
type Bounds = {
  readonly left: AbortSignal
  readonly limit: number
  readonly silence?: number
  readonly most: number
}

async function open({ url, key, model, ...reach }: Service, { turns, stream }: Question, bounds: Bounds) {
  const answer = await openOutside({
    url: `${url.replace(/\/+$/, '')}/chat/completions`,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key !== null && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ model, messages: turns, ...(stream && { stream }) }),
    ...reach,
    ...bounds,
  })
  if (answer.status !== 200) {
    answer.close()
    refuse(answer.status)
  }
  return answer
}

function refuse(status: number): never {
  if (status === 401 || status === 403) fail(aiErrors.ERR_AI_KEY)
  if (status === 429) fail(aiErrors.ERR_AI_QUOTA)
  if (status >= 500) fail(aiErrors.ERR_AI_UNREACHABLE)
  return fail(aiErrors.ERR_AI_REFUSED, { status })
}

const faults = {
  timeout: aiErrors.ERR_AI_TIMEOUT,
  unreachable: aiErrors.ERR_AI_UNREACHABLE,
  tooLong: aiErrors.ERR_AI_ANSWER,
  notPublic: aiErrors.ERR_AI_ADDRESS,
  redirects: aiErrors.ERR_AI_UNREACHABLE,
  encoding: aiErrors.ERR_AI_ANSWER,
} as const satisfies Record<OutsideFault, unknown>

function refusalOf(error: unknown): unknown {
  if (error instanceof OutsideFailed) return new AppError(faults[error.fault])
  return error instanceof BudgetSpent ? new AppError(aiErrors.ERR_AI_ANSWER) : error
}

const Finish = v.nullish(v.string())
/** Only the first choice is read: a list may have as many as fit into the answer. */
const Choices = v.object({ choices: v.array(v.unknown()) })
const Choice = v.object({ message: v.object({ content: v.nullish(v.string()) }), finish_reason: Finish })
type Choice = v.InferOutput<typeof Choice>

/** The first choice of an answer in one piece. */
async function wholeAnswer(parts: OutsideStream['parts'], budget: Budget): Promise<Choice | undefined> {
  const read: Buffer[] = []
  for await (const part of parts) {
    budget.read(part.length)
    read.push(part)
  }
  await budget.rest()
  const [first] = choicesIn(Buffer.concat(read).toString('utf8')) ?? []
  const choice = v.safeParse(Choice, first)
  return choice.success ? choice.output : undefined
}

/** Undefined if it is no answer. */
function choicesIn(body: string): readonly unknown[] | undefined {
  const read = v.safeParse(Choices, readJson(body))
  return read.success ? read.output.choices : undefined
}

/** Undefined for an unusable answer. */
function answerIn(choice: Choice | undefined): string | undefined {
  if (!choice || choice.finish_reason === 'length' || choice.finish_reason === 'content_filter') return undefined
  const answer = withoutThoughts(choice.message.content ?? '').trim()
  return answer === '' || answer.length > ANSWER_LENGTH || answer.includes('\0') ? undefined : answer
}

/** What arrived together. */
type Piece = { readonly texts: readonly string[]; readonly finish: string | null }

const Delta = v.object({ delta: v.nullish(v.object({ content: v.nullish(v.string()) })), finish_reason: Finish })

async function* readEvents(parts: OutsideStream['parts']): AsyncGenerator<Piece> {
  const budget = createBudget({ bytes: MOST_STREAMED })
  const decoder = new TextDecoder()
  let rest = ''
  for await (const part of parts) {
    budget.read(part.length)
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MOST_FRAME) fail(aiErrors.ERR_AI_ANSWER)
    const texts: string[] = []
    for (const line of lines) {
      await budget.rest()
      const { text, finish } = readLine(line)
      if (text !== '') texts.push(text)
      if (finish !== null) return yield { texts, finish }
    }
    if (texts.length > 0) yield { texts, finish: null }
  }
}

type ModelAnswer = { readonly text: string; readonly finish: string | null }
const NOTHING: ModelAnswer = { text: '', finish: null }

function readLine(line: string): ModelAnswer {
  const data = line.startsWith('data:') ? line.slice('data:'.length).trim() : ''
  if (data === '') return NOTHING
  if (data === '[DONE]') return { text: '', finish: 'stop' }
  const choices = choicesIn(data) ?? fail(aiErrors.ERR_AI_ANSWER)
  if (choices.length === 0) return NOTHING // the last event of a service may have no choices, but counters
  const read = v.safeParse(Delta, choices[0])
  if (!read.success) fail(aiErrors.ERR_AI_ANSWER)
  return { text: read.output.delta?.content ?? '', finish: read.output.finish_reason ?? null }
}

async function* readWhole(parts: OutsideStream['parts']): AsyncGenerator<Piece> {
  const choice = (await wholeAnswer(parts, createBudget({ bytes: MOST_BYTES }))) ?? fail(aiErrors.ERR_AI_ANSWER)
  yield { texts: [choice.message.content ?? ''], finish: choice.finish_reason ?? 'stop' }
}
