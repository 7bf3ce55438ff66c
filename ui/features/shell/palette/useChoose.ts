import { useEffect, useRef, useState } from 'react'
import { toast } from '../../../shared/kit/toast'
import type { Offer } from '../../../shared/offer'

/**
 * Closes the palette and follows the offer. If the server must be asked first, the palette stays until it answers;
 * closing it or typing on cancels.
 */
export function useChoose(close: () => void) {
  const going = useRef<AbortController>(undefined)
  const [isGoing, setGoing] = useState(false)
  useEffect(() => () => going.current?.abort(), [])
  const stay = () => {
    going.current?.abort()
    setGoing(false)
  }
  const choose = async (offer: Offer) => {
    stay()
    const controller = new AbortController()
    going.current = controller
    const { signal } = controller
    const step = offer.lead(signal)
    if (typeof step === 'function') {
      close()
      return step()
    }
    setGoing(true)
    try {
      const found = await step
      if (signal.aborted) return
      close()
      found()
    } catch (failure) {
      if (signal.aborted) return
      stay()
      toast.failure(failure)
    }
  }
  return { isGoing, choose: (offer: Offer) => void choose(offer), stay }
}
