import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import {
  type AiAnswer,
  type AiChat,
  type AiLine,
  type AiTurn,
  type AskAi,
  aiChanged,
  type RenameAiChat,
} from '../../../src/features/ai/contract'
import type { AiRoutes } from '../../../src/features/ai/routes'
import { call, client, unwrap } from '../../shared/client'
import type { LiveListSpec } from '../../shared/live/live-query'
import { liveCrud } from '../../shared/live/liveCrud'
import { useEvent } from '../../shared/live/useEvent'
import { jsonLines } from '../../shared/ndjson'
import { sessionFetch } from '../../shared/session/access'
import { ApiError, failureOf, unreachable } from '../../shared/session/failure'
import { aiChatsSpec, turnRules } from './spec'

const { openai } = client<AiRoutes>()

const serviceQuery = queryOptions({
  queryKey: ['ai'],
  queryFn: ({ signal }) => unwrap(openai.get({ fetch: { signal } })),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The configured AI provider; null if none, undefined while unknown. */
export function useAiService() {
  const cache = useQueryClient()
  useEvent(aiChanged, () => void cache.invalidateQueries({ queryKey: serviceQuery.queryKey }))
  return useQuery(serviceQuery).data?.service
}

/** One request at a time; `stop`, or leaving the page, cancels it on the server too. */
export function useAsking<AiRequest extends AskAi>() {
  const leaving = useRef<AbortController>(null)
  const asking = useMutation({
    mutationFn: (wanted: AiRequest) => {
      leaving.current?.abort()
      leaving.current = new AbortController()
      return call<AiAnswer>('POST', '/openai', wanted, leaving.current.signal)
    },
  })
  useEffect(() => () => leaving.current?.abort(), [])
  const stop = () => {
    leaving.current?.abort()
    asking.reset()
  }
  return { ...asking, stop }
}

export const aiChats = liveCrud<AiChat, never, RenameAiChat>({
  ...aiChatsSpec,
  routes: {
    list: ({ signal }) => unwrap(openai.chats.get({ fetch: { signal } })),
    update: (id, body) => unwrap(openai.chats({ id }).put(body)),
    remove: (id) => unwrap(openai.chats({ id }).delete()),
  },
})

export const deleteAllChats = () => unwrap(openai.chats.delete())

export const turnsSpec = (chatId: number): LiveListSpec<AiTurn> => ({
  ...turnRules(chatId),
  async fetchPage({ after }, signal) {
    const query = after === undefined ? {} : { before: after }
    const { turns, hasMore } = await unwrap(openai.chats({ id: chatId }).get({ query, fetch: { signal } }))
    return { items: turns.toReversed(), hasMore, next: turns[0]?.id.toString() }
  },
})

/** `chatId` null begins a conversation; without `prompt`, the last question is asked again. */
export type Question = { readonly chatId: number | null; readonly prompt: string | null }

/** Throws an `ApiError` if nothing was asked, or the connection breaks while the answer is written. */
export async function* askInChat({ chatId, prompt }: Question, signal: AbortSignal): AsyncGenerator<AiLine> {
  const address = chatId === null ? '' : `/${chatId}/${prompt === null ? 'again' : 'turns'}`
  try {
    const answer = await sessionFetch(`/api/openai/chats${address}`, {
      method: 'POST',
      signal,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(prompt === null ? {} : { prompt }),
    })
    if (!answer.ok || !answer.body) throw failureOf(answer.status, await answer.json().catch(() => null))
    for await (const line of jsonLines(answer.body)) yield line as AiLine // the server's type
  } catch (failure) {
    throw failure instanceof ApiError ? failure : unreachable()
  }
}
