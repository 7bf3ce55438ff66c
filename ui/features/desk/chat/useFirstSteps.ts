import { useQuery } from '@tanstack/react-query'
import { useAtom } from 'jotai/react'
import { useEffect } from 'react'
import { storedOfPerson } from '../../../shared/session/ofPerson'
import { useMay } from '../../../shared/session/useUser'
import { connectionsQuery } from '../../directory/api'
import { useCountersOf } from '../moves/useCounters'
import { isNewCompany } from '../rules/firstSteps'

const states = ['none', 'begun', 'over'] as const
type State = (typeof states)[number]
const stateAtom = storedOfPerson<State>('firstSteps', 'none', (value): value is State =>
  states.some((state) => state === value),
)

/**
 * Whether the first steps are shown: from a company without a number on, to users who can set it up, until they are
 * done or dismissed.
 */
export function useFirstSteps(): { readonly isShown: boolean; end(): void } {
  const may = useMay()
  const [state, setState] = useAtom(stateAtom)
  const { data: connections } = useQuery(connectionsQuery)
  const isFor = may('drawer-admin-items:view') && may('queues-page:change')
  const counters = useCountersOf(true)
  const begins =
    isFor &&
    state === 'none' &&
    connections !== undefined &&
    counters !== undefined &&
    isNewCompany(connections, counters.open + counters.pending)
  useEffect(() => {
    if (begins) setState('begun')
  }, [begins, setState])
  return { isShown: isFor && (state === 'begun' || begins), end: () => setState('over') }
}
