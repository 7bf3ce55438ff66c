import { useRouter } from '@tanstack/react-router'
import { useSetAtom } from 'jotai/react'
import { useEffect, useRef, useState } from 'react'
import type { ContactSummary } from '../../../../src/contacts/contract'
import type { TicketHolder } from '../../../../src/tickets/contract'
import { ApiError } from '../../../shared/client'
import { useText } from '../../../shared/i18n/useText'
import { toast } from '../../../shared/kit/toast'
import { fetchOpenTicket } from '../../contacts/api'
import { fetchTicket } from '../../desk/api'
import { dialogAtom } from '../../desk/dialogs/dialog'
import { heldText } from '../../messages/refusalText'
import { NO_TICKET } from '../entries'
import type { Offer } from './offers'

/**
 * Goes where the offer leads, and closes the palette. For a contact the server is asked first: until it answers the
 * palette stays, and whoever closes it or goes on typing stays where they are.
 */
export function useChoose(close: () => void) {
  const t = useText()
  const router = useRouter()
  const ask = useSetAtom(dialogAtom)
  const going = useRef<AbortController>(undefined)
  const [isGoing, setGoing] = useState(false)
  useEffect(() => () => going.current?.abort(), [])

  const openTicket = (uuid: string | undefined) =>
    router.navigate({ to: '/tickets/{-$ticketId}', params: { ticketId: uuid } })
  /** A contact has at most one open ticket; without one a new conversation is offered. */
  const openContact = async (contact: ContactSummary, signal: AbortSignal) => {
    const { ticket } = await fetchOpenTicket(contact.id)
    const isSeen = ticket !== null && !signal.aborted && (await maySee(ticket))
    if (signal.aborted) return
    close()
    if (isSeen) return openTicket(ticket.uuid)
    if (ticket) return void toast.error(heldText(t, ticket) ?? t('tickets.notFound'))
    await openTicket(undefined)
    ask({ what: 'new', contact })
  }
  const start = () => {
    const controller = new AbortController()
    going.current = controller
    setGoing(true)
    return controller
  }
  const stay = () => {
    going.current?.abort()
    setGoing(false)
  }
  const choose = (offer: Offer) => {
    stay()
    if (offer.kind === 'contacts') {
      const { signal } = start()
      return void openContact(offer.contact, signal).catch((failure: unknown) => {
        if (signal.aborted) return
        stay()
        toast.failure(failure)
      })
    }
    close()
    if (offer.kind === 'screens') void router.navigate({ to: offer.entry.to, params: NO_TICKET })
    else void openTicket(offer.ticket.uuid)
  }
  return { isGoing, choose, stay }
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
