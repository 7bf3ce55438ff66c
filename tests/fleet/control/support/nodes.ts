/** Nodes of a fleet that have control.db alone, over a log in memory, in one process. */
import { mkdirSync } from 'node:fs'
import { createPagePool } from '../../../../src/fleet/pages'
import type { Claimant } from '../../../../src/fleet/placement/company-runner'
import type { ControlWrite, ControlWrites } from '../../../../src/platform/control-writes'
import { createControlWrites } from '../../../../src/platform/control-writes'
import { openControl } from '../../../../src/platform/databases'
import { CONTROL } from '../../../../src/platform/gate'
import { createFleetControl, type FleetControlOfNode } from '../../../../src/server/fleet/control'
import type { ControlFault } from '../../../../src/server/fleet/control-schema'
import { boundOf } from '../../../support/bound'
import { FLEET_KEY, newFolder } from '../../support/company'
import type { UnkindLog } from '../../support/unkind-log'

export type TestNode = {
  readonly name: string
  readonly folder: string
  readonly control: FleetControlOfNode
  readonly writes: ControlWrites
  readonly reports: string[]
  readonly faults: ControlFault[]
  readonly errors: unknown[]
}

export type TestFleet = ReturnType<typeof createTestFleet>

const claimant: Claimant = { incarnation: '1', mayFollow: async () => true }
export const never = new AbortController().signal

type Options = {
  readonly operations?: readonly ControlWrite[]
  readonly within?: number
  readonly now?: () => number
  readonly stillAfter?: number
}

export function createTestFleet(
  log: UnkindLog['log'],
  { operations = [], within, now = () => 1, stillAfter }: Options = {},
) {
  const nodes: TestNode[] = []
  /** Nodes that answer nobody, as behind a cut cable. */
  const silent = new Set<string>()

  function add(name: string, folder = newFolder(), steps?: number): TestNode {
    const [reports, faults, errors]: [string[], ControlFault[], unknown[]] = [[], [], []]
    const control = createFleetControl({
      dataDir: folder,
      log,
      logger: loggerFor(errors),
      fleetKey: FLEET_KEY,
      pool: createPagePool(),
      claim: () => ({ node: name, incarnation: name, version: '1' }),
      askOwner: async (question) => {
        const owner = nodes.find((one) => one.control.isOwned() && !silent.has(one.name))
        if (!owner) throw new Error('nobody owns control.db')
        const answer = await owner.control.answer(JSON.parse(JSON.stringify(question)))
        if (silent.has(owner.name)) throw new Error('the answer was lost')
        return JSON.parse(JSON.stringify(answer))
      },
      report: (event) => reports.push(event),
      unreadable: (fault) => faults.push(fault),
      ...(within !== undefined && { askWithin: within }),
      ...(steps !== undefined && { steps }),
      ...(stillAfter !== undefined && { stillAfter }),
    })
    const writes = createControlWrites({
      control: () => control.writable(),
      clock: now,
      operations,
      errors: [],
      ask: control.ask,
      isOwned: () => control.isOwned(),
      wait: () => control.acknowledged(),
    })
    control.attach(writes)
    const node = { name, folder, control, writes, reports, faults, errors }
    nodes.push(node)
    return node
  }

  return {
    nodes,
    silent,
    add,
    /** The node that had the installation before there was a fleet. */
    async first(name: string, folder = newFolder()): Promise<TestNode> {
      mkdirSync(folder, { recursive: true })
      openControl(folder).$client.close()
      const node = add(name, folder)
      await take(node)
      return node
    },
    async follower(name: string, folder?: string, steps?: number): Promise<TestNode> {
      const node = add(name, folder, steps)
      node.control.start()
      await node.control.started()
      return node
    },
    async stop(): Promise<void> {
      for (const { control } of nodes) await control.stop()
    },
  }
}

/** As placement has it done. */
export async function take({ control }: TestNode): Promise<void> {
  await control.effects.follow(CONTROL, never)
  const epoch = await control.effects.claim(CONTROL, claimant, never)
  if (epoch === undefined) throw new Error('beaten')
  await control.effects.open(CONTROL, epoch)
}

export async function handOver({ control }: TestNode): Promise<void> {
  control.effects.hold(CONTROL)
  await control.effects.part(CONTROL, never)
  await control.effects.close(CONTROL)
}

/** After another node has claimed the log. */
export async function lose({ control }: TestNode): Promise<void> {
  control.effects.drop(CONTROL)
  await control.effects.close(CONTROL)
  await control.effects.putAside(CONTROL)
}

export async function until(isSo: () => boolean): Promise<void> {
  const bound = boundOf(10_000)
  while (!isSo()) {
    if (bound.isOver()) throw new Error('it never came')
    await Bun.sleep(2)
  }
}

const loggerFor = (errors: unknown[]) => {
  const logger = {
    error: (logged: unknown) => void errors.push(logged),
    warn: (logged: unknown) => void errors.push(logged),
    info() {},
    debug() {},
    trace() {},
    fatal() {},
  }
  return logger as unknown as Parameters<typeof createFleetControl>[0]['logger'] // what control.db's node calls
}
