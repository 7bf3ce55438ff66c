/** A node that shall keep the copy of a company whose folder a command has there. */
import { expect, test } from 'bun:test'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { processName } from '../../../src/operator/handover'
import { listCompanies } from '../../../src/tenancy/companies'
import { until } from '../../support/until'
import { startFleet } from '../node/fleet'

test('it waits for the end of the command, says so once, and then makes the copy', async () => {
  let [company, other] = ['', '']
  const fleet = await startFleet((w) => {
    w.company('Padaria Sol')
    ;[other = '', company = ''] = listCompanies(w.server.databases.control).map(({ uuid }) => uuid)
  })
  const a = await fleet.open('a', fleet.first)
  await until(() => [company, other].every((uuid) => a.server.databases.isAvailable(uuid)), 'the companies on a')
  const folder = fleet.emptyFolder()
  const note = join(folder, 'handover', `${company}.given`)
  mkdirSync(join(folder, 'handover'))
  writeFileSync(note, processName(process.pid))
  const b = await fleet.open('b', folder)
  const { owners } = b.node.placement.picture
  const isCopied = (uuid: string) => owners.get(uuid)?.value.isStandbyReady === true
  await until(() => isCopied(other), 'the copy of the other company')
  const said = () => b.logged.filter(({ msg }) => msg.startsWith('a command has the folder of a company'))
  await until(() => said().length > 0, 'words about the command')
  expect(isCopied(company)).toBe(false)
  rmSync(note)
  await until(() => isCopied(company), 'the copy')
  expect(said()).toHaveLength(1)
  expect(b.logged.filter(({ level }) => level > 40)).toEqual([])
}, 120_000)
