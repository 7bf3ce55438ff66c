import { expect, test } from 'bun:test'
import { permissionTable, TABLE } from '../../cli/permissions'
import { world } from '../support/world'

test('src/users/permissions.md lists the current permissions of every route; after a change: bun run permissions', async () => {
  const { app } = world()
  expect(await Bun.file(TABLE).text()).toBe(permissionTable(app))
})
