import { queryOptions } from '@tanstack/react-query'
import type { EscalationRoutes } from '../../../../src/features/escalation/routes'
import type { PushCompany } from '../../../../src/features/push/contract'
import type { PushRoutes } from '../../../../src/features/push/routes'
import type { Escalation } from '../../../../src/queues/contract'
import { client, unwrap } from '../../../shared/client'

const { push } = client<PushRoutes>()
const { escalation } = client<EscalationRoutes>()

export const companyQuery = queryOptions({
  queryKey: ['push-company'],
  queryFn: ({ signal }) => unwrap(push.company.get({ fetch: { signal } })),
})
export const stepsQuery = queryOptions({
  queryKey: ['escalation-company'],
  queryFn: ({ signal }) => unwrap(escalation.company.get({ fetch: { signal } })),
})

export const saveLockScreens = (body: PushCompany) => unwrap(push.company.put(body))
export const saveSteps = (steps: Escalation) => unwrap(escalation.company.put({ steps }))
/** Returns how many devices get one. */
export const testOwnDevices = async (): Promise<number> => (await unwrap(push.test.post())).devices
