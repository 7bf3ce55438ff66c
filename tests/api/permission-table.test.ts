import { expect, test } from 'bun:test'
import { permissionTable, TABLE } from '../../cli/permissions'
import { world } from '../support/world'

test('src/users/permissions.md says of every route who may ask; after a change: bun run permissions', async () => {
  const { app } = world()
  expect(await Bun.file(TABLE).text()).toBe(permissionTable(app))
})
