/**
 * What a fleet's log costs: bytes per incoming message over the real protocol, alone and in bursts, the owner's time per
 * record, and how fast a follower applies records. Not part of `bun run bench`:
 *
 *     bun run tests/bench/fleet-log.ts
 */
import { chmodSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openOwner } from '../../src/fleet/owner'
import { createPagePool } from '../../src/fleet/pages'
import { rebuild } from '../../src/fleet/rebuild'
import { createSealing } from '../../src/fleet/sealing'
import type { RecordFacts } from '../../src/fleet/shipper'
import { createUnkindLog } from '../fleet/support/unkind-log'
import { ingestRound } from './ingest'
import { type Installation, openInstallation } from './installation'
import { temporaryFolder } from './server'

const FLEET_KEY = Buffer.alloc(32, 1)
const COMPANY = 'bench'
/** Of an acknowledgement: JetStream with three replicas, each flushed. */
const ACKNOWLEDGED_AFTER_MS = 2

const temporary = temporaryFolder()
const sources = join(temporary.path, 'balcao')
writeFileSync(sources, `#!/bin/sh\nexec ${process.execPath} ${join(import.meta.dir, '../../cli/balcao.ts')} "$@"\n`)
chmodSync(sources, 0o755)

const unkindness: { delayMs: number } = { delayMs: ACKNOWLEDGED_AFTER_MS }
const { log, messages } = createUnkindLog(1, unkindness)
const sealing = createSealing(FLEET_KEY, COMPANY)

const installation = await openInstallation(1, sources, { BALCAO_FLEET: 'none' })
const folder = dirname(installation.file)
await ingestRound(installation, 1, 200) // creates contacts and tickets

const records: RecordFacts[] = []
const owner = await openOwner({
  company: COMPANY,
  folder,
  names: ['tenant.db', 'session.db'],
  log,
  fleetKey: FLEET_KEY,
  claim: { node: 'bench', incarnation: '1', version: '1', steps: {} },
  pool: createPagePool(),
  onLost: (why) => {
    throw why
  },
  onRecord: (record) => records.push(record),
})

/** Commits are made by another process, so this one asks as often as it can. */
let isWatching = true
const watching = (async () => {
  while (isWatching) {
    await owner.wait()
    await Bun.sleep(0.2)
  }
})()

const quantile = (values: readonly number[], part: number) =>
  values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) * part)] ?? 0
const rounded = (value: number) => Math.round(value * 100) / 100
const report = (what: string, facts: object) => console.log(JSON.stringify({ what, ...facts }))

async function measure(what: string, count: number, run: (at: Installation) => Promise<unknown>): Promise<void> {
  await owner.wait()
  records.length = 0
  await run(installation)
  await Bun.sleep(300) // receipts and jobs
  await owner.wait()
  const bytes = records.reduce((sum, one) => sum + one.bytes, 0)
  report(what, {
    messages: count,
    records: rounded(records.length / count),
    bytesEach: Math.round(bytes / count),
    recordMs: {
      p50: rounded(
        quantile(
          records.map(({ ms }) => ms),
          0.5,
        ),
      ),
      p99: rounded(
        quantile(
          records.map(({ ms }) => ms),
          0.99,
        ),
      ),
    },
  })
}

const ALONE = 40
await measure('alone', ALONE, async (at) => {
  for (let n = 0; n < ALONE; n++) {
    await ingestRound(at, 1, 1)
    await Bun.sleep(100)
  }
})
await measure('burst of 500', 500, (at) => ingestRound(at, 1, 500))
await measure('5 bursts of 500', 2500, async (at) => {
  for (let n = 0; n < 5; n++) await ingestRound(at, 1, 500)
})
isWatching = false
await watching

// The follower, and the owner without waiting for answers.
unkindness.delayMs = 0
await owner.takeSnapshot()
const copy = temporaryFolder()
const follower = await rebuild({ company: COMPANY, folder: copy.path, log, sealing })
records.length = 0
for (let n = 0; n < 100; n++) {
  await ingestRound(installation, 1, 1)
  await owner.wait()
}
await ingestRound(installation, 1, 2000)
await owner.wait()
const times = records.map(({ ms }) => ms)
report('owner, per record, answered at once', {
  records: times.length,
  p50: rounded(quantile(times, 0.5)),
  p99: rounded(quantile(times, 0.99)),
  max: rounded(Math.max(...times)),
})
const after = follower.state.link.seq
const waiting = messages(COMPANY).filter(({ seq }) => seq > after)
const began = performance.now()
for (const message of waiting) await follower.take(message)
await follower.settle()
const seconds = (performance.now() - began) / 1000
const bytes = waiting.reduce((sum, { body }) => sum + body.length, 0)
report('follower', {
  records: waiting.length,
  recordsPerSecond: Math.round(waiting.length / seconds),
  mbPerSecond: rounded(bytes / seconds / 1e6),
})
const asked = performance.now()
for (let n = 0; n < 100_000; n++) owner.wait()
report('is anything not shipped?', { us: rounded(((performance.now() - asked) / 100_000) * 1000) })

follower.close()
await owner.close()
await installation.close()
copy.remove()
temporary.remove()
process.exit(0)
