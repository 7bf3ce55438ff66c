import { type RefObject, useEffect, useRef } from 'react'

/** The part of a page that replaces another one gets the focus; the first one does not. */
export function useStepFocus(step: string): RefObject<HTMLElement | null> {
  const part = useRef<HTMLElement>(null)
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    part.current?.focus()
  }, [step])
  return part
}
