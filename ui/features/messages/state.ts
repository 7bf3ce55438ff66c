/** Open dialogs over a conversation, and the selection in it. */
import type { TicketSummary } from '../../../src/tickets/contract'
import type { Message } from '../../../src/tickets/messages/contract'
import { ofSession } from '../../shared/session/ofPerson'
import type { CarriedDraft } from './rules/outgoing'

export type MessageDialog =
  /** Message actions, after a long press. */
  | { readonly what: 'actions'; readonly ticket: TicketSummary; readonly message: Message }
  | { readonly what: 'delete'; readonly ticket: Pick<TicketSummary, 'id' | 'contact'>; readonly message: Message }
  /** Delivery status of our message, in a group for each member. */
  | { readonly what: 'receipts'; readonly message: Message; readonly isGroup: boolean }
  | { readonly what: 'picture'; readonly message: Message }
  /** The gallery: media, files and links. */
  | { readonly what: 'gallery'; readonly ticket: TicketSummary; goTo(messageId: number): void }
  | { readonly what: 'place'; answer(carried: CarriedDraft): void }
  | DialogOfHost

/** Dialogs that need more than messages: the page that shows the conversation renders them. */
export type DialogOfHost =
  | { readonly what: 'cards'; answer(carried: CarriedDraft): void }
  | { readonly what: 'forward'; readonly ticket: TicketSummary; readonly ids: readonly number[] }
  /** Writes to a person on a contact card. */
  | { readonly what: 'write'; readonly name: string; readonly number: string }

export const messageDialogAtom = ofSession<MessageDialog | null>(null)

/** Messages of this ticket selected for forwarding. */
export const choosingAtom = ofSession<{ ticketId: number; ids: readonly number[] } | null>(null)

/** One atom per ticket, created on demand. */
export function perTicket<A>(make: (ticketId: number) => A): (ticketId: number) => A {
  const known = new Map<number, A>()
  return (ticketId) => {
    const found = known.get(ticketId) ?? make(ticketId)
    known.set(ticketId, found)
    return found
  }
}
