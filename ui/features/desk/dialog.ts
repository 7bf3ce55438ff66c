import { atom } from 'jotai/vanilla'
import type { ContactSummary } from '../../../src/contacts/contract'
import type { TicketSummary } from '../../../src/tickets/contract'
import { ofSession } from '../../shared/session/ofPerson'
import { messageDialogAtom } from '../messages/state'
import type { Farewell } from './rules/closing'

/** The dialogs about tickets; at most one is open. */
export type DeskDialog =
  | { readonly what: 'new'; readonly contact?: ContactSummary }
  /** Accepts a ticket without queue: the user chooses one of their queues. */
  | { readonly what: 'queue'; readonly ticket: TicketSummary }
  | { readonly what: 'transfer'; readonly ticket: TicketSummary }
  | { readonly what: 'delete'; readonly ticket: TicketSummary }
  | { readonly what: 'close'; readonly ticket: TicketSummary; readonly farewell: Farewell }
  | { readonly what: 'shortcuts' }

export const dialogAtom = ofSession<DeskDialog | null>(null)

/** Closes the dialogs and questions about a ticket when another page is opened. */
export const closeDialogsAtom = atom(null, (_get, set) => {
  set(dialogAtom, null)
  set(messageDialogAtom, null)
})
