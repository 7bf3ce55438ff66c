/** The desk's navigation: the address names the open ticket. */
import { useParams, useRouter } from '@tanstack/react-router'
import { useSetAtom } from 'jotai/react'
import { createContext, use } from 'react'
import type { TicketSummary } from '../../../src/tickets/contract'
import { ofSession } from '../../shared/session/ofPerson'
import { store } from '../../shared/store'
import type { MarkedText } from '../messages/rules/marks'
import { perTicket } from '../messages/state'
import { viewAtom } from './listState'

type Address = Pick<TicketSummary, 'uuid'>

/** Where a conversation is shown when the desk's address is not the place: beside a board. */
export type DeskPlace = {
  readonly uuid: string | undefined
  /** Undefined closes what is open. */
  show(uuid: string | undefined): Promise<void>
  /** At the moment of the call, which may come long after the last render. */
  isShown(uuid: string): boolean
}
export const DeskPlaceContext = createContext<DeskPlace | null>(null)

export function useOpenUuid(): string | undefined {
  const place = use(DeskPlaceContext)
  const { ticketId } = useParams({ strict: false })
  return place ? place.uuid : ticketId
}

export function useDesk() {
  const router = useRouter()
  const place = use(DeskPlaceContext)
  const goTo = (ticketId: string | undefined) =>
    place
      ? place.show(ticketId)
      : router.navigate({ to: '/tickets/{-$ticketId}', params: { ticketId }, search: store.get(viewAtom) })
  const list = () => goTo(undefined)
  return {
    open: (ticket: Address): void => void goTo(ticket.uuid),
    /** Returns to the list if this ticket is open; returns whether it was. */
    leave: (ticket: Address): boolean => {
      const isHere = place ? place.isShown(ticket.uuid) : router.state.location.pathname.endsWith(ticket.uuid)
      if (isHere) void list()
      return isHere
    },
    list,
  }
}

/** Previews a waiting ticket without accepting it. */
export function usePreview(): (ticket: TicketSummary) => void {
  const desk = useDesk()
  const preview = useSetAtom(previewedAtom)
  return (ticket) => {
    preview(ticket.id)
    desk.open(ticket)
  }
}

/** The message at which a conversation opens next, instead of its end. */
export const arrivalAtom = perTicket((_ticketId: number) => ofSession<number | null>(null))
/** Search text when `arrivalAtom` was set: highlighted in that message. */
export const arrivalMarksAtom = ofSession<MarkedText | null>(null)
/** The ticket whose conversation is being searched. */
export const findingAtom = ofSession<number | null>(null)
/** The waiting ticket that an admin is previewing. */
export const previewedAtom = ofSession<number | null>(null)
