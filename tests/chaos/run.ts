/**
 * Chaos: ten connections, two hundred customers and a few attendants exchange messages while faults occur and the
 * server is killed repeatedly. In the end three records must agree: the phones' messages, the databases, and the events
 * on attendants' pages.
 *
 * The seed repeats the plan entry by entry: messages, files, faults with connection, time and duration, lost page
 * sockets, and restarts between operations. It cannot repeat the operating system's decisions: the server's progress at
 * an entry, its start time, and its own random keys and delays. A finding that depends on these may need several runs
 * of the same seed.
 */
import { readLedger } from '../survival/support/ledger'
import { audit, type Finding } from './audit'
import { auditMedia } from './audit-media'
import { auditOutput, collectSecrets } from './audit-output'
import { auditPages } from './audit-pages'
import { type Environment, openEnvironment } from './environment'
import { participantsFor, type Size } from './participants'
import { performPlan } from './perform'
import { canaryOf, planFor } from './plan'
import { readRecords } from './records'
import { repair, waitUntilIdle } from './recovery'
import { figures, reportFindings } from './report'
import { fingerprintOf } from './timeline'
import { watch } from './watchers'

export type Outcome = {
  readonly figures: string
  readonly findings: readonly Finding[]
  /** Findings with the histories of their messages. */
  readonly report: string
  readonly folder: string
}

export async function runChaos(size: Size): Promise<Outcome> {
  const clock = stopwatch()
  const environment = await openEnvironment(size)
  const plan = planFor(environment.participants, size)
  const secrets = collectSecrets()
  const keepSecrets = () =>
    secrets.add(environment.companies.flatMap(({ uuid }) => readLedger(environment.server.dataDir, uuid).secrets))
  environment.server.whenStopped(keepSecrets)
  const opening = clock()

  const watching = watch(environment)
  const whileWatched = <T>(work: Promise<T>): Promise<T> => Promise.race([work, watching.failure])
  const performed = await whileWatched(performPlan(environment, plan))
  const performing = clock()
  await whileWatched(repair(environment))
  const repairing = clock()
  const unfinished = await whileWatched(waitUntilIdle(environment))
  const waiting = clock()
  await watching.stop()
  const pages = await auditPages(environment)
  for (const { attendants } of environment.companies) for (const { page } of attendants) page.close()
  await environment.server.end('stop')

  const records = await readRecords(environment, plan, performed)
  const printed = auditOutput(environment.server.logFile, secrets, canaryOf(size.seed))
  const findings = [
    ...audit(records),
    ...(await auditMedia(records)),
    ...pages,
    ...watching.statusesLowered.map((what) => ({ rule: 'status fell', what, id: null, companyNumber: null })),
    ...unfinished.map((what) => ({ rule: 'not idle', what, id: null, companyNumber: null })),
    ...badStopsOf(environment),
    ...printed.findings,
  ]
  const run = {
    environment,
    plan,
    performed,
    watch: watching,
    records,
    characters: printed.characters,
    keys: secrets.size(),
    seconds: { opening, performing, repairing, waiting, audit: clock() },
  }
  return { figures: figures(run), findings, report: reportFindings(findings, run), folder: environment.folder }
}

/** Printed before the run: explains what a seed repeats. */
export function describePlan(size: Size): string {
  const plan = planFor(participantsFor(size), size)
  const { operations, faults, disconnections, restarts } = plan
  return [
    `seed ${size.seed}: ${size.seconds} seconds, ${size.connections} connections, ${size.customers} customers`,
    `plan ${fingerprintOf(plan)}: ${operations.length} operations, ${faults.length} faults, ${disconnections.length} disconnected pages, ${restarts.length} restarts`,
    'the same seed repeats each of them, in this order; not how far each process has come by then',
  ].join('\n')
}

/** After SIGTERM it must exit with code 0. */
const badStopsOf = ({ server }: Environment): Finding[] =>
  server.stops.flatMap(([at, by, code]) =>
    by === 'kill' || code === 0
      ? []
      : [
          {
            rule: 'ended',
            what: `SIGTERM at ${new Date(at).toISOString()} ended with ${code}`,
            id: null,
            companyNumber: null,
          },
        ],
  )

/** Seconds since the last call. */
function stopwatch() {
  let last = performance.now()
  return () => {
    const now = performance.now()
    const passed = (now - last) / 1_000
    last = now
    return passed
  }
}
