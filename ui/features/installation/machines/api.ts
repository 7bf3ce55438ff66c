/** Requests of the tab about machines. Loads come by polling, and what happens comes by events. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CompanyFilter, NewMove } from '../../../../src/features/machines/contract'
import type { MachineRoutes } from '../../../../src/features/machines/routes'
import { client, unwrap } from '../../../shared/client'

const { machines } = client<MachineRoutes>()

export const MACHINES = ['machines'] as const
const OFTEN = 5000

export const machinesQuery = queryOptions({
  queryKey: [...MACHINES, 'list'],
  queryFn: ({ signal }) => unwrap(machines.get({ fetch: { signal } })),
  // Without a fleet nothing changes while the server runs.
  refetchInterval: ({ state }) => (state.data?.fleet || state.error ? OFTEN : false),
  staleTime: 0,
  retry: false,
})

export type CompanyQuestion = {
  readonly machine: string | undefined
  readonly state: CompanyFilter | undefined
  readonly search: string
  readonly page: number
}

export const companiesQuery = ({ machine, state, search, page }: CompanyQuestion) =>
  queryOptions({
    queryKey: [...MACHINES, 'companies', machine ?? '', state ?? '', search, page],
    queryFn: ({ signal }) =>
      unwrap(
        machines.companies.get({
          query: {
            ...(machine && { machine }),
            ...(state && { state }),
            ...(search && { searchParam: search }),
            pageNumber: `${page}`,
          },
          fetch: { signal },
        }),
      ),
    refetchInterval: OFTEN,
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export const choicesQuery = (companyId: number) =>
  queryOptions({
    queryKey: [...MACHINES, 'choices', companyId],
    queryFn: ({ signal }) => unwrap(machines.companies({ id: companyId }).move.get({ fetch: { signal } })),
    refetchInterval: OFTEN,
    staleTime: 0,
  })

export const orderMove = (companyId: number, move: NewMove) =>
  unwrap(machines.companies({ id: companyId }).move.put(move))
export const cancelMove = (companyId: number) => unwrap(machines.companies({ id: companyId }).move.delete())
export const drainMachine = (name: string) => unwrap(machines({ name }).drain.post())
export const stopDraining = (name: string) => unwrap(machines({ name }).drain.delete())
export const spreadCompanies = () => unwrap(machines.rebalance.post())
export const forgetMachine = (name: string) => unwrap(machines({ name }).delete())
