/** The machines of the demo, which are a sample. */
import { expect, test } from 'bun:test'
import { listStoredMoves } from '../../src/features/machines/company-moves'
import type { Fleet, MachineCompanies, MoveChoices } from '../../src/features/machines/contract'
import { createSampleMachines } from '../../src/features/machines/sample'
import { findCompany } from '../../src/tenancy/companies'
import { world } from '../support/world'
import { until } from '../survival/support/until'

function openDemo() {
  const w = world({ sampleMachines: (services) => createSampleMachines(services, 0.05) })
  const root = w.admin({ super: true })
  const ask = async <T>(path: string, method = 'GET', body?: object): Promise<T> => {
    const answer = await root.request(`/api/machines${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await answer.json()) as T // a response or a failure, as the test expects
  }
  const show = async () => (await ask<{ fleet: Fleet }>('/')).fleet
  const find = async (name: string) => {
    const { records } = await ask<MachineCompanies>(`/companies?searchParam=${encodeURIComponent(name)}`)
    const [company] = records
    if (!company) throw new Error(`no company ${name}`)
    return company
  }
  return { w, ask, show, find }
}

test('are marked as such, and show load, lag, connections and sizes', async () => {
  const { w, show, find } = openDemo()
  const fleet = await show()
  expect([fleet.isSample, fleet.machines.length, fleet.companies.uncopied]).toEqual([true, 3, 0])
  expect(fleet.machines.reduce((sum, { companies }) => sum + companies, 0)).toBe(fleet.companies.total)
  for (const { load, lag, state } of fleet.machines) {
    expect([state, (load?.cpu ?? 0) > 0.05, (load?.cpu ?? 1) < 0.95, (lag ?? 0) > 0]).toEqual([
      'running',
      true,
      true,
      true,
    ])
    expect(load?.connections).toBeGreaterThan(0)
  }
  expect(fleet.machines[0]).toMatchObject({ name: 'mare-1', isFirst: true })
  expect((await find(findCompany(w.server.databases.control, 1)?.name ?? '')).disk).toBeGreaterThan(0)
  expect(await find('Veloz')).toMatchObject({
    machine: 'mare-1',
    copy: 'mare-2',
    isCopied: true,
    connections: 12,
    people: 48,
  })
})

test('carry out orders, and load follows the companies', async () => {
  const { w, ask, show, find } = openDemo()
  const company = await find('Veloz')
  const before = await show()
  const { targets } = await ask<MoveChoices>(`/companies/${company.id}/move`)
  expect(targets.map(({ machine, obstacle }) => [machine, obstacle]).toSorted()).toEqual([
    ['mare-1', 'here'],
    ['mare-2', null],
    ['mare-3', null],
  ])
  const ordered = await ask<MoveChoices>(`/companies/${company.id}/move`, 'PUT', { to: 'mare-2', when: 'now' })
  expect(ordered.company.move).toMatchObject({ to: 'mare-2', step: 'closes' })
  await until(async () => (await find('Veloz')).machine === 'mare-2')
  const after = await show()
  expect(after.machines[0]?.load?.memory).toBeLessThan(before.machines[0]?.load?.memory ?? 0)
  expect(after.machines[1]?.load?.memory).toBeGreaterThan(before.machines[1]?.load?.memory ?? 1)
  const refused = await ask<{ error: string }>(`/companies/${company.id}/move`, 'PUT', { to: 'mare-2', when: 'now' })
  expect(refused.error).toBe('ERR_COMPANY_THERE')

  await ask('/mare-3/drain', 'POST')
  expect((await show()).machines[2]).toMatchObject({ state: 'emptying' })
  await until(async () => (await show()).machines[2]?.companies === 0)
  await ask('/mare-3/drain', 'DELETE')
  const { moves } = await ask<{ moves: number }>('/rebalance', 'POST')
  expect(moves).toBeGreaterThan(0)
  await until(async () => ((await show()).machines[2]?.companies ?? 0) > 0)
  expect(listStoredMoves(w.server.databases.control)).toEqual([])
})
