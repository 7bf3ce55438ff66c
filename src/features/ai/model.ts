/** Requests to a language model that speaks OpenAI's protocol, answered as a whole or streamed. */
import * as v from 'valibot'
import { AppError, fail } from '../../errors'
import { OutsideFailed, type OutsideFault, type OutsideStream, openOutside } from '../../platform/outside'
import { MINUTE, SECOND } from '../../platform/time'
import { ANSWER_LENGTH } from './contract'
import { aiErrors } from './errors'
import type { ChatTurn } from './prompts'
import type { Service } from './service'

/** Time limit of a whole answer, or of silence within a streamed one. */
const TIME_LIMIT = 30 * SECOND
const STREAM_LIMIT = 3 * MINUTE
const MOST_BYTES = 256 * 1024
/** Size limit; a streamed answer repeats its frame with every word. */
const MOST_STREAMED = 16 * 1024 * 1024

/** `left` aborts the request when the client disconnects. */
export async function completeTurns(service: Service, turns: readonly ChatTurn[], left: AbortSignal): Promise<string> {
  try {
    const { parts } = await open(service, { turns }, { left, limit: TIME_LIMIT, most: MOST_BYTES })
    return answerIn(Buffer.concat(await Array.fromAsync(parts)).toString('utf8')) ?? fail(aiErrors.ERR_AI_ANSWER)
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
    let said = ''
    for await (const { text, finish } of pieces) {
      said += text
      const answer = withoutThoughts(said)
      const isTooLong = answer.length > ANSWER_LENGTH
      if (text !== '') yield answer.slice(0, ANSWER_LENGTH)
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
} as const satisfies Record<OutsideFault, unknown>

const refusalOf = (error: unknown): unknown =>
  error instanceof OutsideFailed ? new AppError(faults[error.fault]) : error

const Finish = v.nullish(v.string())
const Completion = v.object({
  choices: v.pipe(
    v.array(v.object({ message: v.object({ content: v.nullish(v.string()) }), finish_reason: Finish })),
    v.minLength(1),
  ),
})

/** Undefined for an unusable answer. */
function answerIn(body: string): string | undefined {
  const read = v.safeParse(Completion, parsed(body))
  const [choice] = read.success ? read.output.choices : []
  if (!choice || choice.finish_reason === 'length' || choice.finish_reason === 'content_filter') return undefined
  const answer = withoutThoughts(choice.message.content ?? '').trim()
  return answer === '' || answer.length > ANSWER_LENGTH || answer.includes('\0') ? undefined : answer
}

/** Local models prefix their reasoning. One that has not ended yet hides everything. */
function withoutThoughts(said: string): string {
  const end = said.lastIndexOf(THOUGHT_END)
  if (end >= 0) return said.slice(end + THOUGHT_END.length).trimStart()
  const begun = said.trimStart()
  return begun.startsWith(THOUGHT) || THOUGHT.startsWith(begun) ? '' : begun
}
const [THOUGHT, THOUGHT_END] = ['<think>', '</think>']

type Piece = { readonly text: string; readonly finish: string | null }

/** The last event of a service may have no choices, but counters. */
const Chunk = v.object({
  choices: v.array(v.object({ delta: v.nullish(v.object({ content: v.nullish(v.string()) })), finish_reason: Finish })),
})

async function* readEvents(parts: OutsideStream['parts']): AsyncGenerator<Piece> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const part of parts) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const data = /^data: ?(.*)/.exec(line)?.[1]?.trim()
      if (data === undefined || data === '') continue
      if (data === '[DONE]') return yield { text: '', finish: 'stop' }
      const read = v.safeParse(Chunk, parsed(data))
      if (!read.success) fail(aiErrors.ERR_AI_ANSWER)
      const [choice] = read.output.choices
      if (choice) yield { text: choice.delta?.content ?? '', finish: choice.finish_reason ?? null }
    }
  }
}

async function* readWhole(parts: OutsideStream['parts']): AsyncGenerator<Piece> {
  const read = v.safeParse(Completion, parsed(Buffer.concat(await Array.fromAsync(parts)).toString('utf8')))
  const [choice] = read.success ? read.output.choices : []
  if (!choice) fail(aiErrors.ERR_AI_ANSWER)
  yield { text: choice.message.content ?? '', finish: choice.finish_reason ?? 'stop' }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
