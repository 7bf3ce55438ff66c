/** What can be undone now; the key Z takes the latest. */

/** How long what was done can be undone, in milliseconds. */
export const UNDO_FOR = 8_000

const offers = new Set<() => void>()

/** Returns how to withdraw the offer. */
export function offerUndo(take: () => void): () => void {
  const offer = () => take()
  offers.add(offer)
  return () => void offers.delete(offer)
}

/** Undoes the latest that can be undone; returns whether there was something. */
export function undoLatest(): boolean {
  const take = [...offers].at(-1)
  take?.()
  return take !== undefined
}
