/** Somebody is to be written to: the desk opens the conversation, or begins one. */
import type { ContactSummary } from '../../../src/contacts/contract'
import { ofSession } from '../../shared/session/ofPerson'

export const chatWithAtom = ofSession<ContactSummary | null>(null)
