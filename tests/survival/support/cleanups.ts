/** What a test started, ended after it: in reverse, whatever became of the test. A command outside of the test runner ends it itself. */
const cleanups: (() => unknown)[] = []
export const afterThisTest = (cleanup: () => unknown) => void cleanups.push(cleanup)

export async function runCleanups(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
}

if (process.env.NODE_ENV === 'test') (await import('../../support/after-each')).afterEachTest(runCleanups)
