/** A contact has at most one open ticket: wherever a chat is to be started, this leads to it, or says who has it. */
import { useRouter } from '@tanstack/react-router'
import { useSetAtom } from 'jotai/react'
import type { ContactSummary } from '../../../src/contacts/contract'
import type { OpenTicket, TicketHolder } from '../../../src/tickets/contract'
import { ApiError } from '../../shared/session/failure'
import { ofSession } from '../../shared/session/ofPerson'
import { useUser } from '../../shared/session/useUser'
import { fetchOpenTicket } from './api'
import { contactName } from './names'

type NamedContact = Pick<ContactSummary, 'id' | 'name' | 'number'>
export type HeldTicket = { readonly name: string; readonly ticket: TicketHolder; readonly maySee: boolean }

/** Content of the dialog; null if closed. */
export const heldAtom = ofSession<HeldTicket | null>(null)

export function useOpenTicket() {
  const { id: me } = useUser()
  const hold = useSetAtom(heldAtom)
  const open = useOpen()
  const lead = (contact: NamedContact, { ticket, maySee }: OpenTicket): boolean => {
    if (!ticket) return false
    if (ticket.user?.id === me) open(ticket)
    else hold({ name: contactName({ contact }), ticket, maySee })
    return true
  }
  return {
    /** True if there is one; the user was led to it, or told whose it is. */
    leadTo: async (contact: NamedContact): Promise<boolean> => lead(contact, await fetchOpenTicket(contact.id)),
    lead,
    /** The same after the server refused a second one; false if the refusal has another reason. */
    async explain(failure: unknown, contact: NamedContact): Promise<boolean> {
      if (!(failure instanceof ApiError) || failure.code !== 'ERR_OTHER_OPEN_TICKET') return false
      return lead(contact, await fetchOpenTicket(contact.id))
    },
  }
}

export function useOpen() {
  const router = useRouter()
  return ({ uuid }: Pick<TicketHolder, 'uuid'>) =>
    void router.navigate({ to: '/tickets/{-$ticketId}', params: { ticketId: uuid } })
}
