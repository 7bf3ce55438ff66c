/** Answers streamed to this page. Leaving it stops them, on the server too. */
import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai/react'
import { useEffect, useRef, useState } from 'react'
import type { ErrorCode } from '../../../src/errors'
import type { AiChat, AiTurn } from '../../../src/features/ai/contract'
import { addPage } from '../../shared/live/apply'
import { changeLists } from '../../shared/live/live-query'
import { ApiError } from '../../shared/session/failure'
import { askInChat, type Question, turnsSpec } from './api'
import { prependToDraftAtom, takeDraftAtom } from './drafts'
import { aiChatsSpec, answerWith } from './spec'

/** A new conversation has no number yet. */
export const NEW = 0
export const keyOfChat = (chatId: number | null): number => chatId ?? NEW

/** `turn` is null until the server has stored the question. */
export type WritingTurn = { readonly prompt: string | null; readonly turn: AiTurn | null; readonly answer: string }
type FailedQuestion = { readonly question: Question; readonly error: unknown }

/** `onBegun`: a new conversation has its number. */
export function useWriting(onBegun: (chat: AiChat) => void) {
  const cache = useQueryClient()
  const [written, setWritten] = useState<ReadonlyMap<number, WritingTurn>>(new Map())
  const [failed, setFailed] = useState<ReadonlyMap<number, FailedQuestion>>(new Map())
  const [queued, setQueued] = useState<ReadonlySet<number>>(new Set())
  const queue = useRef(new Set<number>())
  const takeDraft = useSetAtom(takeDraftAtom)
  const prependToDraft = useSetAtom(prependToDraftAtom)
  const leaving = useRef(new Map<number, AbortController>())
  useEffect(() => {
    const controllers = leaving.current
    return () => {
      for (const one of controllers.values()) one.abort()
    }
  }, [])

  const show = (place: number, now: WritingTurn | undefined) => setWritten((before) => withOne(before, place, now))
  const fail = (place: number, now: FailedQuestion | undefined) => setFailed((before) => withOne(before, place, now))

  const setInQueue = (place: number, isQueued: boolean) => {
    if (queue.current.has(place) === isQueued) return
    if (isQueued) queue.current.add(place)
    else queue.current.delete(place)
    setQueued(new Set(queue.current))
  }

  /** Asks the draft now, or once the answer that is being written there is complete. */
  function askDraft(chatId: number | null) {
    const place = keyOfChat(chatId)
    if (leaving.current.has(place)) return setInQueue(place, true)
    const prompt = takeDraft(place).trim()
    if (prompt !== '') void ask({ chatId, prompt })
  }

  async function ask(question: Question) {
    let place = keyOfChat(question.chatId)
    const controller = new AbortController()
    leaving.current.set(place, controller)
    let now: WritingTurn = { prompt: question.prompt, turn: null, answer: '' }
    let isEnded = false
    let isComplete = false
    show(place, now)
    fail(place, undefined)
    try {
      for await (const line of askInChat(question, controller.signal)) {
        now = { ...now, answer: answerWith(now.answer, line) }
        if ('turn' in line) {
          const isBegun = question.chatId === null && now.turn === null
          isEnded = now.turn !== null
          isComplete = isEnded && !line.lost && (line.turn.outcome === 'done' || line.turn.outcome === 'long')
          now = { ...now, turn: line.turn }
          // A catalogue error: its text is found by the code.
          if (line.lost) fail(place, { question, error: new ApiError(0, line.lost as ErrorCode, {}) })
          changeLists(cache, aiChatsSpec.key, { put: line.chat })
          if (isBegun) {
            leaving.current.delete(place)
            show(place, undefined)
            place = line.chat.id
            leaving.current.set(place, controller)
            setInQueue(place, queue.current.has(NEW))
            setInQueue(NEW, false)
            prependToDraft(place, takeDraft(NEW)) // the next question, typed meanwhile
            const spec = turnsSpec(place)
            cache.setQueryData(spec.key, addPage(undefined, { items: [line.turn], hasMore: false }, { rules: spec }))
            onBegun(line.chat)
          } else changeLists(cache, turnsSpec(place).key, { put: line.turn })
        }
        show(place, now)
      }
    } catch (error) {
      if (!controller.signal.aborted && now.turn === null) {
        fail(place, { question, error })
        prependToDraft(place, question.prompt ?? '')
      }
    } finally {
      // The server stores the answer so far, and sends it once it can be reached.
      if (now.turn && !isEnded) {
        const outcome = controller.signal.aborted ? 'stopped' : 'interrupted'
        changeLists(cache, turnsSpec(place).key, { put: { ...now.turn, answer: now.answer, outcome } })
      }
      leaving.current.delete(place)
      show(place, undefined)
      const isNext = queue.current.has(place)
      setInQueue(place, false)
      // After a stop or a failure the draft stays in the composer.
      if (isNext && isComplete && !controller.signal.aborted) askDraft(place)
    }
  }

  return {
    ask,
    askDraft,
    isQueued: (chatId: number | null) => queued.has(keyOfChat(chatId)),
    unqueue: (chatId: number | null) => setInQueue(keyOfChat(chatId), false),
    writtenIn: (chatId: number | null) => written.get(keyOfChat(chatId)),
    failureIn: (chatId: number | null) => failed.get(keyOfChat(chatId)),
    stop: (chatId: number | null) => leaving.current.get(keyOfChat(chatId))?.abort(),
  }
}

function withOne<T>(map: ReadonlyMap<number, T>, key: number, value: T | undefined): ReadonlyMap<number, T> {
  const next = new Map(map)
  if (value === undefined) next.delete(key)
  else next.set(key, value)
  return next
}
