/**
 * Streams answers to the requesting user and stores them while they arrive. An interrupted answer is kept as far as it
 * came.
 */
import type { Actor } from '../../actor'
import { AppError, fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { cut } from '../../platform/text'
import { type Clock, SECOND } from '../../platform/time'
import { endTurn, type NewTurn, storeTurn } from './actions'
import { type AiLine, type AiOutcome, ANSWER_LENGTH } from './contract'
import { aiErrors } from './errors'
import { streamTurns } from './model'
import { conversationTurns } from './prompts'
import { listAnswered, showAiChat, showAiTurn } from './queries'
import type { Service } from './service'
import type { StoredAiTurn } from './tables'

/** A crash or a stop of the server loses at most this much of an answer. */
const STORE_EVERY = SECOND
/** Concurrent answers per user. */
const MOST_AT_ONCE = 2
/** The disconnection that stops an answer may arrive after the next question: how long that question waits for it. */
const STOP_TAKES = SECOND

type TurnRequest = NewTurn & { readonly before?: StoredAiTurn }
type Writing = {
  readonly cx: Cx
  readonly actor: Actor
  readonly service: Service
  readonly left: AbortSignal
  /** Throws once the user is signed out. */
  readonly stillHere: () => unknown
}
type Progress = Pick<StoredAiTurn, 'answer' | 'outcome' | 'error'>

export function createWriting(clock: Clock) {
  /** The end of each answer that is being written, by user and conversation. */
  const running = new Map<string, Map<number, PromiseWithResolvers<void>>>()
  const keyOf = ({ tenantId, userId }: Pick<Actor, 'tenantId' | 'userId'>) => `${tenantId} ${userId}`

  return {
    isWriting: (actor: Actor, chatId: number): boolean => running.get(keyOf(actor))?.has(chatId) ?? false,

    /** Fails while an answer is being written there, or several elsewhere, unless it ends in a moment. */
    async requireFree(actor: Actor, chatId: number | null): Promise<void> {
      const late = Promise.withResolvers<void>()
      let isLate = false
      let timer: ReturnType<typeof setTimeout> | undefined
      try {
        for (;;) {
          const chats = running.get(keyOf(actor))
          const isTaken = chats && (chats.size >= MOST_AT_ONCE || (chatId !== null && chats.has(chatId)))
          if (!isTaken) return
          if (isLate) fail(aiErrors.ERR_AI_BUSY)
          timer ??= setTimeout(() => {
            isLate = true
            late.resolve()
          }, STOP_TAKES)
          await Promise.race([late.promise, ...[...chats.values()].map(({ promise }) => promise)])
        }
      } finally {
        clearTimeout(timer)
      }
    },

    /** Marks the answer as being written at once. The first line is the question, the last one the stored answer. */
    write(asked: TurnRequest, writing: Writing): AsyncGenerator<AiLine> {
      const key = keyOf(writing.actor)
      const chats = running.get(key) ?? new Map<number, PromiseWithResolvers<void>>()
      const end = Promise.withResolvers<void>()
      running.set(key, chats.set(asked.chat.id, end))
      return linesOf(asked, writing, clock, () => {
        chats.delete(asked.chat.id)
        if (chats.size === 0) running.delete(key)
        end.resolve()
      })
    },
  }
}

async function* linesOf(
  { chat, turn, before }: TurnRequest,
  { cx, actor, service, left, stillHere }: Writing,
  clock: Clock,
  ended: () => void,
): AsyncGenerator<AiLine> {
  let written: Progress = { answer: '', outcome: 'stopped', error: null }
  const shown = showAiChat(chat)
  try {
    yield { chat: shown, turn: showAiTurn(turn, true) }
    const turns = conversationTurns(listAnswered(cx.db, turn), turn.prompt)
    let stored = Number.NEGATIVE_INFINITY
    const model = streamTurns(service, turns, left)
    try {
      for (;;) {
        const { value, done } = await model.next()
        if (done) {
          written = { ...written, ...outcomeOf(written.answer, value) }
          break
        }
        const answer = cut(value, ANSWER_LENGTH)
        const line = lineBetween(written.answer, answer)
        written = { ...written, answer }
        if (line) yield line
        if (Math.abs(clock() - stored) < STORE_EVERY) continue
        stored = clock()
        stillHere()
        if (!storeTurn(cx, { ...turn, ...written, outcome: 'writing' })) return
      }
    } catch (error) {
      if (!left.aborted) written = { ...written, ...endingBy(error) }
      if (!(error instanceof AppError) && !left.aborted) throw error
    } finally {
      await model.return(false)
    }
  } finally {
    ended()
    const isLost = written.answer.trim() === '' && before !== undefined && before.answer !== ''
    const last = endTurn(cx, actor, isLost ? before : { ...turn, ...written, answer: written.answer.trimEnd() })
    const lost = isLost ? { lost: written.error ?? aiErrors.ERR_AI_UNREACHABLE.code } : {}
    if (last && !left.aborted) yield { chat: shown, turn: last, ...lost }
  }
}

/** Undefined if nothing changed. */
function lineBetween(before: string, now: string): AiLine | undefined {
  if (now === before) return undefined
  return now.startsWith(before) ? { more: now.slice(before.length) } : { answer: now }
}

type Ending = { readonly outcome: AiOutcome; readonly error: string | null }

const outcomeOf = (answer: string, isComplete: boolean): Ending =>
  answer.trim() === ''
    ? { outcome: 'failed', error: aiErrors.ERR_AI_ANSWER.code }
    : { outcome: isComplete ? 'done' : 'long', error: null }

/** Only the service’s errors are shown; after a sign-out, the answer was stopped. */
function endingBy(error: unknown): Ending {
  if (!(error instanceof AppError)) return { outcome: 'interrupted', error: null }
  const isOfService = Object.values(aiErrors).some(({ code }) => code === error.code)
  return isOfService ? { outcome: 'failed', error: error.code } : { outcome: 'stopped', error: null }
}
