/**
 * A large fleet in simulated time: how long until every company is owned and copied, how often the buckets are written, and
 * what a node spends on deciding. The placement is the real one. Not a test; prints a line for each step:
 *
 *     bun run tests/fleet/placement/large.ts [companies] [nodes] [one]
 *
 * With `one`, a single node has all companies at first, as when an installation becomes a fleet.
 */
import { findDrain, orderDrain, stopDrain } from '../../../src/fleet/placement/move'
import { planMoves } from '../../../src/fleet/placement/rebalance'
import { FIRST, LargeFleet, type LargeNode } from './support/large-fleet'

const [companies = 10_000, count = 50] = process.argv.slice(2, 4).map(Number)
const total = companies + 1 // control.db
const names = Array.from({ length: count }, (_, at) => `n${String(at + 1).padStart(2, '0')}`)

const fleet = new LargeFleet()
const nodeOf = (name: string): LargeNode => {
  const node = fleet.nodes.get(name)
  if (!node) throw new Error(`no node ${name}`)
  return node
}
const report = (what: string, facts: object) => console.log(JSON.stringify({ what, ...facts }))
const areOwned = () => fleet.owned().size === total
const areCopied = () => areOwned() && fleet.countReadyStandbys() === total
async function step(what: string, isSo: () => boolean, most = 3600) {
  const began = performance.now()
  const measured = await fleet.measure(isSo, most)
  report(what, { ...measured, hostSeconds: Math.round((performance.now() - began) / 100) / 10 })
}

const [first = '', second = ''] = names
if (process.argv[4] === 'one') {
  fleet.boot(first)
  await fleet.time.pass(3000)
  void fleet.adopt(nodeOf(first), companies)
  await step('one node adopts all', areOwned)
  for (const name of names.slice(1)) fleet.boot(name)
} else {
  for (const name of names) fleet.boot(name)
  await fleet.time.pass(3000)
  await fleet.spread(companies)
}
await step('copies are made', areCopied)

// What `rebalance` orders over an hour, at once: planned by the real planner, carried out by a change of the owner.
const nodes = names.map((node) => ({ node, capacity: 200, versions: { program: '1', protocol: 1, schema: 100 } }))
const loads = [...fleet.servers.owners.stored].map(([company, { value }]) => ({
  company,
  node: value.node,
  standby: value.standby,
  schema: value.schema,
  load: 1,
}))
const planned = performance.now()
const moves = await planMoves(nodes, loads, FIRST)
report('a plan', { moves: moves.length, ms: Math.round(performance.now() - planned) })

await step('idle for a minute', later(60))
const heap = process.memoryUsage().heapUsed
report('memory', { mbPerNode: Math.round(heap / count / 1e5) / 10 })

function later(seconds: number) {
  const until = fleet.time.now() + seconds * 1000
  return () => fleet.time.now() >= until
}

// The first node gives everything away, which spreads the companies over the fleet.
await orderDrainOf(first)
await step(
  'the first node is emptied',
  () => findDrain(nodeOf(second).placement.picture, first)?.isDone === true,
  36_000,
)
await stopDrainOf(first)

async function orderDrainOf(name: string) {
  const done = orderDrain(fleet.depsOf(nodeOf(second)), name)
  await fleet.measure(later(1), 2)
  await done
}
async function stopDrainOf(name: string) {
  const done = stopDrain(fleet.depsOf(nodeOf(second)), name)
  await fleet.measure(later(1), 2)
  await done
}

function kill(...dead: string[]) {
  const owned = [...fleet.owned().values()].filter((node) => dead.includes(node)).length
  for (const name of dead) nodeOf(name).process.isKilled = true
  return owned
}

const one = kill('n07')
await step(`n07 is killed, with ${one} companies: all owned again`, areOwned, 120)
await step('and copied again', areCopied)
const dead = ['n10', 'n11', 'n12', 'n13', 'n14']
const five = kill(...dead)
await step(`five are killed, with ${five} companies: all owned again`, areOwned, 120)
await step('and copied again', areCopied)

for (const name of ['n07', ...dead]) fleet.boot(name)
await step('they are back', later(30))

// One node after the other stops in order and starts again, as in an upgrade.
const upgraded = performance.now()
let longest = 0
for (const name of names.slice(-10)) {
  const node = nodeOf(name)
  const stopping = node.placement.stop()
  let isStopped = false
  void stopping.then(() => {
    isStopped = true
  })
  const { seconds } = await fleet.measure(() => isStopped, 60)
  node.process.isKilled = true
  fleet.boot(name)
  const back = await fleet.measure(areOwned, 60)
  longest = Math.max(longest, seconds + back.seconds)
}
report('ten nodes stop in order and start again', {
  longestSeconds: longest,
  hostSeconds: Math.round((performance.now() - upgraded) / 1000),
})
report('faults', { faults: [...fleet.nodes.values()].flatMap(({ faults }) => faults).slice(0, 5) })
