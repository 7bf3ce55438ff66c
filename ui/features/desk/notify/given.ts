/** Conversations that became the user's own, until they have looked: the title counts them beside the unread ones. */
import { atom } from 'jotai/vanilla'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { ofSession } from '../../../shared/session/ofPerson'

const givenAtom = ofSession<readonly number[]>([])
export const givenCountAtom = atom((get) => get(givenAtom).length)

/** `isSeen`: they look at it. Those with unread messages are counted already. */
export const noteGivenAtom = atom(null, (get, set, ticket: TicketSummary, isSeen: boolean) => {
  const others = get(givenAtom).filter((id) => id !== ticket.id)
  set(
    givenAtom,
    isSeen || ticket.status !== 'open' || ticket.unreadMessages > 0 || ticket.isMarkUnread
      ? others
      : [...others, ticket.id],
  )
})
export const forgetGivenAtom = atom(null, (get, set, ticketId: number) => {
  if (get(givenAtom).includes(ticketId))
    set(
      givenAtom,
      get(givenAtom).filter((id) => id !== ticketId),
    )
})
