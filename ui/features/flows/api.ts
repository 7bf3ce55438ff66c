import { queryOptions } from '@tanstack/react-query'
import type {
  CountPeriod,
  FlowCounts,
  FlowDetails,
  FlowFile,
  SaveFlow,
  SetSecret,
} from '../../../src/features/flows/contract'
import type { FlowRoutes } from '../../../src/features/flows/routes'
import { call, client, unwrap } from '../../shared/client'

const { flows: routes } = client<FlowRoutes>()

export const flowQuery = (id: number) =>
  queryOptions<FlowDetails>({
    queryKey: ['flow', id],
    queryFn: ({ signal }) => unwrap(routes({ id }).get({ fetch: { signal } })),
    gcTime: 0,
    // What is being edited must not change under the hands: an event says that another person has saved.
    staleTime: Number.POSITIVE_INFINITY,
  })

export const saveFlow = (id: number, body: SaveFlow): Promise<FlowDetails> => unwrap(routes({ id }).put(body))
export const publishFlow = (id: number, revision: number): Promise<FlowDetails> =>
  unwrap(routes({ id }).publish.post({ revision }))
export const discardFlow = (id: number, revision: number): Promise<FlowDetails> =>
  unwrap(routes({ id }).discard.post({ revision }))

export const versionsQuery = (id: number, version: number | null) =>
  queryOptions({
    queryKey: ['flow-versions', id, version],
    queryFn: ({ signal }) => unwrap(routes({ id }).versions.get({ fetch: { signal } })),
  })
export const fetchVersion = (id: number, version: number) => unwrap(routes({ id }).versions({ version }).get())

export function addFile(id: number, file: File): Promise<FlowFile> {
  const form = new FormData()
  form.set('file', file)
  return call<FlowFile>('POST', `/flows/${id}/files`, form)
}

export const setSecret = (id: number, body: SetSecret) => unwrap(routes({ id }).secrets.post(body))

/** Counted with each turn: asked anew whenever it is looked at. */
export const countsQuery = (id: number, period: CountPeriod) =>
  queryOptions<FlowCounts>({
    queryKey: ['flow-counts', id, period],
    queryFn: ({ signal }) => unwrap(routes({ id }).counts.get({ query: { period }, fetch: { signal } })),
    staleTime: 0,
  })
