/**
 * Cleans up after a test in reverse order, whatever its result. Commands outside of the test runner must call it
 * themselves.
 */
const cleanups: (() => unknown)[] = []
export const afterThisTest = (cleanup: () => unknown) => void cleanups.push(cleanup)

export async function runCleanups(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
}

if (process.env.NODE_ENV === 'test') (await import('../../support/after-each')).afterEachTest(runCleanups)
