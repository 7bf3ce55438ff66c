/**
 * How long a file waits for the object store, and the log for files:
 * `bun tests/fleet/media/measure.ts [servers] [files]`.
 */
import { serveFile } from '../../../src/platform/files'
import { startNats } from '../../support/nats'
import { message } from '../commit-log-contract'
import { openLog } from '../jetstream/opened'
import { createFleet, endFleets, random } from './nodes'

const [servers = '3', count = '200'] = process.argv.slice(2)
const nats = await startNats({ servers: servers === '1' ? 1 : 3 })
const log = await openLog(nats)
const other = await openLog(nats)
const fleet = createFleet({ objects: log.log.objects })
const [a, b] = [await fleet.node(), await fleet.node()]

const show = (what: string, times: number[]) => {
  const sorted = times.toSorted((x, y) => x - y)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)
  console.info(`${what}: p50 ${at(0.5)} p90 ${at(0.9)} p99 ${at(0.99)} max ${at(0.9999)} ms (${sorted.length})`)
}
const timed = async (work: () => Promise<unknown>) => {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

async function publishing(until: Promise<unknown>) {
  const company = crypto.randomUUID()
  const times: number[] = []
  let [expected, isOver, n] = [0, false, 0]
  void until.then(() => {
    isOver = true
  })
  const body = 'x'.repeat(20_000)
  while (!isOver) {
    n++
    times.push(
      await timed(async () => {
        const answer = await other.log.append(company, expected, `1.${n}`, message(body))
        if (answer.outcome === 'stored') expected = answer.seq
      }),
    )
    await Bun.sleep(5)
  }
  return times
}

const adopt = async (size: number, times: number) => {
  const found: number[] = []
  for (let done = 0; done < times; done++) {
    const bytes = random(size)
    found.push(await timed(() => a.adopt(bytes)))
  }
  return found
}
show('publish of 20 KB, alone', await publishing(Bun.sleep(3000)))
for (const size of [10_000, 100_000, 1_000_000])
  show(`keep ${size / 1000} KB`, await adopt(size, Number(count) / (size / 100_000 > 1 ? 4 : 1)))
const names = []
for (let done = 0; done < 50; done++) names.push(await a.adopt(random(100_000)))
const reads: number[] = []
for (const file of names)
  reads.push(
    await timed(async () => {
      await (await serveFile(new Request('http://x/'), { folder: b.folder, file, mimetype: '', name: null }))?.bytes()
    }),
  )
show('read 100 KB elsewhere', reads)
const large = random(100_000_000)
let put = 0
const largePut = timed(async () => {
  names.push(await a.adopt(large))
}).then((ms) => {
  put = ms
})
const [during, small] = await Promise.all([
  publishing(largePut),
  (async () => {
    await Bun.sleep(500)
    const found = []
    for (let done = 0; done < 50; done++) found.push(...(await adopt(100_000, 1)))
    return found
  })(),
])
console.info(`keep 100 MB: ${(put / 1000).toFixed(1)} s`)
show('publish of 20 KB meanwhile', during)
show('keep 100 KB meanwhile', small)
const file = names.at(-1)
const got = timed(async () => {
  await (await serveFile(new Request('http://x/'), { folder: b.folder, file, mimetype: '', name: null }))?.bytes()
})
show('publish of 20 KB while 100 MB are read', await publishing(got))
console.info(`read 100 MB elsewhere: ${((await got) / 1000).toFixed(1)} s`)
await endFleets()
await other.close()
await log.close()
await nats.stop()
