/** Dragging a card by mouse, pen or touch. Renders only when the card enters another lane. */
import { type RefObject, useEffect, useEffectEvent } from 'react'

type Drag = {
  /** Whether this card can be dragged. */
  lift(cardId: number): boolean
  /** Called when the lane under the card changes; beside the visible board it is the card's own. */
  over(laneId: number): void
  drop(): void
  cancel(): void
}
type Refs = {
  /** Contains `[data-lane]`s with `[data-card]`s. */
  box: RefObject<HTMLElement | null>
  /** Follows the pointer. */
  held: RefObject<HTMLElement | null>
}

/** Distance in pixels after which a mouse drags. */
const FAR = 5
/** Time after which a finger that moves no farther than `STILL` drags; before, it scrolls. */
const LONG = 250
const STILL = 8
/** Distance to an edge at which the board scrolls, after how long, and the maximum of pixels per frame. */
const EDGE = 64
const EDGE_AFTER = 300
const FASTEST = 14
/** Kept free between the hint and the window's edge. */
const MARGIN = 8

export function useHandDrag({ box, held }: Refs, drag: Drag): void {
  const lift = useEffectEvent((id: number) => drag.lift(id))
  const over = useEffectEvent((id: number) => drag.over(id))
  const end = useEffectEvent((isDrop: boolean) => (isDrop ? drag.drop() : drag.cancel()))
  useEffect(() => {
    const lanes = box.current
    if (!lanes) return
    let stop = () => {}
    const begin = (target: EventTarget | null, x: number, y: number, isTouch: boolean) => {
      const card = target instanceof Element ? target.closest<HTMLElement>('[data-card]') : null
      if (!card) return
      stop()
      const gone = new AbortController()
      const { signal } = gone
      const rect = card.getBoundingClientRect()
      const grip = { x: x - rect.left, y: y - rect.top }
      const home = card.closest<HTMLElement>('[data-lane]')?.dataset.lane
      let at = { x, y }
      let edgeSince: number | null = null
      let isActive = false
      let lane: string | undefined
      let frame = 0
      let timer: ReturnType<typeof setTimeout> | undefined
      const finish = (isDrop: boolean) => {
        clearTimeout(timer)
        cancelAnimationFrame(frame)
        gone.abort()
        stop = () => {}
        if (!isActive) return
        isActive = false
        swallowClick()
        end(isDrop)
      }
      stop = () => finish(false)
      const start = () => {
        isActive = lift(Number(card.dataset.card))
        if (isActive) frame = requestAnimationFrame(draw)
        else finish(false)
      }
      const draw = (now: number) => {
        const style = held.current?.style
        if (style) {
          style.width = `${rect.width}px`
          style.transform = `translate(${at.x - grip.x}px, ${at.y - grip.y}px)`
          keepInside(held.current?.querySelector<HTMLElement>('.held-say'), at.x - grip.x)
        }
        const speed = speedAt(lanes, at.x)
        edgeSince = speed === 0 ? null : (edgeSince ?? now)
        if (edgeSince !== null && now - edgeSince >= EDGE_AFTER) lanes.scrollLeft += speed
        const under = laneAt(lanes, at.x) ?? home
        if (under !== undefined && under !== lane) {
          lane = under
          over(Number(under))
        }
        frame = requestAnimationFrame(draw)
      }
      const moveTo = (next: typeof at): void => {
        at = next
        if (isActive) return
        const distance = Math.hypot(next.x - x, next.y - y)
        if (isTouch ? distance > STILL : distance > FAR) isTouch ? finish(false) : start()
      }
      const keys = (event: KeyboardEvent) => {
        if (event.key !== 'Escape' || !isActive) return
        event.preventDefault()
        event.stopImmediatePropagation()
        finish(false)
      }
      addEventListener('keydown', keys, { signal, capture: true })
      addEventListener('blur', () => finish(false), { signal })
      if (isTouch) {
        timer = setTimeout(start, LONG)
        const touched = (event: TouchEvent) => {
          const touch = event.touches[0]
          if (!touch) return
          if (isActive) event.preventDefault()
          moveTo({ x: touch.clientX, y: touch.clientY })
        }
        // On the card that was touched: the browser asks it whether the page may scroll.
        card.addEventListener('touchmove', touched, { signal, passive: false })
        card.addEventListener('contextmenu', (event) => event.preventDefault(), { signal })
        addEventListener('touchend', () => finish(true), { signal })
        addEventListener('touchcancel', () => finish(false), { signal })
        return
      }
      window.addEventListener('pointermove', (event) => moveTo({ x: event.clientX, y: event.clientY }), { signal })
      addEventListener('pointerup', () => finish(true), { signal })
      addEventListener('pointercancel', () => finish(false), { signal })
    }
    const gone = new AbortController()
    const { signal } = gone
    const pressed = (event: PointerEvent) => {
      if (event.button === 0 && event.pointerType !== 'touch') begin(event.target, event.clientX, event.clientY, false)
    }
    const touched = (event: TouchEvent) => {
      const touch = event.touches[0]
      if (touch && event.touches.length === 1) begin(event.target, touch.clientX, touch.clientY, true)
      else stop()
    }
    lanes.addEventListener('pointerdown', pressed, { signal })
    lanes.addEventListener('touchstart', touched, { signal, passive: true })
    return () => {
      gone.abort()
      stop()
    }
  }, [box, held])
}

/** Releasing over a card would open it. */
function swallowClick() {
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', swallow, { capture: true, once: true })
  // The click follows within the same task, if there is one.
  setTimeout(() => removeEventListener('click', swallow, { capture: true }))
}

/** The lane at this place of the board that one can see. */
function laneAt(box: HTMLElement, x: number): string | undefined {
  const seen = edgesOf(box)
  if (x < seen.left || x >= seen.right) return undefined
  for (const lane of box.querySelectorAll<HTMLElement>('[data-lane]')) {
    const { left, right } = lane.getBoundingClientRect()
    if (x >= left && x < right) return lane.dataset.lane
  }
  return undefined
}

/** Pixels per frame by which the board scrolls; beside it, none. */
function speedAt(box: HTMLElement, x: number): number {
  const { left, right } = edgesOf(box)
  const [before, after] = [x - left, right - x]
  if (before < 0 || after < 0) return 0
  if (before < EDGE) return -FASTEST * (1 - before / EDGE)
  return after < EDGE ? FASTEST * (1 - after / EDGE) : 0
}

/** Without what the conversation covers on narrow windows. */
function edgesOf(box: HTMLElement): { left: number; right: number } {
  const { left, right } = box.getBoundingClientRect()
  const pane = box.parentElement?.querySelector(':scope > .kanban-side')?.getBoundingClientRect()
  return { left, right: Math.min(right, pane?.left ?? right) }
}

function keepInside(hint: HTMLElement | null | undefined, left: number) {
  if (hint) hint.style.translate = `${Math.min(0, innerWidth - MARGIN - left - hint.offsetWidth - hint.offsetLeft)}px`
}
