/** control.db of whole servers on two nodes, over real NATS servers. */
import { describe, expect, test } from 'bun:test'
import Sqlite from 'better-sqlite3'
import { controlSchema } from '../../../migrations/index'
import { CONTROL } from '../../../src/platform/gate'
import { getValue } from '../../../src/platform/sql'
import { type Raw, versionOf } from '../../../src/platform/sqlite'
import { CONTROL_STEPS } from '../../../src/server/fleet/control-schema'
import { findCompany, listCompanies } from '../../../src/tenancy/companies'
import { OPERATOR_COMPANY } from '../../../src/tenancy/contract'
import { noteLogin } from '../../../src/users/control-writes'
import { until } from '../../support/until'
import { startFleet, type TestNode } from '../node/fleet'

/** Until the inner listener is part of these tests. */
function connect(nodes: readonly TestNode[]): void {
  for (const { node } of nodes)
    node.askControlBy(async (question) => {
      const owner = nodes.find((one) => one.node.control.isOwned())
      if (!owner) throw new Error('nobody owns control.db')
      return JSON.parse(JSON.stringify(await owner.node.control.answer(JSON.parse(JSON.stringify(question)))))
    })
}

const lastLogin = ({ server }: TestNode, id: number) => findCompany(server.databases.control, id)?.lastLoginAt

describe('control.db', () => {
  test('is read and written on every node, and moves with company 1', async () => {
    const fleet = await startFleet((w) => w.company('Padaria Sol'))
    const a = await fleet.open('a', fleet.first)
    await until(() => a.node.control.isOwned(), 'control.db at its first owner')
    const b = await fleet.open('b', fleet.emptyFolder())
    connect([a, b])
    const uuids = (one: TestNode) => listCompanies(one.server.databases.control).map(({ uuid }) => uuid)
    expect(uuids(b)).toEqual(uuids(a))
    expect([a, b].map(({ server }) => server.databases.isControlHere())).toEqual([true, false])

    const { id } = findCompany(a.server.databases.control, 2) ?? { id: 0 }
    await b.server.controlWrites.run(noteLogin, { companyId: id, at: 1234 })
    expect([lastLogin(b, id), lastLogin(a, id)]).toEqual([1234, 1234])

    const { claims } = b.server
    const holder = { tenantUuid: uuids(a)[1] ?? '' }
    expect(await claims.take('email', 'nova@loja.example', holder)).toBe('new')
    expect(await claims.take('email', 'nova@loja.example', holder)).toBe('held')
    expect(await a.server.claims.find('email', 'nova@loja.example')).toMatchObject(holder)
    expect(await a.server.claims.take('email', 'tarde@loja.example', holder)).toBe('new')
    expect(await claims.find('email', 'tarde@loja.example')).toMatchObject(holder)
    await claims.release('email', 'nova@loja.example', holder)
    expect(await claims.find('email', 'nova@loja.example')).toBeUndefined()

    const first = findCompany(a.server.databases.control, OPERATOR_COMPANY)?.uuid ?? ''
    const { control } = a.server.databases
    await a.server.fleet?.move(first, 'b')
    await until(() => b.node.control.isOwned() && !a.node.control.isOwned(), 'control.db at the other node')
    await a.server.controlWrites.run(noteLogin, { companyId: id, at: 5678 })
    expect([lastLogin(a, id), lastLogin(b, id)]).toEqual([5678, 5678])
    expect(a.server.databases.control).toBe(control)
    expect(a.server.gate.wait(CONTROL)).toBeUndefined()
    expect(() => a.server.databases.writableControl()).toThrow('ERR_CONTROL_ELSEWHERE')
    expect(getValue(b.server.databases.writableControl(), 'SELECT count(*) FROM companies')).toBe(uuids(a).length)
  }, 180_000)

  test('of a version before is brought to that of a node that has just been upgraded', async () => {
    const fleet = await startFleet()
    const a = await fleet.open('a', fleet.first)
    await until(() => a.node.control.isOwned(), 'control.db at its first owner')
    undoLastStep(a.server.databases.writableControl().$client)
    const b = await fleet.open('b', fleet.emptyFolder())
    expect(versionOf(b.server.databases.writableControl().$client)).toBe(CONTROL_STEPS)
    await until(() => versionOf(a.node.control.db.$client) === CONTROL_STEPS, 'the new version at the node before')
    const first = findCompany(b.server.databases.control, OPERATOR_COMPANY)?.uuid ?? ''
    await until(() => b.server.databases.isAvailable(first), 'company 1')
  }, 180_000)
})

/** Leaves what a program one version older has made. */
function undoLastStep(raw: Raw): void {
  const older = new Sqlite(':memory:')
  for (const step of controlSchema.steps.slice(0, -1)) older.exec(step)
  const namesIn = (file: Sqlite.Database | Raw, sql: string) => file.prepare(sql).pluck().all() as string[] // names are text
  const OBJECTS = "SELECT name FROM sqlite_schema WHERE type IN ('table', 'index') AND name NOT LIKE 'sqlite_%'"
  raw
    .transaction(() => {
      const known = new Set(namesIn(older, OBJECTS))
      const isNew = (name: string) => !known.has(name) && name !== 'meta'
      for (const type of ['index', 'table'])
        for (const name of namesIn(raw, `${OBJECTS} AND type = '${type}'`).filter(isNew))
          raw.exec(`DROP ${type} ${name}`)
      for (const table of namesIn(raw, `${OBJECTS} AND type = 'table'`).filter((name) => name !== 'meta')) {
        const before = new Set(namesIn(older, `SELECT name FROM pragma_table_info('${table}')`))
        for (const column of namesIn(raw, `SELECT name FROM pragma_table_info('${table}')`))
          if (!before.has(column)) raw.exec(`ALTER TABLE ${table} DROP COLUMN ${column}`)
      }
      raw.pragma(`user_version = ${CONTROL_STEPS - 1}`)
    })
    .immediate()
  older.close()
}
