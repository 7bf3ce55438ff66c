import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type AiAnswer, type AskAi, aiChanged } from '../../../src/features/ai/contract'
import type { AiRoutes } from '../../../src/features/ai/routes'
import { call, client, unwrap } from '../../shared/client'
import { useEvent } from '../../shared/live/useEvent'

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
