/** What takes long to make is made at the first call, and kept for all others of this process; after a failure it is made anew. */
export function keptOnce<T>(make: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined
  return () => {
    kept ??= make().catch((error) => {
      kept = undefined
      throw error
    })
    return kept
  }
}
