import { expect, test } from 'bun:test'
import { createErrorGroups } from '../../src/platform/error-groups'
import { world } from '../support/world'

test('an error logged while the server closes does not write to a closed file', () => {
  const w = world()
  const control = w.server.databases.writableControl()
  const groups = createErrorGroups(control, w.clock.now)
  control.$client.close()
  groups.note({ err: new Error('too late') }, 'a job failed')
  expect(groups.write).not.toThrow()
  expect(groups.total()).toBe(1)
})
