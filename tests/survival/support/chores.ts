/** What a test started, ended after it: in reverse, whatever became of the test. A command outside of the test runner ends it itself. */
const chores: (() => unknown)[] = []
export const afterThisTest = (chore: () => unknown) => void chores.push(chore)

export async function doChores(): Promise<void> {
  for (const chore of chores.splice(0).reverse()) await chore()
}

if (process.env.NODE_ENV === 'test') (await import('../../support/after-each')).afterEachTest(doChores)
