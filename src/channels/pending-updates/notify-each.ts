/** After this many failures in a row the socket counts as dead; the rest is sent at the next opening. */
const MOST_FAILURES = 3

/**
 * Sends one after the other; a failure does not hold up the others. The order is random, otherwise the same ones would
 * always be left over.
 */
export async function notifyEach<T>(
  updates: readonly T[],
  send: (update: T) => Promise<void>,
  failed: (update: T, error: unknown) => void,
): Promise<void> {
  let failures = 0
  for (const update of updates) {
    try {
      await send(update)
      failures = 0
    } catch (error) {
      failed(update, error)
      failures += 1
      if (failures === MOST_FAILURES) return
    }
  }
}
