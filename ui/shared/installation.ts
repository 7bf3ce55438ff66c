import { queryOptions } from '@tanstack/react-query'
import type { Installation } from '../../src/operator/contract'
import { call } from './client'
import { store } from './store'
import { storedAtom } from './storedAtom'

type Kind = Pick<Installation, 'version' | 'simulator' | 'passive'>

const isKind = (value: unknown): value is Kind =>
  typeof value === 'object' && value !== null && 'version' in value && 'simulator' in value && 'passive' in value

/** The last known answer, shown until the server answers, so that the layout does not jump when nothing changed. */
const lastKindAtom = storedAtom<Kind | null>('installation', null, isKind)

export async function fetchInstallation(): Promise<Installation> {
  const installation = await call<Installation>('GET', '/version')
  const { version, simulator, passive } = installation
  store.set(lastKindAtom, { version, simulator, passive })
  return installation
}

/** Facts about the installation, from the server. */
export const installationQuery = queryOptions({
  queryKey: ['version'],
  queryFn: fetchInstallation,
  placeholderData: () => {
    const last = store.get(lastKindAtom)
    return last === null
      ? undefined
      : { ...last, resting: false, storageFull: false, signUp: false, supportUrl: null, waiting: {} }
  },
  staleTime: Number.POSITIVE_INFINITY,
  // A standby installation is activated from the command line, which emits no event: it is polled.
  refetchInterval: ({ state }) => (state.data?.passive || state.data?.storageFull ? 15_000 : false),
})
