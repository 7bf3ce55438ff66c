/**
 * Loaded before every test file (bunfig.toml). An `afterEach` in a support module counts for the first file that imports
 * it and for no other: what support must do after every test, or in the end, goes through here.
 */
import { afterAll, afterEach } from 'bun:test'

const hooks: (() => unknown)[] = []
export const afterEachTest = (hook: () => unknown) => void hooks.push(hook)
const lastly: (() => unknown)[] = []
export const inTheEnd = (hook: () => unknown) => void lastly.push(hook)

afterEach(async () => {
  for (const hook of hooks) await hook()
})
afterAll(async () => {
  for (const hook of lastly.splice(0)) await hook()
})
