import { useNavigate, useSearch } from '@tanstack/react-router'
import { useAtom } from 'jotai/react'
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { viewAtom } from '../listState'

/**
 * Synchronises the list with the address: a reload or a link shows the same list. The address is read when the desk
 * opens, if it has any state; afterwards it follows the list. Until it is read, nothing should be fetched.
 */
export function useListAddress(): boolean {
  const address = useSearch({ from: '/private/tickets/{-$ticketId}' })
  const navigate = useNavigate()
  const [view, show] = useAtom(viewAtom)
  const [isTaken, setTaken] = useState(false)
  const take = useEffectEvent(() => {
    if (JSON.stringify(address) !== '{}') show(address)
    setTaken(true)
  })
  useLayoutEffect(() => take(), [])
  const isSame = JSON.stringify(address) === JSON.stringify(view)
  const navigateToView = useEffectEvent(() => void navigate({ to: '.', search: view, replace: true, state: true }))
  const shown = JSON.stringify(view)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the list updates the address
  useEffect(() => {
    if (isTaken && !isSame) navigateToView()
  }, [isTaken, isSame, shown])
  return isTaken
}
