import { useEffect, useMemo, useRef } from 'react'

/** After this many frames newly drawn rows are measured and older pages are in place; nothing moves by itself any more. */
const FRAMES_TO_REST = 20

/**
 * Keeps the conversation at one place for a moment, because rows that are measured and pages that arrive would move it.
 * `hold` calls `goThere` in each frame, until another place is held or `release` is called: by whoever scrolls by hand.
 */
export function useHold() {
  const frame = useRef(0)
  const place = useMemo(() => {
    const release = () => cancelAnimationFrame(frame.current)
    const hold = (goThere: () => void) => {
      release()
      let left = FRAMES_TO_REST
      const again = () => {
        goThere()
        left -= 1
        if (left > 0) frame.current = requestAnimationFrame(again)
      }
      again()
    }
    return { hold, release }
  }, [])
  useEffect(() => place.release, [place])
  return place
}
