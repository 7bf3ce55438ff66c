/** An update of all machines that a company holds up, and a machine that cannot be emptied as usual. */
import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OrderRefused } from '../../../src/fleet/placement/order-refused'
import type { CompanyStatus, FleetStatus, NodeStatus } from '../../../src/fleet/placement/status'
import type { FleetView } from '../../../src/fleet/view'
import { emptyNode } from '../../../src/operator/update/emptying'
import { type RollNote, readNote, writeNote } from '../../../src/operator/update/notes'
import { createFleetUpdates } from '../../../src/operator/update/rolling'
import { MINUTE } from '../../../src/platform/time'
import { world } from '../../support/world'
import { afterThisTest } from '../../survival/support/cleanups'

const node = (name: string): NodeStatus => ({
  name,
  address: '',
  version: '1.0.0',
  schema: 180,
  companies: 0,
  standbys: 0,
  isRunning: true,
  isStopped: false,
  isFull: false,
  busy: 0,
  capacity: 1,
  machine: null,
  unstored: null,
  answerMs: null,
})
const company = (uuid: string, owner: string | null, last = owner ?? ''): CompanyStatus => ({
  uuid,
  name: `Padaria ${uuid}`,
  owner,
  last,
  epoch: 1,
  schema: 180,
  lag: 0,
  standby: 'b',
  isStandbyReady: true,
})
const nodes = [node('a'), node('b')]
const viewOf = (status: () => FleetStatus, more: Partial<FleetView> = {}) =>
  ({ node: 'a', status, until: () => Promise.resolve(), findDrain: () => undefined, ...more }) as FleetView

test('an update says after two minutes which company holds it up, and goes on without it when told', async () => {
  const w = world()
  let companies = [company('x', null, 'b'), company('y', 'a')]
  const asked: string[] = []
  const control = w.server.databases.writableControl()
  const updates = createFleetUpdates({
    fleet: viewOf(() => ({ nodes, companies })),
    nodes: {
      answer() {},
      ask: async (of, path) => {
        if (path === 'updates.take' && 'node' in of) asked.push(of.node)
        return null
      },
    },
    control,
    clock: w.clock.now,
    take() {},
    findAttempt: () => undefined,
    isReturning: () => false,
    nextHour: w.clock.now,
    changed() {},
    tell: async () => {},
  })
  const sent = { address: '', bytes: '', signature: '' }
  const roll: RollNote = {
    ...{ version: '1.1.0', at: w.clock.now(), sent, asked: null, stopped: null, heldUpSince: null, without: [] },
  }
  writeNote(control, 'roll', roll)
  await updates.rollOn()
  expect(updates.listHoldUps()).toEqual([])
  expect(() => updates.goOn()).toThrow('ERR_UPDATE_NOT_HELD_UP')
  w.clock.forward(2 * MINUTE)
  await updates.rollOn()
  const held = { company: 'x', name: 'Padaria x', machine: 'b', why: 'untaken' } as const
  expect([updates.listHoldUps(), asked]).toEqual([[held], []])

  // Another one holds it up by now.
  companies = [company('x', 'b'), company('y', null, 'a')]
  w.clock.forward(MINUTE)
  expect(updates.listHoldUps()).toMatchObject([{ company: 'y' }])
  companies = [company('x', null, 'b'), company('y', 'a')]

  updates.goOn()
  expect(updates.listHoldUps()).toEqual([])
  await updates.rollOn()
  expect(asked).toEqual(['a'])
  expect(readNote(control, 'roll')?.without).toEqual(['x'])
})

const emptied = (view: FleetView, times: { standstillMs?: number; handoverMs?: number } = {}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'emptied-'))
  mkdirSync(join(dataDir, 'programs'))
  afterThisTest(() => rmSync(dataDir, { recursive: true, force: true }))
  return emptyNode({ fleet: view, dataDir, signal: new AbortController().signal, progress() {}, ...times })
}

test('a machine whose neighbours are full says so, and one that is alone, too', async () => {
  const refusing = (fault: 'noOther' | 'othersFull') =>
    viewOf(() => ({ nodes, companies: [company('x', 'a')] }), {
      drain: () => Promise.reject(new OrderRefused('no', fault)),
    })
  expect(await emptied(refusing('othersFull'))).toBe(
    'the disks of all other machines are full: the companies wait for this one',
  )
  expect(await emptied(refusing('noOther'))).toBe('no other machine runs: the companies wait for this one')
})

/** An order to empty `a`, of whose companies some are left. */
function drainingOf(companies: readonly CompanyStatus[]) {
  let isOrdered = false
  const left = companies.filter(({ last }) => last === 'a').length
  return viewOf(() => ({ nodes, companies }), {
    async drain() {
      isOrdered = true
    },
    async stopDrain() {
      isOrdered = false
      return true
    },
    findDrain: () =>
      isOrdered
        ? { node: 'a', kind: 'drain', companies: left, left, isDone: left === 0, current: undefined }
        : undefined,
  })
}

test('a machine is empty when it only has companies that nobody owns', async () => {
  const view = drainingOf([company('x', null, 'a'), company('y', 'b')])
  expect(await emptied(view, { handoverMs: 0 })).toBe('0 companies are on other machines, and nobody has Padaria x')
  expect(view.findDrain('a')).toBeUndefined() // the order has ended, too
})

test('a machine that a company does not leave says which one, and why', async () => {
  const moving: CompanyStatus = { ...company('x', 'a'), move: { to: 'b', step: 'copies' } }
  const why = (one: CompanyStatus) =>
    emptied(drainingOf([one]), { handoverMs: 0, standstillMs: 0 }).catch((error: Error) => error.message)
  const stays = '1 company did not leave this machine within 5 minutes, because'
  expect(await why(moving)).toBe(`${stays} b did not take them: Padaria x`)
  expect(await why(company('x', 'a'))).toBe(`${stays} no machine could take them: Padaria x`)
})
