import { ofSession } from '../../../shared/session/ofPerson'
import { perTicket } from '../../messages/state'

/** The message that a conversation shows when it is opened next, instead of its end. */
export const arrivalAtom = perTicket((_ticketId: number) => ofSession<number | null>(null))
/** Searching in the conversation of this ticket. */
export const findingAtom = ofSession<number | null>(null)
/** The waiting ticket whose messages an admin looks at without accepting it. */
export const previewedAtom = ofSession<number | null>(null)
