/** The socket over which commands ask a node, with placement on buckets in memory. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { localNode } from '../../../cli/commands/fleet/local'
import { gateOver, holdControl, lookIn, ownedHere, ownedOnly } from '../../../cli/fleet'
import { Placement } from '../../../src/fleet/placement/placement'
import { systemTimers } from '../../../src/fleet/placement/timers'
import { bootstrapCompany } from '../../../src/operator/bootstrap'
import { openClaims } from '../../../src/operator/claims'
import { examine } from '../../../src/operator/doctor/doctor'
import { processName } from '../../../src/operator/handover'
import { type Databases, openDatabases } from '../../../src/platform/databases'
import { CONTROL, type Gate, NotAcknowledged } from '../../../src/platform/gate'
import { createLog } from '../../../src/platform/log'
import { HOUR } from '../../../src/platform/time'
import { createControlHolds } from '../../../src/server/fleet/control-holds'
import { createLending } from '../../../src/server/fleet/lending'
import { openLocalSocket, type WhereCompanyIs } from '../../../src/server/fleet/local-socket'
import { createFleetView } from '../../../src/server/fleet/view'
import { listCompanies } from '../../../src/tenancy/companies'
import { boundOf } from '../../support/bound'
import { newBucket } from '../../support/bucket'

const log = createLog('silent')
const bringFiles = async () => {}
const lending = createLending({ renew: async (_company, work) => work({ seq: 1, hash: '' }) })
const controlHolds = createControlHolds()
const updates = { listHoldUps: () => [], goOn() {}, stop: async () => {} }
async function eventually(isSo: () => Promise<boolean>) {
  const bound = boundOf(30_000)
  while (!(await isSo())) {
    if (bound.isOver()) throw new Error('did not happen')
    await Bun.sleep(20)
  }
}
const effects = {
  follow: async () => {},
  unfollow: async () => {},
  claim: async () => ++epoch,
  open: async () => {},
  hold() {},
  drop() {},
  part: async () => {},
  close: async () => {},
  putAside: async () => {},
}
let epoch = 0

function newNode(name: string, buckets: object, firstCompany: string) {
  const placement = new Placement({
    node: name,
    buckets: buckets as never,
    timers: systemTimers,
    effects,
    firstCompany,
    facts: () => ({
      url: `https://${name}`,
      versions: { program: '1.0.0', protocol: 1, schema: 1 },
      load: { companies: 0, standbys: 0, busy: 0, capacity: 100 },
    }),
    newIncarnation: () => `${name}-${++epoch}`,
  })
  const view = createFleetView({
    node: name,
    placement,
    timers: systemTimers,
    isControlRead: () => true,
    countOwned: () => [...placement.companies()].filter(placement.owns).length,
    firstCompany: () => firstCompany,
    facts: () => ({ nameOf: () => undefined, lagOf: () => undefined }),
    prepare() {},
    listLoads: async () => new Map([...placement.picture.owners.keys()].map((company) => [company, { load: 1 }])),
    deleteStored: async () => {},
  })
  return { placement, view }
}

let dataDir: string
let databases: Databases
let nodes: ReturnType<typeof newNode>[]
let socket: ReturnType<typeof openLocalSocket>
/** What was waited for. */
let waited: string[]
let refuses: boolean
const uuids: string[] = []

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'balcao-socket-'))
  databases = openDatabases(dataDir, log)
  for (const name of ['Padaria', 'Loja', 'loja'])
    await bootstrapCompany(databases, Date.now(), {
      name,
      admin: { name: 'Ana', email: `${crypto.randomUUID()}@x.example`, password: 'Segredo123' },
      days: 30,
    })
  uuids.splice(0, uuids.length, ...listCompanies(databases.control).map(({ uuid }) => uuid))
  const buckets = { nodes: newBucket(), owners: newBucket(), orders: newBucket() }
  nodes = ['node-1', 'node-2'].map((name) => newNode(name, buckets, uuids[0] ?? ''))
  for (const { placement } of nodes) await placement.start()
  const [first] = nodes
  if (!first) throw new Error('no node')
  for (const company of [CONTROL, ...uuids]) await first.view.adopt(company)
  waited = []
  refuses = false
  const gate: Gate = {
    wait(company) {
      waited.push(company)
      return refuses ? Promise.reject(new NotAcknowledged('lost')) : undefined
    },
    waitForAll: () => undefined,
  }
  const { control } = databases
  const deps = { dataDir, gate, control, log, lending, controlHolds, bringFiles, updateAddress: () => '', updates }
  socket = openLocalSocket({ ...deps, view: first.view })
})
afterEach(async () => {
  await socket.stop()
  for (const { placement } of nodes) await placement.stop()
  databases.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const ask = <T>(path: string, given?: object) => localNode(dataDir).ask<T>(path, given)

describe('the socket of a node', () => {
  test('is for its owner alone, and gone when the node has stopped', async () => {
    expect(statSync(join(dataDir, 'fleet.sock')).mode & 0o777).toBe(0o600)
    await socket.stop()
    await expect(ask('/status')).rejects.toThrow('No node runs on')
  })

  test('tells status, and where a company is, by uuid, number and name', async () => {
    expect(await ask('/status')).toMatchObject({ node: 'node-1', nodes: [{ name: 'node-1' }, { name: 'node-2' }] })
    for (const company of [uuids[0], '1', 'padaria', ' Padaria '])
      expect(await ask<WhereCompanyIs>('/company', { company })).toMatchObject({
        company: uuids[0],
        isHere: true,
        owner: 'node-1',
        move: null,
      })
    await expect(ask('/company', { company: 'LOJA' })).rejects.toThrow(
      '2 companies are called "LOJA": say which by its number, 2 or 3',
    )
    await expect(ask('/company', { company: '9' })).rejects.toThrow('There is no company 9')
  })

  test('moves a company, and refuses in words what cannot be', async () => {
    const of = () => ask<WhereCompanyIs>('/company', { company: '2' })
    await ask('/move', { company: '2', to: 'node-2' })
    await eventually(async () => (await of()).owner === 'node-2')
    expect(await of()).toMatchObject({ isHere: false, move: null })
    await expect(ask('/move', { company: '2', to: 'node-2' })).rejects.toThrow('is on "node-2" already')
    await expect(ask('/move', { company: '2', to: 'node-9' })).rejects.toThrow('No node "node-9" is running')
    expect(await ask<WhereCompanyIs>('/bring', { company: '2' })).toMatchObject({ isHere: true })
  })

  test('drains a node, and stops that', async () => {
    await ask('/drain', { node: 'node-1' })
    await eventually(async () => (await ask<{ left: number }>('/drain/progress', { node: 'node-1' })).left === 0)
    expect(await ask<boolean>('/drain/stop', { node: 'node-1' })).toBe(true)
    expect(await ask<boolean>('/drain/stop', { node: 'node-1' })).toBe(false)
    await expect(ask('/drain', { node: 'node-9' })).rejects.toThrow('nothing to give away')
  })

  test('refuses what it does not understand', async () => {
    for (const [path, given] of [
      ['/fly', {}],
      ['/move', { company: 2 }],
      ['/wait', undefined],
    ] as const)
      await expect(ask(path, given)).rejects.toThrow('of another version')
  })

  test('says when control.db is about to leave, and waits for the command to end', async () => {
    const local = localNode(dataDir)
    const command = Bun.spawn(['sleep', '100'])
    let isTold = false
    const told = local.ask('/hold', { holder: processName(command.pid) }).then(() => {
      isTold = true
      command.kill('SIGKILL')
    })
    await eventually(async () => {
      await controlHolds.end(new AbortController().signal)
      return isTold
    })
    await told
    expect(await command.exited).not.toBe(0)
    const held = holdControl(dataDir)
    await held.begin()
    await eventually(async () => {
      void controlHolds.end(AbortSignal.abort())
      return held.signal.aborted
    })
    expect(String(held.signal.reason)).toContain('control.db goes to another node')
  })

  test('can stand in a folder whose path is longer than sockets may have', async () => {
    const deep = join(dataDir, 'x'.repeat(100), 'y'.repeat(60))
    mkdirSync(deep, { recursive: true })
    const [first] = nodes
    if (!first) throw new Error('no node')
    const far = openLocalSocket({
      dataDir: deep,
      view: first.view,
      gate: gateOver(deep),
      control: databases.control,
      log,
      lending,
      controlHolds,
      bringFiles,
      updateAddress: () => '',
      updates,
    })
    expect(await localNode(deep).ask('/status')).toMatchObject({ node: 'node-1' })
    await far.stop()
  })
})

describe('a command on the owner’s node', () => {
  test('opens companies that are there, and no other, and is done when the log has it', async () => {
    await ask('/move', { company: '2', to: 'node-2' })
    await eventually(async () => (await ask<WhereCompanyIs>('/company', { company: '2' })).owner === 'node-2')
    const owned = await ownedOnly(databases, dataDir)
    owned.tenant(uuids[0] ?? '')
    expect(() => owned.tenant(uuids[1] ?? '')).toThrow('Company 2 "Loja" is on another node')
    const gate = gateOver(dataDir)
    await gate.waitForAll()
    expect(waited.toSorted()).toEqual([uuids[0] ?? '', CONTROL].toSorted())
    refuses = true
    await expect(Promise.resolve(gate.waitForAll())).rejects.toThrow('did not take what the command wrote')
  })

  test('asks again where a company is before it relies on that', async () => {
    const isAt = (node: string) => () =>
      ask<WhereCompanyIs>('/company', { company: '2' }).then(({ owner }) => owner === node)
    const owned = await ownedOnly(databases, dataDir)
    let now = Date.now()
    const claims = openClaims({ databases: owned, log, clock: () => now, look: lookIn(dataDir) })
    await claims.take('email', 'ana@loja.example', { tenantUuid: uuids[1] ?? '' })
    now += HOUR
    const isTaken = () => claims.isTaken('email', 'ana@loja.example')
    expect(await isTaken()).toBe(false) // nobody of the company has it
    await ask('/move', { company: '2', to: 'node-2' })
    await eventually(isAt('node-2'))
    expect(await isTaken()).toBe(true) // what is here is a copy, and nobody may open it
    await ask('/move', { company: '2', to: 'node-1' })
    await eventually(isAt('node-1'))
    expect(await isTaken()).toBe(false)
  })

  test('examines what is there, and says what is not', async () => {
    await ask('/move', { company: '2', to: 'node-2' })
    await eventually(async () => (await ask<WhereCompanyIs>('/company', { company: '2' })).owner === 'node-2')
    const examination = { dataDir, settings: {}, fix: false, storedFiles: [], log, now: Date.now() }
    const findings = await examine({ ...examination, listOwned: ownedHere(dataDir) })
    const companies = findings.filter(({ about }) => about.startsWith('compan')).map(({ about }) => about)
    expect(companies).toEqual(['company 1 "Padaria"', 'company 3 "loja"', 'companies'])
  })

  test('brings a company that it creates into the fleet before it says so', async () => {
    const owned = await ownedOnly(databases, dataDir)
    const made = await bootstrapCompany(owned, Date.now(), {
      name: 'Nova',
      admin: { name: 'Ana', email: 'nova@x.example', password: 'Segredo123' },
      days: 30,
    })
    expect(nodes[0]?.view.owns(made.company.uuid)).toBe(false)
    await gateOver(dataDir).waitForAll()
    expect(nodes[0]?.view.owns(made.company.uuid)).toBe(true)
  })
})
