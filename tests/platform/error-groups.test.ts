import { expect, test } from 'bun:test'
import { createErrorGroups } from '../../src/platform/error-groups'
import { world } from '../support/world'

test('an error logged while the server closes does not write to a closed file', async () => {
  const w = world()
  const { control, writableControl } = w.server.databases
  const groups = createErrorGroups({ control, controlWrites: w.server.controlWrites, clock: w.clock.now })
  writableControl().$client.close()
  groups.note({ err: new Error('too late') }, 'a job failed')
  await groups.write()
  expect(groups.total()).toBe(1)
})
