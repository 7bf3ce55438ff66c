import { atom } from 'jotai/vanilla'
import type { ContactSummary } from '../../../../src/contacts/contract'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { ofSession } from '../../../shared/session/ofPerson'
import { messageDialogAtom } from '../../messages/state'
import type { Farewell } from '../rules/closing'

/** The dialogs about tickets; one is open at a time. */
export type DeskDialog =
  | { readonly what: 'new'; readonly contact?: ContactSummary }
  /** A ticket without queue to accept: the person chooses one of their queues. */
  | { readonly what: 'queue'; readonly ticket: TicketSummary }
  | { readonly what: 'transfer'; readonly ticket: TicketSummary }
  | { readonly what: 'delete'; readonly ticket: TicketSummary }
  | { readonly what: 'close'; readonly ticket: TicketSummary; readonly farewell: Farewell }
  | { readonly what: 'shortcuts' }

export const dialogAtom = ofSession<DeskDialog | null>(null)

/** Closes the dialogs and what asks about one ticket, when another page is opened. */
export const closeDialogsAtom = atom(null, (_get, set) => {
  set(dialogAtom, null)
  set(messageDialogAtom, null)
})
