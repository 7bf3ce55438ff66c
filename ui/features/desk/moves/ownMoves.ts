/** Tickets that this page has just moved itself: their rows do not flash. */
const moved = new Map<number, number>()
const MOMENT = 5_000

export const markOwn = (ticketId: number): void => void moved.set(ticketId, Date.now())

export const isOwn = (ticketId: number): boolean =>
  Date.now() - (moved.get(ticketId) ?? Number.NEGATIVE_INFINITY) < MOMENT
