import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type TicketSummary, ticketDeleted, ticketRead, ticketTab, ticketUpdated } from '../../../src/tickets/contract'
import { messageCreated } from '../../../src/tickets/messages/contract'
import { throttleTrailing } from '../throttle'
import { on } from './bus'
import { useLive } from './LiveProvider'

/** Tickets are recounted at most once in this time. */
const PACE = 1_000

/** Refetches a query that counts tickets after one has moved between lists. `queryKey` must be a constant. */
export function useAskAfterMoves(queryKey: QueryKey): void {
  const { bus } = useLive()
  const client = useQueryClient()
  useEffect(() => {
    const places = new CountedPlaces()
    const counting = throttleTrailing(() => void client.invalidateQueries({ queryKey }), PACE)
    const seen = (ticket: TicketSummary) => {
      if (places.hasMoved(ticket)) counting.ask()
    }
    const changed = ({ ticketId }: { readonly ticketId: number }) => {
      places.forget(ticketId)
      counting.ask()
    }
    const handlers = [
      on(ticketUpdated, ({ ticket }) => seen(ticket)),
      on(messageCreated, ({ ticket }) => seen(ticket)),
      on(ticketDeleted, changed),
      on(ticketRead, changed),
    ]
    const stop = bus.listen((event) => {
      for (const handler of handlers) handler(event)
    })
    return () => {
      stop()
      counting.cancel()
    }
  }, [bus, client, queryKey])
}

/** The list in which each ticket was last counted. */
export class CountedPlaces {
  readonly #places = new Map<number, string>()

  /** Whether the counts may have changed. */
  hasMoved({ id, status, isBot, userId, queueId, unreadMessages, isMarkUnread }: TicketSummary): boolean {
    const place = `${ticketTab({ status, isBot })} ${userId} ${queueId} ${unreadMessages > 0 || isMarkUnread}`
    const before = this.#places.get(id)
    this.#places.set(id, place)
    return place !== before
  }

  forget(ticketId: number): void {
    this.#places.delete(ticketId)
  }
}
