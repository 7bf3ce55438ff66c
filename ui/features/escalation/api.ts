import { queryOptions } from '@tanstack/react-query'
import type { EscalationRoutes } from '../../../src/features/escalation/routes'
import { client, unwrap } from '../../shared/client'

const { escalation } = client<EscalationRoutes>()

export const escalationQuery = queryOptions({
  queryKey: ['escalation'],
  queryFn: ({ signal }) => unwrap(escalation.get({ fetch: { signal } })),
})

export const seeEscalations = (ids: readonly number[]) => unwrap(escalation.seen.post({ ids: [...ids] }))
export const saveOwnNumber = (number: string | null) => unwrap(escalation.number.put({ number }))
