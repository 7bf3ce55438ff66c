/**
 * Loaded before every test file (bunfig.toml). An `afterEach` in a support module counts for the first file that imports
 * it and for no other: what support must do after every test goes through here.
 */
import { afterEach } from 'bun:test'

const hooks: (() => unknown)[] = []
export const afterEachTest = (hook: () => unknown) => void hooks.push(hook)

afterEach(async () => {
  for (const hook of hooks) await hook()
})
