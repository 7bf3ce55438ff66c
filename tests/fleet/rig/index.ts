/**
 * `bun run tests/fleet/rig/index.ts [--seeds 1-20] [--in-turn 1] [--nodes 3] [--servers 3] [--companies 3] [--customers 4]
 * [--faults 8] [--only killNode,move] [--lease 12000] [--most 30000] [--meanwhile 0.3] [--plain]`: the rig. `--in-turn 10`
 * gives ten seeds one world, in which they follow one another. `--servers 0` is a single node without a fleet. `--plain` leaves
 * out disks and clocks of their own. `BALCAO_RIG_TALK=1` prints what happens,
 * `BALCAO_RIG_KEEP=1` keeps the folders.
 */
import { parseArgs } from 'node:util'
import { runCleanups } from '../../survival/support/cleanups'
import { type FaultKind, faultKinds } from './plan'
import { run } from './run'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1' },
    'in-turn': { type: 'string', default: '1' },
    nodes: { type: 'string', default: '3' },
    servers: { type: 'string', default: '3' },
    companies: { type: 'string', default: '3' },
    customers: { type: 'string', default: '4' },
    faults: { type: 'string', default: '8' },
    only: { type: 'string' },
    lease: { type: 'string' },
    most: { type: 'string' },
    meanwhile: { type: 'string', default: '0.3' },
    plain: { type: 'boolean', default: false },
  },
})
const [from = 1, to = from] = values.seeds.split('-').map(Number)
const servers = Number(values.servers)
if (servers !== 0 && servers !== 1 && servers !== 3) throw new Error('--servers is 0, 1 or 3')
const only = values.only?.split(',').map((kind): FaultKind => {
  const known = faultKinds.find((one) => one === kind)
  if (!known) throw new Error(`--only knows ${faultKinds.join(', ')}`)
  return known
})

const inTurn = Number(values['in-turn'])
let failed = 0
for (let seed = from; seed <= to; seed += inTurn) {
  const seeds = Array.from({ length: Math.min(inTurn, to - seed + 1) }, (_, at) => seed + at)
  const size = {
    servers,
    nodes: servers === 0 ? 1 : Number(values.nodes),
    companies: Number(values.companies),
    customers: Number(values.customers),
    isThorough: !values.plain,
    ...(values.lease !== undefined && { leaseMs: Number(values.lease) }),
  } as const
  const options = {
    faults: Number(values.faults),
    meanwhile: Number(values.meanwhile),
    ...(only && { only }),
    ...(values.most !== undefined && { most: Number(values.most) }),
  }
  const { findings, figures, report } = await run(size, seeds, options).catch((error: Error) => ({
    findings: [error.message],
    figures: { seed },
    report: String(error.stack),
  }))
  await runCleanups()
  console.log(`${findings.length === 0 ? '✓' : '✗'} ${JSON.stringify(figures)}`)
  if (findings.length > 0) {
    failed++
    console.log(report)
  }
}
process.exit(failed === 0 ? 0 : 1)
