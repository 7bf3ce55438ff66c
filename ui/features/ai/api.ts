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

/** Where texts go; null where nothing is configured, undefined while that is not known. */
export function useAiService() {
  const cache = useQueryClient()
  useEvent(aiChanged, () => void cache.invalidateQueries({ queryKey: serviceQuery.queryKey }))
  return useQuery(serviceQuery).data?.service
}

/** Asks one thing at a time; `stop`, or leaving the page, ends it on the server too. */
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
