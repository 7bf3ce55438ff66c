import { useRouter } from '@tanstack/react-router'
import { useSetAtom } from 'jotai/react'
import type { ContactSummary } from '../../../../src/contacts/contract'
import type { OpenTicket, TicketHolder } from '../../../../src/tickets/contract'
import { ApiError, call } from '../../../shared/client'
import { useText } from '../../../shared/i18n/useText'
import { toast } from '../../../shared/kit/toast'
import { fetchTicket } from '../../tickets/api'
import { heldText } from '../../tickets/refusalText'
import { writingToAtom } from '../../tickets/state'
import type { Offer } from './offers'

/** Goes where the offer leads. */
export function useChoose(): (offer: Offer) => void {
  const t = useText()
  const router = useRouter()
  const writeTo = useSetAtom(writingToAtom)
  const openTicket = (uuid: string) => router.navigate({ to: '/tickets/{-$ticketId}', params: { ticketId: uuid } })
  /** A contact has at most one open ticket; without one a new conversation is offered. */
  const openContact = async (contact: ContactSummary) => {
    const { ticket } = await call<OpenTicket>('GET', `/contacts/existsOpenTicket/${contact.id}`)
    if (ticket && (await maySee(ticket))) return openTicket(ticket.uuid)
    if (ticket) return void toast.error(heldText(t, ticket) ?? t('tickets.notFound'))
    await router.navigate({ to: '/tickets/{-$ticketId}', params: { ticketId: undefined } })
    writeTo(contact)
  }
  return (offer) => {
    if (offer.kind === 'screens') void router.navigate({ to: offer.entry.to })
    else if (offer.kind === 'tickets') void openTicket(offer.ticket.uuid)
    else openContact(offer.contact).catch(toast.failure)
  }
}

/** A colleague's ticket may be none of one's own. */
const maySee = ({ uuid }: TicketHolder): Promise<boolean> =>
  fetchTicket(uuid, AbortSignal.timeout(LONGEST)).then(
    () => true,
    (failure: unknown) => {
      if (failure instanceof ApiError && failure.status === 404) return false
      throw failure
    },
  )
const LONGEST = 10_000
