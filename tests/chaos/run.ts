/**
 * Chaos: ten lines, two hundred customers and a few attendants talk, while everything that can break does, one thing after
 * the other, and the server is killed again and again. In the end three books must agree: what the phones sent and got,
 * what the database holds, what the attendants' pages heard.
 *
 * The seed gives the script again, cue by cue: who says what to whom, which file, what breaks on which line before which
 * deed and for how long, which page loses its line, when the server dies. It cannot give again what the operating system
 * decides: how far the server had come at a cue, how long it takes to come back, and the keys and waiting times that it
 * draws itself. A finding that hangs on such a moment may need the same seed a few times.
 */
import { readLedger } from '../survival/support/ledger'
import { audit, type Finding } from './audit'
import { auditMedia } from './audit-media'
import { auditOutput, gatherSecrets } from './audit-output'
import { auditPages } from './audit-pages'
import { becomeQuiet, mend } from './calm'
import { castFor, type Size } from './cast'
import { fingerprintOf } from './cues'
import { play } from './play'
import { readRecords } from './records'
import { figures, tellFindings } from './report'
import { canaryOf, scriptFor } from './script'
import { openStage, type Stage } from './stage'
import { watch } from './watchers'

export type Outcome = {
  readonly figures: string
  readonly findings: readonly Finding[]
  readonly told: string
  readonly folder: string
}

export async function runChaos(size: Size): Promise<Outcome> {
  const clock = stopwatch()
  const stage = await openStage(size)
  const script = scriptFor(stage.cast, size)
  const secrets = gatherSecrets()
  const keepSecrets = () =>
    secrets.add(stage.companies.flatMap(({ uuid }) => readLedger(stage.server.dataDir, uuid).secrets))
  stage.server.whenDead(keepSecrets)
  const opening = clock()

  const watching = watch(stage)
  const played = await play(stage, script)
  const playing = clock()
  await mend(stage)
  const mending = clock()
  const unrest = await becomeQuiet(stage)
  const quiet = clock()
  await watching.stop()
  const pages = await auditPages(stage)
  for (const { attendants } of stage.companies) for (const { page } of attendants) page.close()
  await stage.server.end('stop')

  const records = await readRecords(stage, script, played)
  const printed = auditOutput(stage.server.logFile, secrets, canaryOf(size.seed))
  const findings = [
    ...audit(records),
    ...(await auditMedia(records)),
    ...pages,
    ...watching.ticksTaken.map((what) => ({ rule: 'ticks', what, id: null, line: null })),
    ...unrest.map((what) => ({ rule: 'not quiet', what, id: null, line: null })),
    ...endingsOf(stage),
    ...printed.findings,
  ]
  const run = {
    ...{ stage, script, played, watch: watching, records, characters: printed.characters, keys: secrets.size() },
    seconds: { opening, play: playing, mending, quiet, audit: clock() },
  }
  return { figures: figures(run), findings, told: tellFindings(findings, run), folder: stage.folder }
}

/** Said beforehand: what the same seed repeats, and what it does not. */
export function promiseOf(size: Size): string {
  const script = scriptFor(castFor(size), size)
  const { deeds, gusts, losses, deaths } = script
  return [
    `seed ${size.seed}: ${size.seconds} seconds, ${size.connections} connections, ${size.customers} customers`,
    `script ${fingerprintOf(script)}: ${deeds.length} deeds, ${gusts.length} gusts, ${losses.length} lost pages, ${deaths.length} deaths`,
    'the same seed gives each of them again, in this order and at these times; not how far each process has come by then',
  ].join('\n')
}

/** Told to stop, it stops in order. */
const endingsOf = ({ server }: Stage): Finding[] =>
  server.endings.flatMap(([at, by, code]) =>
    by === 'kill' || code === 0
      ? []
      : [{ rule: 'ended', what: `SIGTERM at ${new Date(at).toISOString()} ended with ${code}`, id: null, line: null }],
  )

/** Seconds since the last look at it. */
function stopwatch() {
  let last = performance.now()
  return () => {
    const now = performance.now()
    const passed = (now - last) / 1_000
    last = now
    return passed
  }
}
