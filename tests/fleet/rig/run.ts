/**
 * A run: real nodes and servers as processes, companies at work, faults by seed, and the judge. A seed repeats the plan of
 * faults and of everybody's acts; not what the operating system decides between them.
 */

import { type Fault, type FaultKind, Faults, planFaults } from './faults'
import { compareFiles } from './files'
import { judge, judgeSessions, waitUntilIdle } from './judge'
import { startLoad } from './load'
import { type Outage, startProber } from './prober'
import { watchSessions } from './sessions'
import { openWorld, type RigSize, type World } from './world'

export type RunOptions = RigSize & {
  readonly faults: number
  readonly only?: readonly FaultKind[]
  /** The longest fault, in milliseconds. */
  readonly most?: number
}
export type Outcome = {
  readonly findings: readonly string[]
  readonly figures: Readonly<Record<string, number>>
  /** What happened, and what is wrong. */
  readonly report: string
}

/** Seconds until somebody answers for the companies of a node that died. */
const ANSWERS_AGAIN = 15
const COLD = 20
const PAUSE_OF_A_MOVE = 2

export async function run(options: RunOptions): Promise<Outcome> {
  const plan = planFaults(options, { ...options, count: options.faults })
  const world = await openWorld(options)
  const { timeline } = world
  const sessions = watchSessions(world.testbed)
  const load = startLoad(world)
  const prober = startProber(world)
  const faults = new Faults(world)
  const findings: string[] = []
  try {
    for (const fault of plan) {
      await faults.carryOut(fault)
      await Bun.sleep(1000)
    }
    await load.stop()
    timeline.note('everybody rests')
    findings.push(...(await waitUntilIdle(world, load.told)))
    await prober.stop()
    await sessions.stop()
    findings.push(...(await judge(world, load.told)), ...load.told.refused)
    findings.push(...judgeSessions(sessions.overlaps, faults.frozen))
    findings.push(...(await compareFiles(world)))
  } catch (error) {
    findings.push(`the run broke off: ${error instanceof Error ? error.stack : String(error)}`)
  }
  findings.push(...judgeOutages(world, plan, faults, prober.outages))
  for (const { attendants } of world.companies) for (const { page } of attendants) page.close()
  return {
    findings,
    figures: {
      seed: options.seed,
      said: load.told.said.size,
      posted: load.told.posted.size,
      hooks: world.companies.reduce((sum, { receiver }) => sum + receiver.received.length, 0),
      connects: sessions.connects(),
      longestOutage: rounded(Math.max(0, ...prober.outages.map(({ from, until }) => until - from))),
      seconds: rounded(timeline.now()),
    },
    report: [...findings, '', String(timeline), ...prober.outages.map(describe), ...logsOf(world)].join('\n'),
  }
}

const rounded = (value: number) => Math.round(value * 100) / 100
const describe = ({ company, from, until }: Outage) =>
  `${from.toFixed(2).padStart(8)}–${until.toFixed(2)} nobody answered for ${company}`

/** Nobody waits longer than is promised. */
function judgeOutages(world: World, plan: readonly Fault[], faults: Faults, outages: readonly Outage[]): string[] {
  if (!world.fleet) return []
  const isMoveOnly = plan.every(({ kind }) => kind === 'move')
  const longest = isMoveOnly ? PAUSE_OF_A_MOVE : world.nodes.length > 1 ? ANSWERS_AGAIN : COLD
  return outages
    .filter((outage) => faults.isPromised(outage) && outage.until - outage.from > longest + SLACK)
    .map((outage) => `longer than ${longest} s: ${describe(outage)}`)
}
/** Of the machine, on which everything runs at once. */
const SLACK = 1

const WARNED = /"level":(50|60|40)/
const logsOf = ({ nodes }: World): string[] =>
  nodes.flatMap((node) =>
    node
      .log()
      .split('\n')
      .filter((line) => WARNED.test(line))
      .slice(-20)
      .map((line) => `${node.name} ${line.slice(0, 400)}`),
  )
