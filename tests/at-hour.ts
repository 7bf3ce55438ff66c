/**
 * `bun run at 2027-12-31T23:58 bun test ./tests/journeys/waiting.journey.ts`: runs a command whose clock begins at an
 * instant, in São Paulo unless the instant names an offset, and goes on from there. Debian's package faketime shifts it.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clockShift, shiftedBy } from './support/clock'

const ZONE = 'America/Sao_Paulo'
/** The next time the clock shows it, where no day is named. */
const isTime = (text: string) => /^\d{2}:\d{2}$/.test(text)

const [when, ...command] = process.argv.slice(2)
const at = when === undefined ? undefined : instantOf(when)
if (at === undefined || command.length === 0) {
  console.error('usage: bun run at <hh:mm | yyyy-mm-ddThh:mm[:ss][offset]> <command…>')
  process.exit(2)
}
// Servers clear what is old in the temporary folder: under another clock that is everything, also what others work with.
const folder = mkdtempSync(join(tmpdir(), 'balcao-at-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const machines = Date.now() - clockShift
const env = { ...process.env, ...shiftedBy(Math.ceil((at - machines) / 1000)), TMPDIR: folder }
const clock = Bun.spawnSync(['date', '+%s'], { env })
if (Math.abs(Number(clock.stdout.toString()) * 1000 - at) > 60_000) {
  console.error(`the clock cannot be shifted: apt-get install faketime. ${clock.stderr.toString().trim()}`)
  process.exit(1)
}
const child = Bun.spawn(command, { env, stdio: ['inherit', 'inherit', 'inherit'] })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
process.exit(await child.exited)

function instantOf(text: string): number | undefined {
  try {
    if (isTime(text)) {
      const now = Temporal.Now.zonedDateTimeISO(ZONE)
      const today = now.withPlainTime(text)
      return (today.epochMilliseconds > now.epochMilliseconds ? today : today.add({ days: 1 })).epochMilliseconds
    }
    const hasOffset = /(Z|[+-]\d{2}:?\d{2})$/.test(text.slice(10))
    return hasOffset
      ? Temporal.Instant.from(text).epochMilliseconds
      : Temporal.PlainDateTime.from(text).toZonedDateTime(ZONE).epochMilliseconds
  } catch {
    return undefined
  }
}
