import type { KeyboardEvent, RefObject } from 'react'
import type { TicketSummary } from '../../../src/tickets/contract'
import { type Lane, type Lanes, laneOf } from './spec'
import type { CardDrag } from './useCardDrag'

type Options = {
  /** Contains `[data-lane]`s with `[data-card]`s. */
  box: RefObject<HTMLElement | null>
  lanes: Lanes
  shown: readonly Lane[]
  byLane: ReadonlyMap<number, readonly TicketSummary[]>
  cards: readonly TicketSummary[]
  drag: CardDrag
  /** The card to focus. */
  onReach(card: TicketSummary, laneId: number): void
}

/** The keys of a focused card, and of the one that keys have picked up. */
export function useCardKeys({ box, lanes, shown, byLane, cards, drag, onReach }: Options) {
  const { held } = drag
  const cardOf = (target: EventTarget) => {
    const id = target instanceof Element && target.closest<HTMLElement>('[data-card]')?.dataset.card
    return id ? cards.find((card) => card.id === Number(id)) : undefined
  }
  const cardBeside = (card: TicketSummary, key: string) => {
    const lane = laneOf(card, lanes)
    const there = byLane.get(lane) ?? []
    const at = there.findIndex(({ id }) => id === card.id)
    if (key === 'ArrowDown' || key === 'ArrowUp') return there[at + (key === 'ArrowDown' ? 1 : -1)]
    const here = shown.findIndex(({ id }) => id === lane)
    const ahead = key === 'ArrowRight' ? shown.slice(here + 1) : shown.slice(0, here).toReversed()
    const others = ahead.map(({ id }) => byLane.get(id) ?? []).find(({ length }) => length > 0)
    return others?.[Math.min(at, others.length - 1)]
  }
  const moveOver = (from: number, step: 1 | -1) => {
    const next = shown[shown.findIndex(({ id }) => id === from) + step]
    if (!next) return
    drag.over(next.id)
    box.current?.querySelector(`[data-lane="${next.id}"]`)?.scrollIntoView({ inline: 'nearest', block: 'nearest' })
  }
  /** Whether the key is used up. */
  const pressed = (event: KeyboardEvent): boolean => {
    const { key } = event
    const isArrow = key.startsWith('Arrow')
    if (held?.by === 'keys') {
      if (key === 'Escape' || key === 'Tab') drag.cancel()
      else if (key === ' ') drag.drop()
      else if (key === 'ArrowRight') moveOver(held.to, 1)
      else if (key === 'ArrowLeft') moveOver(held.to, -1)
      else return isArrow || key === 'Enter'
      return key !== 'Tab'
    }
    const card = cardOf(event.target)
    if (!card || event.altKey || event.ctrlKey || event.metaKey) return false
    if (key === ' ') drag.lift(card, 'keys')
    else if (isArrow) {
      const next = cardBeside(card, key)
      if (next) onReach(next, laneOf(next, lanes))
    } else return false
    return true
  }
  return (event: KeyboardEvent) => {
    if (!pressed(event)) return
    event.preventDefault()
    event.stopPropagation()
  }
}
