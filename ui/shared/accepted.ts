import { atom } from 'jotai/vanilla'
import type { TicketSummary } from '../../src/tickets/contract'

/** The conversation that the person accepted last on this page. */
export const acceptedAtom = atom<TicketSummary | null>(null)
