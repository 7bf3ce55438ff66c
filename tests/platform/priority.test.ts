import { expect, test } from 'bun:test'
import { getPriority } from 'node:os'
import { lowerPriority } from '../../src/platform/priority'

test('a process that gives way already is left as it is', () => {
  const child = Bun.spawn(['sleep', '60'])
  try {
    const before = getPriority(child.pid)
    const lower = Math.min(before + 2, 19)
    lowerPriority(child.pid, lower)
    expect(getPriority(child.pid)).toBe(lower)
    // Only root could raise it again.
    lowerPriority(child.pid, lower - 1)
    expect(getPriority(child.pid)).toBe(lower)
  } finally {
    child.kill()
  }
})
