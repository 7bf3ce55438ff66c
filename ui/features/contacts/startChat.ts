/** The contact to write to: the desk opens the ticket, or starts one. */
import type { ContactSummary } from '../../../src/contacts/contract'
import { ofSession } from '../../shared/session/ofPerson'

export const chatWithAtom = ofSession<ContactSummary | null>(null)
