/** The open undo offers; the key Z takes the latest. */

/** How long an action can be undone, in milliseconds. */
export const UNDO_FOR = 8_000

const offers = new Set<() => void>()

/** Returns a function that withdraws the offer. */
export function offerUndo(take: () => void): () => void {
  const offer = () => take()
  offers.add(offer)
  return () => void offers.delete(offer)
}

/** Undoes the latest offer; returns whether there was one. */
export function undoLatest(): boolean {
  const take = [...offers].at(-1)
  take?.()
  return take !== undefined
}
