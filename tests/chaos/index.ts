/**
 * `bun run chaos [--minutes 30] [--seed N] [--connections 10] [--customers 200]`: the chaos test. `BALCAO_CHAOS_KEEP=1`
 * keeps the data folder, the server's output and every stanza.
 *
 * `bun run chaos --kills 500 [--seed N]`: only kill -9 under load, that many times.
 */
import { parseArgs } from 'node:util'
import { runCleanups } from '../survival/support/cleanups'
import { runKills } from './kills'
import { describePlan, runChaos } from './run'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    connections: { type: 'string', default: '10' },
    customers: { type: 'string', default: '200' },
    kills: { type: 'string', default: '0' },
  },
})
const [minutes = 0, seed = 0, connections = 0, customers = 0, kills = 0] = [
  values.minutes,
  values.seed,
  values.connections,
  values.customers,
  values.kills,
].map(Number)
if (![minutes, seed, connections, customers, kills].every((number) => Number.isFinite(number) && number >= 0)) {
  console.error('minutes, seed, connections, customers and kills are numbers.')
  process.exit(2)
}

let hasPassed = false
try {
  hasPassed = kills > 0 ? await runKills({ seed, kills }) : await runPlan()
} catch (error) {
  console.error(`seed ${seed}:`, error)
} finally {
  await runCleanups()
}
process.exit(hasPassed ? 0 : 1)

async function runPlan(): Promise<boolean> {
  const size = { seed, seconds: minutes * 60, connections, customers }
  console.log(describePlan(size))
  const { figures, findings, report, folder } = await runChaos(size)
  console.log(findings.length === 0 ? figures : `${report}\n\n${figures}`)
  console.log(findings.length === 0 ? '✓ the three records agree' : `✗ ${findings.length} findings`)
  if (process.env.BALCAO_CHAOS_KEEP) console.log(`kept in ${folder}`)
  return findings.length === 0
}
