/** Conversations that became the user's own, until they have looked: the title counts them beside the unread ones, and their rows look unread. */
import { useAtomValue } from 'jotai/react'
import { atom } from 'jotai/vanilla'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { ofSession } from '../../../shared/session/ofPerson'

const givenAtom = ofSession<readonly number[]>([])
/** Whether it has come to the user and was not opened yet. */
export const useIsGiven = (ticketId: number): boolean => useAtomValue(givenAtom).includes(ticketId)
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
