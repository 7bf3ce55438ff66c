import { useAtom, useAtomValue } from 'jotai/react'
import { useEffect, useState } from 'react'
import { filterCountAtom, segmentAtom, tabAtom } from '../listState'
import { useCounters } from '../moves/useCounters'
import { useOpenUuid } from '../useDesk'

/**
 * Opens the desk where there is work: on waiting tickets, while the user attends none. Decided once, when any ticket
 * exists.
 */
export function useOpeningSegment(): void {
  const uuid = useOpenUuid()
  const tab = useAtomValue(tabAtom)
  const [segment, setSegment] = useAtom(segmentAtom)
  const isNarrowed = useAtomValue(filterCountAtom) > 0
  const counters = useCounters()
  const [isDecided, setDecided] = useState(false)
  useEffect(() => {
    // An empty desk switches to where the first customer appears.
    if (isDecided || !counters || counters.open + counters.pending === 0) return
    setDecided(true)
    const isUsual = uuid === undefined && tab === 'open' && segment === 'open' && !isNarrowed
    if (isUsual && counters.open === 0 && counters.pending > 0) setSegment('pending')
  }, [isDecided, counters, uuid, tab, segment, isNarrowed, setSegment])
}
