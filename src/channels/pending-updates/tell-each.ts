/** After so many failures in a row the line is down or answers nothing: the rest is told when it opens again. */
const MOST_FAILURES = 3

/**
 * One after the other; one that fails does not hold up the others. They are given in a random order, or the same would
 * always be left over.
 */
export async function notifyEach<T>(
  updates: readonly T[],
  tell: (update: T) => Promise<void>,
  failed: (update: T, error: unknown) => void,
): Promise<void> {
  let failures = 0
  for (const update of updates) {
    try {
      await tell(update)
      failures = 0
    } catch (error) {
      failed(update, error)
      failures += 1
      if (failures === MOST_FAILURES) return
    }
  }
}
