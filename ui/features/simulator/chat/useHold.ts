import { type MouseEvent, type PointerEvent, type TouchEvent, useEffect, useRef } from 'react'

const HELD_MS = 450
/** A finger never lies quite still. */
const SLACK_PX = 10

/** A long press, or the mouse's other button. Not every phone's browser tells of long presses itself. */
export function useHold(onHold: (at: Element) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const start = useRef({ x: 0, y: 0 })
  const isHeld = useRef(false)
  const end = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    onContextMenu(event: MouseEvent) {
      event.preventDefault()
      end()
      onHold(event.currentTarget)
    },
    onPointerDown({ pointerType, clientX, clientY, currentTarget }: PointerEvent) {
      if (pointerType !== 'touch') return
      start.current = { x: clientX, y: clientY }
      isHeld.current = false
      timer.current = setTimeout(() => {
        isHeld.current = true
        onHold(currentTarget)
      }, HELD_MS)
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const { x, y } = start.current
      if (Math.abs(clientX - x) > SLACK_PX || Math.abs(clientY - y) > SLACK_PX) end()
    },
    onPointerUp: end,
    /** Letting go is no tap: it would close what the holding has opened. */
    onTouchEnd(event: TouchEvent) {
      if (isHeld.current) event.preventDefault()
    },
    onPointerCancel: end,
  }
}
