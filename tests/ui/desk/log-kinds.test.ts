/** Every kind of entry in the log of a ticket is said in words. */
import { expect, test } from 'bun:test'
import { modules as serverModules } from '../../../src/modules'
import type { Module as ServerModule } from '../../../src/platform/module'
import * as modules from '../../../ui/modules'
import type { Module } from '../../../ui/shared/module'
import { textIn } from '../support/texts'

test('each kind that the server writes is named by its module on the screens, or by the desk', async () => {
  const t = await textIn('pt-BR')
  const told = await Promise.all(Object.values<Module>(modules).map(({ ticketLog }) => ticketLog?.kinds() ?? {}))
  const named = new Set(told.flatMap((kinds) => Object.keys(kinds)))
  const written = (serverModules as readonly ServerModule[]).flatMap(({ logKinds = [] }) => logKinds)
  expect(written.length).toBeGreaterThan(20)
  expect(written.filter((kind) => !named.has(kind) && !t.has(`tickets.log.${kind}`))).toEqual([])
  expect([...named].filter((kind) => !written.includes(kind))).toEqual([])
})
