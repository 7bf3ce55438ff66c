/**
 * Preloaded before every test file (bunfig.toml). An `afterEach` in a support module applies only to the first file
 * that imports it, so support code registers cleanups here.
 */
import { afterEach } from 'bun:test'

const hooks: (() => unknown)[] = []
export const afterEachTest = (hook: () => unknown) => void hooks.push(hook)

afterEach(async () => {
  for (const hook of hooks) await hook()
})
