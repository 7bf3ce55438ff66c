import { useAtom } from 'jotai/react'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { firstRowWishedAtom, goingOnAtom } from '../listState'
import { useOpenUuid } from '../useDesk'
import { useCommand } from './useShortcuts'

type Options = {
  /** The ticket whose row was focused last. */
  reached: number | null
  scrollTo(index: number): void
}

/**
 * Arrow keys move through the list: from the focused row; from its position if it has left the list (resolved, for
 * instance); otherwise from the open ticket; from the search field to the first row.
 */
export function useListKeys(items: readonly TicketSummary[], { reached, scrollTo }: Options): void {
  const uuid = useOpenUuid()
  const place = useRef(-1)
  const reachedAt = items.findIndex(({ id }) => id === reached)
  useEffect(() => {
    if (reachedAt >= 0) place.current = reachedAt
  }, [reachedAt])
  const move = (step: 1 | -1) => {
    const focused = focusedTicketId()
    const isGone = focused === undefined && reached !== null && reachedAt < 0
    // The next row takes its position.
    const from = isGone ? place.current - (step > 0 ? 1 : 0) : items.findIndex(isAt(focused))
    focus(Math.min(items.length - 1, Math.max(0, from + step)))
  }
  const isAt = (focused: number | undefined) => (ticket: TicketSummary) =>
    focused === undefined ? ticket.uuid === uuid : ticket.id === focused
  const focus = (index: number) => {
    const ticket = items[index]
    if (!ticket) return
    scrollTo(index)
    focusDrawn(rowOf(ticket.id))
  }
  const [isWished, wish] = useAtom(firstRowWishedAtom)
  const begin = useEffectEvent(() => {
    wish(false)
    focus(0)
  })
  useEffect(() => {
    if (isWished) begin()
  }, [isWished])
  const [goingOn, goOn] = useAtom(goingOnAtom)
  const isLeft = goingOn === 'list' && reachedAt < 0
  const standIn = useEffectEvent(() => {
    goOn(null)
    focus(Math.min(items.length - 1, Math.max(0, place.current)))
  })
  useEffect(() => {
    if (isLeft) standIn()
  }, [isLeft])
  useCommand((command) => {
    if (command === 'next') move(1)
    if (command === 'previous') move(-1)
    if (command === 'first') focus(0)
  })
}

export function focusRow(ticketId: number | undefined): void {
  focused(rowOf(ticketId))
}

/** Immediately if it is rendered, so that the next key reaches it; otherwise after scrolling has rendered it. */
export function focusDrawn(selector: string): void {
  if (!focused(selector)) requestAnimationFrame(() => focused(selector))
}

function focused(selector: string): boolean {
  const found = document.querySelector<HTMLElement>(selector)
  found?.focus()
  return found !== null
}

const rowOf = (ticketId: number | undefined): string => `.ticket[data-ticket="${ticketId}"] .ticket-name`

/** Element of a row, or of the gate of a waiting ticket. */
export function focusedTicketId(): number | undefined {
  const id = document.activeElement?.closest<HTMLElement>('[data-ticket]')?.dataset.ticket
  return id === undefined ? undefined : Number(id)
}
