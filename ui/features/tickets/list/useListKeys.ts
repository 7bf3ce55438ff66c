import type { TicketSummary } from '../../../../src/tickets/contract'
import { useOpenUuid } from '../useDesk'
import { useCommand } from '../useShortcuts'

/** Moves through the list by arrow keys, from the focused row or else the open ticket; from the search to the first row. */
export function useListKeys(items: readonly TicketSummary[], scrollTo: (index: number) => void): void {
  const uuid = useOpenUuid()
  const move = (step: 1 | -1) => {
    const focused = focusedTicketId()
    const at = items.findIndex((ticket) => (focused === undefined ? ticket.uuid === uuid : ticket.id === focused))
    focus(Math.min(items.length - 1, Math.max(0, at + step)))
  }
  const focus = (index: number) => {
    const ticket = items[index]
    if (!ticket) return
    scrollTo(index)
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`[data-ticket="${ticket.id}"] .ticket-name`)?.focus(),
    )
  }
  useCommand((command) => {
    if (command === 'next') move(1)
    if (command === 'previous') move(-1)
    if (command === 'first') focus(0)
  })
}

export function focusedTicketId(): number | undefined {
  const id = document.activeElement?.closest<HTMLElement>('[data-ticket]')?.dataset.ticket
  return id === undefined ? undefined : Number(id)
}
