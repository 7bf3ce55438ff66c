import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { UsersRound } from 'lucide-react'
import type { ContactSummary } from '../../../../src/contacts/contract'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { deskPartsAtom } from '../../../shared/deskParts'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Face } from '../../../shared/kit/Face'
import type { Found, Offer } from '../../../shared/offer'
import { contactSearchQuery, fetchOpenTicket } from '../../contacts/api'
import { contactName, useNumberText } from '../../contacts/names'
import { useOpenTicket } from '../../contacts/openTicket'
import { fetchTickets, heldTicket } from '../api'
import { dialogAtom } from '../dialogs/dialog'
import { showAllAtom } from '../list/state'
import { type ListChoice, statusText } from '../rules/lists'
import { useDesk } from '../useDesk'

/** Of tickets and of people; who looks for more searches in their lists. */
const MOST = 6

/** Tickets and people for the palette. Null until both have been found: tickets after people would move what is about to be chosen. */
export function useOffers(text: string): Found | null {
  const desk = useDesk()
  const showAll = useAtomValue(showAllAtom)
  const leadToContact = useLeadToContact()
  const tickets = useQuery({
    queryKey: ['palette', text, showAll],
    queryFn: ({ signal }) =>
      fetchTickets({ ...everywhere, showAll, search: text }, { page: 1, after: undefined }, signal),
    enabled: text !== '',
    gcTime: 60_000,
  })
  const contacts = useQuery(contactSearchQuery(text))
  const actions = useActions(text)
  if (tickets.isLoading || contacts.isLoading || actions.isLoading) return null
  const shown = (tickets.data?.items ?? []).slice(0, MOST)
  const others = (contacts.data?.contacts ?? []).filter(
    ({ id, isGroup }) => !isGroup && !shown.some(({ contactId }) => contactId === id),
  )
  const failure = tickets.error ?? contacts.error
  const ticketOffer = (ticket: TicketSummary): Offer => ({
    kind: 'tickets',
    id: `t${ticket.id}`,
    line: <TicketLine ticket={ticket} />,
    lead: () => () => desk.open(ticket),
  })
  const contactOffer = (contact: ContactSummary): Offer => ({
    kind: 'contacts',
    id: `c${contact.id}`,
    line: <ContactLine contact={contact} />,
    lead: () => leadToContact(contact),
  })
  return {
    offers: [...(actions.data ?? []), ...shown.map(ticketOffer), ...others.slice(0, MOST).map(contactOffer)],
    isWhole: failure === null,
    failure,
  }
}

/** What can be done with the ticket on screen. */
function useActions(text: string) {
  const t = useText()
  const client = useQueryClient()
  const parts = useAtomValue(deskPartsAtom)
  const { ticketId: uuid } = useParams({ strict: false })
  return useQuery({
    queryKey: ['palette-actions', text, uuid],
    queryFn: async () => {
      const ticket = uuid === undefined ? undefined : heldTicket(client, uuid)
      if (!ticket) return []
      const offers = await Promise.all(parts.map((part) => part.offers?.({ text, ticket, client, t }) ?? []))
      return offers.flat().slice(0, MOST)
    },
    enabled: text !== '' && uuid !== undefined,
    gcTime: 0,
  })
}

/** A contact has at most one open ticket; without one a new conversation is offered. */
function useLeadToContact() {
  const { lead } = useOpenTicket()
  const desk = useDesk()
  const ask = useSetAtom(dialogAtom)
  return async (contact: ContactSummary) => {
    const open = await fetchOpenTicket(contact.id)
    return () => void (lead(contact, open) || desk.list().then(() => ask({ what: 'new', contact })))
  }
}

const everywhere: Omit<ListChoice, 'showAll' | 'search'> = {
  status: null,
  isGroup: null,
  queueIds: null,
  connectionIds: null,
  userId: null,
  tagIds: null,
  unreadOnly: false,
  movedOn: null,
}

function TicketLine({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  const format = useFormat()
  const { id, contact, isGroup, status, updatedAt } = ticket
  const name = contactName(ticket)
  return (
    <>
      <Face name={name} src={contact.profilePicUrl} size={1.75} icon={isGroup ? <UsersRound /> : undefined} />
      <span className="truncate" dir="auto">
        {name}
      </span>
      <span className="menu-hint shrink-0">
        #{id} · {statusText(t, status)} · {format.date(updatedAt)}
      </span>
    </>
  )
}

function ContactLine({ contact }: { contact: ContactSummary }) {
  const numberText = useNumberText()
  const name = contactName({ contact })
  return (
    <>
      <Face name={name} src={contact.profilePicUrl} size={1.75} />
      <span className="truncate" dir="auto">
        {name}
      </span>
      <span className="menu-hint shrink-0">{numberText(contact)}</span>
    </>
  )
}
