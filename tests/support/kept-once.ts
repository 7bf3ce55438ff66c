/** Creates a costly value on the first call and caches it for this process; a failure is not cached. */
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
