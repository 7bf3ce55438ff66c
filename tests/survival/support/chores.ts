/** What a test started, ended after it: in reverse, whatever became of the test. */
import { afterEachTest } from '../../support/after-each'

const chores: (() => unknown)[] = []
export const afterThisTest = (chore: () => unknown) => void chores.push(chore)

afterEachTest(async () => {
  for (const chore of chores.splice(0).reverse()) await chore()
})
