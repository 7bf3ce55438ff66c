/** The query cache. One per session, so that the next user inherits nothing. */
import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './session/failure'

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        networkMode: 'always',
        retry: (times, failure) =>
          times < 2 && !(failure instanceof ApiError && failure.status >= 400 && failure.status < 500),
      },
      mutations: { networkMode: 'always' },
    },
  })
