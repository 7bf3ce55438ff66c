/**
 * Chaos: ten connections, two hundred customers and a few attendants exchange messages, while one fault after the other occurs
 * and the server is killed again and again. In the end three records must agree: what the phones sent and received, what the
 * databases hold, what the attendants' pages were told.
 *
 * The seed repeats the plan, entry by entry: who writes what to whom, which file, which fault occurs on which connection before
 * which operation and for how long, which page loses its socket, before which operation the server is ended. It cannot repeat
 * what the operating system decides: how far the server had come at an entry, how long it takes to start, and the keys and
 * waiting times that it draws itself. A finding that depends on such a moment may need several runs of the same seed.
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
  /** Each finding with the history of its message. */
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
    ...watching.statusesLowered.map((what) => ({ rule: 'ticks', what, id: null, companyNumber: null })),
    ...unfinished.map((what) => ({ rule: 'not idle', what, id: null, companyNumber: null })),
    ...badStopsOf(environment),
    ...printed.findings,
  ]
  const run = {
    ...{ environment, plan, performed, watch: watching, records, characters: printed.characters, keys: secrets.size() },
    seconds: { opening, performing, repairing, waiting, audit: clock() },
  }
  return { figures: figures(run), findings, report: reportFindings(findings, run), folder: environment.folder }
}

/** Printed before the run: what the same seed repeats, and what it does not. */
export function describePlan(size: Size): string {
  const plan = planFor(participantsFor(size), size)
  const { operations, faults, disconnections, restarts } = plan
  return [
    `seed ${size.seed}: ${size.seconds} seconds, ${size.connections} connections, ${size.customers} customers`,
    `plan ${fingerprintOf(plan)}: ${operations.length} operations, ${faults.length} faults, ${disconnections.length} disconnected pages, ${restarts.length} restarts`,
    'the same seed repeats each of them, in this order; not how far each process has come by then',
  ].join('\n')
}

/** After SIGTERM it must end with code 0. */
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
