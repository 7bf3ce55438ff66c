import { useRouter } from '@tanstack/react-router'
import { useSetAtom } from 'jotai/react'
import type { ContactSummary } from '../../../../src/contacts/contract'
import type { OpenTicket } from '../../../../src/tickets/contract'
import { call } from '../../../shared/client'
import { toast } from '../../../shared/kit/toast'
import { writingToAtom } from '../../tickets/state'
import type { Offer } from './offers'

/** Goes where the offer leads. */
export function useChoose(): (offer: Offer) => void {
  const router = useRouter()
  const writeTo = useSetAtom(writingToAtom)
  const openTicket = (uuid: string) => router.navigate({ to: '/tickets/{-$ticketId}', params: { ticketId: uuid } })
  /** A contact has at most one open ticket; without one a new conversation is offered. */
  const openContact = async (contact: ContactSummary) => {
    const { ticket } = await call<OpenTicket>('GET', `/contacts/existsOpenTicket/${contact.id}`)
    if (ticket) return openTicket(ticket.uuid)
    await router.navigate({ to: '/tickets/{-$ticketId}', params: { ticketId: undefined } })
    writeTo(contact)
  }
  return (offer) => {
    if (offer.kind === 'screens') void router.navigate({ to: offer.entry.to })
    else if (offer.kind === 'tickets') void openTicket(offer.ticket.uuid)
    else openContact(offer.contact).catch(toast.failure)
  }
}
