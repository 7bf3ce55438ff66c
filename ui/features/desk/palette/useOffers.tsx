import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { MessageSquareText, SquarePen, UsersRound } from 'lucide-react'
import type { ContactSummary } from '../../../../src/contacts/contract'
import type { TicketSummary } from '../../../../src/tickets/contract'
import type { MessageHit } from '../../../../src/tickets/searching/contract'
import { deskPartsAtom } from '../../../shared/deskParts'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Face } from '../../../shared/kit/Face'
import { QueueChip } from '../../../shared/kit/QueueChip'
import { isSaidIn, type Offer, type OfferResult } from '../../../shared/offer'
import { contactSearchQuery } from '../../contacts/api'
import { contactName, useNumberText } from '../../contacts/names'
import { fetchHits, fetchTickets, heldTicket } from '../api'
import { dialogAtom } from '../dialog'
import { useArrival } from '../list/HitRow'
import { HitText } from '../list/HitText'
import { LastMessageWords } from '../list/LastLine'
import { useReveal } from '../list/useReveal'
import { searchAtom, showAllAtom, tabAtom } from '../listState'
import { statusText, type TicketFilter } from '../rules/lists'
import { useDesk } from '../useDesk'
import { useLeadToContact } from './useLeadToContact'

/** Palette results for tickets and contacts; their lists find more. */
const MAX_RESULTS = 6

/**
 * Tickets and contacts for the palette. Null until both have loaded: tickets arriving after contacts would move the row
 * about to be chosen.
 */
export function useOffers(text: string): OfferResult | null {
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
  const hits = useHits(text)
  const actions = useActions(text)
  const deskOffers = useDeskOffers(text)
  const arrive = useArrival()
  const reveal = useReveal()
  const open = (ticket: TicketSummary | MessageHit['ticket']) => {
    reveal(ticket)
    desk.open(ticket)
  }
  if (tickets.isLoading || contacts.isLoading || hits.isLoading || actions.isLoading) return null
  const shown = (tickets.data?.items ?? []).slice(0, MAX_RESULTS)
  const others = (contacts.data?.contacts ?? []).filter(
    ({ id, isGroup }) => !isGroup && !shown.some(({ contactId }) => contactId === id),
  )
  const failure = tickets.error ?? contacts.error ?? hits.error
  const said = hits.data ?? []
  const ticketOffer = (ticket: TicketSummary): Offer => ({
    kind: 'tickets',
    id: `t${ticket.id}`,
    line: <TicketLine ticket={ticket} />,
    lead: () => () => open(ticket),
  })
  const hitOffer = (hit: MessageHit): Offer => ({
    kind: 'messages',
    id: `m${hit.messageId}`,
    line: <HitLine hit={hit} />,
    lead: () => () => {
      arrive(hit, text)
      open(hit.ticket)
    },
  })
  const contactOffer = (contact: ContactSummary): Offer => ({
    kind: 'contacts',
    id: `c${contact.id}`,
    line: <ContactLine contact={contact} />,
    lead: () => leadToContact(contact),
  })
  return {
    offers: [
      ...deskOffers.actions,
      ...(actions.data ?? []),
      ...shown.map(ticketOffer),
      ...said.map(hitOffer),
      ...(said.length > 0 ? deskOffers.inMessages : []),
      ...others.slice(0, MAX_RESULTS).map(contactOffer),
    ],
    isWhole: failure === null,
    failure,
  }
}

/** The newest messages with these words; one or two letters match too many. */
function useHits(text: string) {
  return useQuery({
    queryKey: ['palette-hits', text],
    queryFn: async ({ signal }) => {
      const { hits } = await fetchHits({ searchParam: text }, signal)
      return hits.slice(0, MOST_HITS)
    },
    enabled: text.length >= HITS_FROM,
    gcTime: 60_000,
  })
}
const [HITS_FROM, MOST_HITS] = [3, 4]

/** The desk's palette entries on every page: a new ticket, and a message search for the typed text. */
function useDeskOffers(text: string): { actions: Offer[]; inMessages: Offer[] } {
  const t = useText()
  const desk = useDesk()
  const ask = useSetAtom(dialogAtom)
  const setTab = useSetAtom(tabAtom)
  const setSearch = useSetAtom(searchAtom)
  const fresh = t('tickets.new')
  const actions: Offer[] = isSaidIn(fresh, text)
    ? [
        {
          kind: 'actions',
          id: 'new-ticket',
          line: (
            <>
              <SquarePen />
              {fresh}
            </>
          ),
          lead: () => () => void desk.list().then(() => ask({ what: 'new' })),
        },
      ]
    : []
  const search = () => {
    setSearch(text)
    setTab('search')
    void desk.list()
  }
  const line = (
    <>
      <MessageSquareText />
      <span className="truncate">{t('deskSearch.sayingInMessages', { text })}</span>
    </>
  )
  return { actions, inMessages: [{ kind: 'messages', id: 'in-messages', line, lead: () => search }] }
}

/** Actions on the ticket on screen. */
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
      return offers.flat().slice(0, MAX_RESULTS)
    },
    enabled: text !== '' && uuid !== undefined,
    gcTime: 0,
  })
}

const everywhere: Omit<TicketFilter, 'showAll' | 'search'> = {
  status: null,
  isGroup: null,
  queueIds: null,
  connectionIds: null,
  userId: null,
  extras: null,
  unreadOnly: false,
  movedOn: null,
}

function TicketLine({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  const format = useFormat()
  const { id, contact, isGroup, status, queue, updatedAt } = ticket
  const name = contactName(ticket)
  return (
    <>
      <Face name={name} src={contact.profilePicUrl} size={1.75} icon={isGroup ? <UsersRound /> : undefined} />
      <span className="two min-w-0 flex-1">
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate" dir="auto">
            {name}
          </span>
          <QueueChip queue={queue} />
          <span className="menu-hint shrink-0">
            #{id} · {statusText(t, status)} · {format.date(updatedAt)}
          </span>
        </span>
        <small className="ticket-last">
          <LastMessageWords ticket={ticket} last={ticket.last} />
        </small>
      </span>
    </>
  )
}

function HitLine({ hit }: { hit: MessageHit }) {
  const format = useFormat()
  const { ticket, createdAt } = hit
  const name = contactName(ticket)
  return (
    <>
      <Face
        name={name}
        src={ticket.contact.profilePicUrl}
        size={1.75}
        icon={ticket.isGroup ? <UsersRound /> : undefined}
      />
      <span className="two min-w-0 flex-1">
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate" dir="auto">
            {name}
          </span>
          <span className="menu-hint shrink-0">{format.date(createdAt)}</span>
        </span>
        <small className="ticket-last">
          <HitText hit={hit} />
        </small>
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
