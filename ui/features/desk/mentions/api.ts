import { queryOptions } from '@tanstack/react-query'
import type { NoteMentionRoutes } from '../../../../src/features/note-mentions/routes'
import { client, unwrap } from '../../../shared/client'

const { 'note-mentions': routes } = client<NoteMentionRoutes>()

export const mentionsQuery = queryOptions({
  queryKey: ['note-mentions'],
  queryFn: async ({ signal }) => (await unwrap(routes.get({ fetch: { signal } }))).mentions,
})

export const seeMentions = (ids: readonly number[]) => unwrap(routes.seen.post({ ids: [...ids] }))
