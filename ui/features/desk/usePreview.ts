import { useSetAtom } from 'jotai/react'
import type { TicketSummary } from '../../../src/tickets/contract'
import { previewedAtom } from './state'
import { useDesk } from './useDesk'

/** Opens a waiting ticket to read it without accepting it. */
export function usePreview(): (ticket: TicketSummary) => void {
  const desk = useDesk()
  const preview = useSetAtom(previewedAtom)
  return (ticket) => {
    preview(ticket.id)
    desk.open(ticket)
  }
}
