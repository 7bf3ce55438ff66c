/** The operator's page of machines, on a fleet with the real placement. */
import { describe, expect, test } from 'bun:test'
import type { Fleet, MachineCompanies, Machines, MoveChoices } from '../../src/features/machines/contract'
import { machinesChanged } from '../../src/features/machines/contract'
import type { NodeOptions } from '../fleet/placement/support/simulated-fleet'
import { afterEachTest } from '../support/after-each'
import { runJob } from '../support/jobs'
import { world } from '../support/world'
import { until } from '../survival/support/until'
import { GB, machineLoad, runFleet, showFleet, startFleet } from './fleet'

const HOUR = 3_600_000
const stops: (() => void)[] = []
afterEachTest(() => {
  for (const stop of stops.splice(0)) stop()
})

const threeNodes: Readonly<Record<string, NodeOptions>> = {
  'mare-1': { machine: () => machineLoad({ memory: 0.83, connections: { total: 5, up: 4 } }) },
  'mare-2': { machine: () => machineLoad({ cpus: 4, memoryBytes: 8 * GB }) },
  'mare-3': { machine: () => machineLoad() },
}
/** One of them runs the version before, which does not know the newest step of the schema. */
const olderNode = { ...threeNodes, 'mare-3': { versions: { program: '0.9.0', protocol: 1, schema: 99 } } }

async function place(nodes: Readonly<Record<string, NodeOptions>> = threeNodes) {
  const w = world()
  const names = ['Casa Aurora', 'Provedor Veloz', 'Ática Móveis']
  const others = names.map((name) => w.company(name))
  const companies = [w, ...others].map(({ tenant }) => ({ uuid: tenant.uuid, name: tenant.uuid }))
  const options = { nodes, companies }
  const fleet = await startFleet(options)
  const machines = showFleet(w.server, fleet, options, 300)
  const root = w.admin({ super: true })
  const ask = async <T>(path: string, method = 'GET', body?: object): Promise<T> => {
    const answer = await root.request(`/api/machines${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await answer.json()) as T // a response or a failure, as the test expects
  }
  const show = async () => (await ask<Machines>('/')).fleet as Fleet
  const stop = runFleet(fleet)
  stops.push(stop)
  return { w, fleet, machines, root, ask, show, others, stop }
}

type Failure = { readonly error: string }

describe('without a fleet', () => {
  test('the page is told so, orders are refused, and nothing runs', async () => {
    const w = world()
    const root = w.admin({ super: true })
    const ask = async (path: string, method = 'GET', body?: object) =>
      (
        await root.request(`/api/machines${path}`, {
          method,
          headers: { 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        })
      ).json()
    expect(w.server.machines).toBeNull()
    expect(await ask('/')).toEqual({ fleet: null })
    expect(await ask('/companies')).toEqual({ records: [], count: 0, hasMore: false })
    expect(await ask('/companies/1/move', 'PUT', { to: 'b', when: 'now' })).toMatchObject({ error: 'ERR_NO_FLEET' })
    expect(await ask('/b/drain', 'POST')).toMatchObject({ error: 'ERR_NO_FLEET' })
    await runJob(w.server, 'machines.look-after')
  })
})

describe('the list of machines', () => {
  test('shows what each has, owns, copies and uses, and the first company’s machine', async () => {
    const { show } = await place()
    const { machines, companies } = await show()
    expect(machines.map(({ name, state, companies, isFirst }) => ({ name, state, companies, isFirst }))).toEqual([
      { name: 'mare-1', state: 'running', companies: 4, isFirst: true },
      { name: 'mare-2', state: 'running', companies: 0, isFirst: false },
      { name: 'mare-3', state: 'running', companies: 0, isFirst: false },
    ])
    expect(machines[0]).toMatchObject({
      address: 'mare-1:7000',
      version: '1.0.0',
      load: { memory: 0.83, cpus: 2, connections: 5, connectionsUp: 4, memoryBytes: 4 * GB },
      lag: expect.any(Number),
      startedAt: '2026-02-25T12:00:00.000Z',
    })
    expect(machines.reduce((sum, { copies }) => sum + copies, 0)).toBe(4)
    expect(companies).toEqual({ total: 4, ownerless: 0, uncopied: 0, moving: 0, planned: 0, failed: 0 })
  })

  test('keeps a machine that falls silent, since when, until it is forgotten', async () => {
    const { w, fleet, show, ask, machines, stop } = await place()
    await machines.lookAfter()
    stop()
    fleet.node('mare-3').process.kill()
    await fleet.pass(12_500)
    await machines.lookAfter()
    await fleet.pass(30_000) // the servers forget it, and the page does not
    expect(fleet.servers.nodes.read('mare-3')).toBeUndefined()
    await machines.lookAfter()
    w.clock.forward(HOUR)
    const silent = (await show()).machines.find(({ name }) => name === 'mare-3')
    expect(silent).toMatchObject({ state: 'silent', since: '2026-03-02T12:00:00.000Z', load: null, lag: null })
    expect(await ask<Failure>('/mare-1', 'DELETE')).toMatchObject({ error: 'ERR_MACHINE_IN_USE' })
    expect(await ask<Failure>('/mare-9', 'DELETE')).toMatchObject({ error: 'ERR_NO_MACHINE_FOUND' })
    expect(await ask('/mare-3', 'DELETE')).toEqual({ ok: true })
    expect((await show()).machines.map(({ name }) => name)).toEqual(['mare-1', 'mare-2'])
  })
})

describe('the companies', () => {
  test('are searched, filtered and paged on the server', async () => {
    const { ask } = await place()
    const list = (query: string) => ask<MachineCompanies>(`/companies?${query}`)
    const all = await list('')
    expect(all.records.map(({ name }) => name)).toEqual([
      'Ática Móveis',
      'Casa Aurora',
      'Loja Centro',
      'Provedor Veloz',
    ])
    expect(all.records.find(({ isFirst }) => isFirst)).toMatchObject({
      name: 'Loja Centro',
      machine: 'mare-1',
      isCopied: true,
      behind: 0,
      move: null,
    })
    expect((await list('searchParam=atica')).records.map(({ name }) => name)).toEqual(['Ática Móveis'])
    expect((await list('machine=mare-2')).count).toBe(0)
    expect((await list('machine=mare-1')).count).toBe(4)
    expect(await list('state=uncopied')).toMatchObject({ count: 0 })
  })
})

describe('a move', () => {
  test('shows targets with the load before and after, goes through its steps, and is told to open pages', async () => {
    const { w, root, ask, others, machines } = await place()
    const id = others[1]?.tenant.id ?? 0
    const { targets, company } = await ask<MoveChoices>(`/companies/${id}/move`)
    expect(company).toMatchObject({ name: 'Provedor Veloz', machine: 'mare-1' })
    expect(targets.map(({ machine, obstacle }) => [machine, obstacle])).toEqual([
      ['mare-2', null],
      ['mare-3', null],
      ['mare-1', 'here'],
    ])
    const [best] = targets
    expect(best?.after?.memory).toBeGreaterThan(best?.now?.memory ?? 1)
    root.forget()
    await ask(`/companies/${id}/move`, 'PUT', { to: 'mare-2', when: 'now' })
    await until(async () => (await ask<MoveChoices>(`/companies/${id}/move`)).company.machine === 'mare-2')
    await machines.lookAfter()
    expect((await ask<MoveChoices>(`/companies/${id}/move`)).company.move).toBeNull()
    await until(async () => root.heard(machinesChanged).length > 0)
    expect(w.rows("SELECT act, subject_name FROM audit_log WHERE kind = 'companyMove'")).toEqual([
      { act: 'move', subject_name: 'Provedor Veloz' },
    ])
  })

  test('is refused in words: unknown machine, the same, one that is emptied', async () => {
    const { ask, others } = await place()
    const id = others[0]?.tenant.id ?? 0
    const move = (to: string) => ask<Failure>(`/companies/${id}/move`, 'PUT', { to, when: 'now' })
    expect(await move('mare-9')).toMatchObject({ error: 'ERR_NO_MACHINE_FOUND' })
    expect(await move('mare-1')).toMatchObject({ error: 'ERR_COMPANY_THERE' })
    await ask('/mare-2/drain', 'POST')
    expect(await move('mare-2')).toMatchObject({ error: 'ERR_MACHINE_EMPTYING' })
    expect(await ask(`/companies/${id}/move`, 'DELETE')).toMatchObject({ error: 'ERR_NO_MOVE_FOUND' })
  })

  test('to a machine that cannot have the company is not offered, and refused also for the hour', async () => {
    const { ask, others, fleet, show } = await place(olderNode)
    const id = others[0]?.tenant.id ?? 0
    const move = (to: string) => ask<Failure>(`/companies/${id}/move`, 'PUT', { to, when: 'hour' })
    const obstacles = async () =>
      Object.fromEntries(
        (await ask<MoveChoices>(`/companies/${id}/move`)).targets.map(({ machine, obstacle }) => [machine, obstacle]),
      )
    expect(await obstacles()).toEqual({ 'mare-1': 'here', 'mare-2': null, 'mare-3': 'tooOld' })
    expect(await move('mare-3')).toMatchObject({ error: 'ERR_MACHINE_TOO_OLD' })
    fleet.node('mare-2').process.kill()
    await until(async () => (await obstacles())['mare-2'] === 'silent')
    expect(await move('mare-2')).toMatchObject({ error: 'ERR_MACHINE_SILENT' })
    expect((await show()).machines.map(({ version, load }) => [version, load !== null])).toEqual([
      ['1.0.0', true],
      ['1.0.0', false],
      ['0.9.0', false],
    ])
  })

  test('at the hour is kept over a restart, begins then, and one after the other', async () => {
    const { w, ask, others, machines, fleet } = await place()
    const ids = others.map(({ tenant }) => tenant.id)
    for (const id of ids) {
      const planned = await ask<MoveChoices>(`/companies/${id}/move`, 'PUT', { to: 'mare-2', when: 'hour' })
      expect(planned.company.move).toEqual({
        to: 'mare-2',
        step: 'planned',
        at: '2026-03-03T06:00:00.000Z', // 3:00 in São Paulo
        fault: null,
      })
    }
    expect(machines.show().companies.planned).toBe(3)
    await machines.lookAfter()
    expect(machines.show().companies).toMatchObject({ planned: 3, moving: 0 })
    w.clock.forward(18 * HOUR)
    await machines.lookAfter()
    expect(machines.show().companies).toMatchObject({ planned: 2 })
    await until(async () => {
      await machines.lookAfter()
      const { planned, moving } = machines.show().companies
      return planned === 0 && moving === 0
    })
    await machines.lookAfter()
    expect(others.map(({ tenant }) => fleet.ownersOf(tenant.uuid))).toEqual(others.map(() => ['mare-2']))
    expect(machines.show().companies).toMatchObject({ planned: 0, moving: 0, failed: 0 })
  })

  test('that is planned can be cancelled, and one that nobody was there for has failed with the reason', async () => {
    const { w, ask, others, machines } = await place()
    const [one = 0, other = 0] = others.map(({ tenant }) => tenant.id)
    await ask(`/companies/${one}/move`, 'PUT', { to: 'mare-2', when: 'hour' })
    await ask(`/companies/${other}/move`, 'PUT', { to: 'mare-2', when: 'hour' })
    expect((await ask<MoveChoices>(`/companies/${one}/move`, 'DELETE')).company.move).toBeNull()
    w.clock.forward(30 * HOUR)
    await machines.lookAfter()
    const failed = await ask<MachineCompanies>('/companies?state=failed')
    expect(failed.records).toMatchObject([{ id: other, machine: 'mare-1', move: { step: 'failed', fault: 'late' } }])
    await ask(`/companies/${other}/move`, 'DELETE')
    expect(await ask<MachineCompanies>('/companies?state=failed')).toMatchObject({ count: 0 })
  })

  test('whose machine is emptied before its hour has failed with that reason', async () => {
    const { w, ask, others, machines } = await place()
    const id = others[0]?.tenant.id ?? 0
    await ask(`/companies/${id}/move`, 'PUT', { to: 'mare-2', when: 'hour' })
    await ask('/mare-2/drain', 'POST')
    w.clock.forward(18 * HOUR)
    await machines.lookAfter()
    expect((await ask<MoveChoices>(`/companies/${id}/move`)).company.move).toMatchObject({
      step: 'failed',
      fault: 'emptying',
    })
  })
})

describe('a drain', () => {
  test('moves every company away, says how many are left, and can be stopped', async () => {
    const { ask, show, fleet, w } = await place()
    const { fleet: shown } = await ask<Machines>('/mare-1/drain', 'POST')
    expect(shown?.machines[0]).toMatchObject({ state: 'emptying', emptying: { left: 4 } })
    await until(async () => (await show()).machines[0]?.emptying?.left === 0)
    expect(fleet.ownersOf(w.tenant.uuid)).not.toEqual(['mare-1'])
    expect((await ask<Machines>('/mare-1/drain', 'DELETE')).fleet?.machines[0]).toMatchObject({
      state: 'running',
      emptying: null,
      companies: 0,
    })
    expect(w.rows("SELECT act FROM audit_log WHERE kind = 'machine'")).toEqual([{ act: 'drain' }, { act: 'stopDrain' }])
  })
})

describe('spreading the companies', () => {
  test('moves some to the others, and says how many', async () => {
    const { ask, show, w } = await place()
    const { moves } = await ask<{ moves: number }>('/rebalance', 'POST')
    expect(moves).toBeGreaterThan(0)
    await until(async () => (await show()).machines[0]?.companies === 4 - 1)
    expect(w.rows("SELECT act, changes FROM audit_log WHERE kind = 'machine'")).toEqual([
      { act: 'rebalance', changes: JSON.stringify([{ field: 'companies', from: null, to: moves }]) },
    ])
  })

  test('is refused where no other machine runs', async () => {
    const { ask } = await place({ 'mare-1': {} })
    expect(await ask<Failure>('/rebalance', 'POST')).toMatchObject({ error: 'ERR_NO_OTHER_MACHINE' })
  })
})

describe('servers that do not answer', () => {
  test('end an order with 503 and its reason', async () => {
    const { ask, fleet, others, machines } = await place()
    const id = others[0]?.tenant.id ?? 0
    fleet.node('mare-1').link.cut()
    expect(await ask<Failure>(`/companies/${id}/move`, 'PUT', { to: 'mare-2', when: 'now' })).toMatchObject({
      error: 'ERR_FLEET_SILENT',
    })
    expect(machines.show().companies).toMatchObject({ failed: 0, planned: 0 })
  })
})
