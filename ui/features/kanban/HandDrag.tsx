import { PointerActivationConstraints } from '@dnd-kit/dom'
import { DragOverlay, PointerSensor, useDragDropManager } from '@dnd-kit/react'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { TicketSummary } from '../../../src/tickets/contract'
import { useText } from '../../shared/i18n/useText'
import { HeldCard } from './Card'
import { laneAt, speedAt } from './edges'
import type { Kind } from './spec'
import type { CardDrag } from './useCardDrag'

/** Time at an edge after which the board scrolls. */
const SCROLL_AFTER_MS = 300
/** Kept free between the hint and the window's edge, in pixels. */
const MARGIN = 8

export const handSensors = [
  PointerSensor.configure({
    // A finger that moves sooner scrolls.
    activationConstraints: ({ pointerType }) =>
      pointerType === 'touch'
        ? [new PointerActivationConstraints.Delay({ value: 250, tolerance: 8 })]
        : [new PointerActivationConstraints.Distance({ value: 5 })],
    // The link of a card covers it.
    preventActivation: () => false,
  }),
]

type Props = {
  /** Contains `[data-lane]`s. */
  box: RefObject<HTMLElement | null>
  kind: Kind
  cards: readonly TicketSummary[]
  drag: CardDrag
}

/** Dragging a card by mouse, pen or touch, and the card under the pointer. */
export function HandDrag({ box, kind, cards, drag }: Props) {
  const t = useText()
  const manager = useDragDropManager()
  const hint = useRef<HTMLSpanElement>(null)
  const held = drag.held?.by === 'hand' ? drag.held : null
  const lift = useEffectEvent((id: unknown): boolean => {
    const card = cards.find((one) => one.id === id)
    return card !== undefined && drag.lift(card, 'hand')
  })
  const laneUnder = (x: number) => (box.current && laneAt(box.current, x)) ?? held?.from
  const over = useEffectEvent((x: number) => {
    const lane = laneUnder(x)
    if (lane !== undefined) drag.over(lane)
  })
  /** `x` is undefined if the drag was cancelled. */
  const end = useEffectEvent((x: number | undefined) => (x === undefined ? drag.cancel() : drag.drop(laneUnder(x))))
  useEffect(() => {
    if (!manager) return
    const { monitor } = manager
    const stops = [
      monitor.addEventListener('beforedragstart', (event) => {
        if (!lift(event.operation.source?.id)) event.preventDefault()
      }),
      monitor.addEventListener('dragend', ({ canceled, nativeEvent }) => {
        swallowClick()
        // The position of the drag is behind a quick hand.
        end(!canceled && nativeEvent instanceof PointerEvent ? nativeEvent.clientX : undefined)
      }),
    ]
    const gone = new AbortController()
    const { signal } = gone
    // The sensor has no method for it: this also stops a press that has not become a drag yet.
    const cancel = () => document.dispatchEvent(new PointerEvent('pointercancel'))
    window.addEventListener('blur', cancel, { signal })
    window.addEventListener('touchstart', ({ touches }) => touches.length > 1 && cancel(), { signal, passive: true })
    return () => {
      gone.abort()
      for (const stop of stops) stop()
    }
  }, [manager])
  const isHolding = held !== null
  useEffect(() => {
    const lanes = box.current
    if (!isHolding || !manager || !lanes) return
    let edgeSince: number | null = null
    let frame = requestAnimationFrame(function draw(now) {
      const { x } = manager.dragOperation.position.current
      const speed = speedAt(lanes, x)
      edgeSince = speed === 0 ? null : (edgeSince ?? now)
      if (edgeSince !== null && now - edgeSince >= SCROLL_AFTER_MS) lanes.scrollLeft += speed
      over(x)
      keepInside(hint.current)
      frame = requestAnimationFrame(draw)
    })
    return () => cancelAnimationFrame(frame)
  }, [isHolding, manager, box])
  return (
    <DragOverlay className="held-at" dropAnimation={null}>
      {held && (
        <div aria-hidden="true">
          <HeldCard ticket={held.card} kind={kind} laneId={held.from} fixed={null} />
          <span ref={hint} className="held-say">
            {t('kanban.orEscape', { words: drag.overWords(held) })}
          </span>
        </div>
      )}
    </DragOverlay>
  )
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

function keepInside(hint: HTMLElement | null) {
  if (!hint?.parentElement) return
  const { left } = hint.parentElement.getBoundingClientRect()
  hint.style.translate = `${Math.min(0, innerWidth - MARGIN - left - hint.offsetWidth - hint.offsetLeft)}px`
}
