/**
 * A run: real nodes and servers as processes, companies at work, faults by seed, and the judge. A seed repeats the plan of
 * faults and of everybody's acts; not what the operating system decides between them. Seeds that share a world follow one
 * another: each begins when nothing waits any more.
 */
import { availableParallelism, loadavg } from 'node:os'
import { Faults, promise } from './faults'
import { compareFiles } from './files'
import { judge, judgeSessions, waitUntilIdle } from './judge'
import { nothingTold, startLoad, type Told } from './load'
import { type Fault, type FaultKind, planFaults, possibleKinds } from './plan'
import { type Outage, startProber } from './prober'
import { watchSessions } from './sessions'
import { canSlow } from './slow-flush'
import { openWorld, type RigSize, type World } from './world'

export type RunOptions = {
  /** For each seed. */
  readonly faults: number
  readonly only?: readonly FaultKind[]
  /** The longest fault, in milliseconds. */
  readonly most?: number
  /** How often the operator does something meanwhile, between 0 and 1. */
  readonly meanwhile?: number
  /** Between two faults, in milliseconds. */
  readonly pause?: number
  /** Between two acts of a chat, on average, in milliseconds. */
  readonly actEvery?: number
}
export type Outcome = {
  readonly findings: readonly string[]
  readonly figures: Readonly<Record<string, number>>
  /** What happened, and what is wrong. */
  readonly report: string
}

/** Seconds. */
const COLD = 5
const PAUSE_OF_A_MOVE = 2
const PAUSE_MS = 1000

/** One seed after another in a new world, until something is found. */
export async function run(
  size: Omit<RigSize, 'seed'>,
  seeds: readonly number[],
  options: RunOptions,
): Promise<Outcome> {
  const world = await openWorld({ ...size, seed: seeds[0] ?? 1 })
  const { timeline } = world
  const opened = timeline.now()
  const [sessions, prober, told] = [watchSessions(world.testbed), startProber(world), nothingTold()]
  const findings: string[] = []
  let [done, longestOutage] = [0, 0]
  try {
    for (const seed of seeds) {
      const found = await runSeed({ world, seed, options, told, sessions, prober })
      findings.push(...found.map((what) => `seed ${seed}: ${what}`))
      for (const outage of prober.outages.splice(0)) longestOutage = Math.max(longestOutage, lengthOf(outage))
      if (findings.length > 0) break
      done++
    }
    await Promise.all([prober.stop(), sessions.stop()])
    findings.push(...(await compareFiles(world)))
  } catch (error) {
    findings.push(`the run broke off: ${error instanceof Error ? error.stack : String(error)}`)
  }
  for (const { attendants } of world.companies) for (const { page } of attendants) page.close()
  return {
    findings,
    figures: {
      seed: seeds[0] ?? 1,
      seeds: done,
      said: told.said.size,
      posted: told.posted.size,
      hooks: world.companies.reduce((sum, { receiver }) => sum + receiver.received.length, 0),
      connects: sessions.connects(),
      longestOutage: rounded(longestOutage),
      opened: rounded(opened),
      seconds: rounded(timeline.now()),
    },
    report: [...findings, '', String(timeline), ...logsOf(world)].join('\n'),
  }
}

type SeedRun = {
  readonly world: World
  readonly seed: number
  readonly options: RunOptions
  readonly told: Told
  readonly sessions: ReturnType<typeof watchSessions>
  readonly prober: ReturnType<typeof startProber>
}

async function runSeed({ world, seed, options, told, sessions, prober }: SeedRun): Promise<string[]> {
  const { timeline, size } = world
  const plan = planFaults(size, { ...options, seed, count: options.faults, kinds: kindsOf(world, options) })
  timeline.note(
    `seed ${seed}: ${plan.map(({ kind, meanwhile }) => (meanwhile ? `${kind} and ${meanwhile}` : kind)).join(', ')}`,
  )
  if (plan.some(({ kind }) => kind === 'shiftClock')) told.wasClockSet = true
  const load = startLoad({ ...options, world, seed, told })
  const faults = new Faults(world, seed)
  for (const fault of plan) {
    await faults.carryOut(fault)
    await Bun.sleep(options.pause ?? PAUSE_MS)
  }
  await load.stop()
  timeline.note('everybody rests')
  const findings = await waitUntilIdle(world, told)
  await world.fleet?.askOwners()
  findings.push(...(await judge(world, told)), ...told.refused.splice(0))
  await sessions.look()
  findings.push(...judgeSessions(sessions.overlaps.splice(0), faults.frozen))
  findings.push(...judgeOutages(world, plan, faults, prober.outages))
  for (const outage of prober.outages) timeline.note(describe(outage))
  return findings
}

function kindsOf({ fleet, size: { servers } }: World, { only }: RunOptions): readonly FaultKind[] {
  const possible = possibleKinds({
    servers,
    hasDisks: (fleet?.disks.size ?? 0) > 0,
    hasClocks: (fleet?.clocks.size ?? 0) > 0,
    hasTracing: fleet !== null && canSlow(),
  })
  return only ? possible.filter((kind) => only.includes(kind)) : possible
}

const rounded = (value: number) => Math.round(value * 100) / 100
const lengthOf = ({ from, until }: Outage) => until - from
const describe = ({ company, from, until }: Outage) =>
  `nobody answered for ${company} from ${from.toFixed(2)} to ${until.toFixed(2)}`

/** Nobody waits longer than is promised. */
function judgeOutages(world: World, plan: readonly Fault[], faults: Faults, outages: readonly Outage[]): string[] {
  const { fleet, size, nodes } = world
  if (!fleet) return []
  const isMoveOnly = plan.every(({ kind, meanwhile }) => kind === 'move' && !meanwhile)
  const longest = isMoveOnly ? PAUSE_OF_A_MOVE : promise(size) + (nodes.length > 1 ? 0 : COLD)
  // Everything runs on this machine at once, beside other tests.
  const most = (longest + SLACK) * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())
  return outages
    .filter((outage) => faults.isPromised(outage) && lengthOf(outage) > most)
    .map((outage) => `longer than ${longest} s: ${describe(outage)}`)
}
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
