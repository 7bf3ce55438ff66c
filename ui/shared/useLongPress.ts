import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'

const HELD = 450
/** In pixels; a finger is never quite still. */
const SLACK = 10

/**
 * Handles a long press by touch, with a short vibration where supported. `byMouse`: the secondary mouse button does the same;
 * without it mouse and pen are ignored.
 */
export function useLongPress(onHold: (at: Element) => void, { byMouse = false } = {}) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const start = useRef({ x: 0, y: 0 })
  const wasHeld = useRef(false)
  const end = () => clearTimeout(timer.current)
  const hold = (at: Element) => {
    end()
    if (wasHeld.current) return
    wasHeld.current = true
    swallowLift()
    navigator.vibrate?.(10)
    onHold(at)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    onPointerDown(event: PointerEvent) {
      end()
      wasHeld.current = false
      const { pointerType, isPrimary, clientX, clientY, currentTarget } = event
      if (pointerType !== 'touch' || !isPrimary || !isOnIt(event)) return
      start.current = { x: clientX, y: clientY }
      timer.current = setTimeout(() => hold(currentTarget), HELD)
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const { x, y } = start.current
      if (Math.hypot(clientX - x, clientY - y) > SLACK) end()
    },
    onPointerUp: end,
    onPointerCancel: end,
    /** Android's own context menu on a long press; it may come first. */
    onContextMenu(event: MouseEvent<Element, globalThis.MouseEvent | globalThis.PointerEvent>) {
      const { nativeEvent, currentTarget } = event
      const isTouch = 'pointerType' in nativeEvent && nativeEvent.pointerType === 'touch'
      if (!isOnIt(event) || !(isTouch || byMouse)) return
      event.preventDefault()
      if (isTouch) hold(currentTarget)
      else onHold(currentTarget)
    },
  }
}

/** Not on popups, which are React children of the element; nor on sliders, where holding means seeking. */
const isOnIt = ({ currentTarget, target }: { currentTarget: Element; target: EventTarget }) =>
  target instanceof Element && currentTarget.contains(target) && !target.matches('input')

/**
 * Ignores the end of this touch: it must neither click the element that was held or opened under the finger, nor count
 * as a press outside the popup, which would close it.
 */
function swallowLift(): void {
  const swallow = (event: TouchEvent) => event.preventDefault()
  addEventListener('touchend', swallow, { capture: true, passive: false })
  addEventListener('pointerdown', () => removeEventListener('touchend', swallow, { capture: true }), {
    capture: true,
    once: true,
  })
}
