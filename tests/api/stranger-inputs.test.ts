/** The worst of each input that strangers feed us holds nobody else up: see the table. */

import { heapSize } from 'bun:jsc'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { watchLoop } from '../../src/platform/metrics'
import type { HostileAnswer } from '../support/hostile-server'
import { heldElsewhere, strangerInputs } from './stranger-inputs'

/** Seconds. */
const LONGEST = 0.1
/** What is reachable: garbage depends on when the collector runs, so the whole process may grow by more. */
const MOST_LIVE = 50 * 1024 * 1024
const MOST_GROWN = 200 * 1024 * 1024
/** Repetitions: costly work holds the loop every time, a busy machine only once. */
const LOOKS = 3

const source = join(import.meta.dir, '..', '..', 'src')
/** What streams from outside, parses JSON, or interprets an expression. */
const READS =
  /\b(askOutside|openOutside|readJson|parseJson|keptPattern|readPattern|receiveSpreadsheet|createMultipart|readVcards)\(|JSON\.parse\(|text\/event-stream/
/** Our own files and rows say who wrote them. */
const OWN =
  /\/\/ .*(writ|wrote|made|built|grouped|likewise|stored|its fields|nothing else|SQLite|drops|the channel|reviver|lets nothing|as it was|our )/
/** Not fed by strangers: build, operator's backups and files, the simulator, the engine's own storage, child processes. */
const TRUSTED =
  /^(build|simulator|operator\/|channels\/whatsapp\/(storage|history|session|receiving|groups|media|baileys)|platform\/(parsing\/worker|spreadsheets|budget|openapi|assets|timetable|error-groups)|users\/hours|features\/monitor)/

test('every file that reads what strangers feed it stands in the table', () => {
  const known = new Set([...strangerInputs.flatMap(({ files }) => files), ...Object.keys(heldElsewhere)])
  const missing: string[] = []
  for (const file of new Bun.Glob('**/*.ts').scanSync(source)) {
    if (TRUSTED.test(file) || known.has(file)) continue
    const lines = readFileSync(join(source, file), 'utf8').split('\n')
    const found = lines.find((line) => READS.test(line) && !OWN.test(line))
    if (found) missing.push(`${file}: ${found.trim()}`)
  }
  expect(missing).toEqual([])
  expect([...known].filter((file) => !existsSync(join(source, file)))).toEqual([])
})

let port = 0
let server: Bun.Subprocess<'ignore', 'pipe'> | undefined
beforeAll(async () => {
  server = Bun.spawn([process.execPath, join(import.meta.dir, '..', 'support', 'hostile-server.ts')], {
    stdin: 'ignore',
    stdout: 'pipe',
  })
  const { value } = await server.stdout.getReader().read()
  port = Number(new TextDecoder().decode(value))
})
afterAll(() => server?.kill())

const hostile = (answer: HostileAnswer) => `http://127.0.0.1:${port}/${answer}`

type Seen = { readonly held: number; readonly live: number; readonly grown: number }

async function measure(work: () => Promise<void>): Promise<Seen> {
  Bun.gc(true)
  await new Promise(setImmediate)
  const [heap, rss] = [heapSize(), process.memoryUsage.rss()]
  let [held, live, grown] = [0, 0, 0]
  const watch = watchLoop(
    (late) => {
      held = Math.max(held, late.held)
    },
    () => {
      grown = Math.max(grown, process.memoryUsage.rss() - rss)
      if (heapSize() - heap > MOST_LIVE) Bun.gc(true)
      live = Math.max(live, heapSize() - heap)
    },
  )
  const stirring = setInterval(() => watch.stir(), 20)
  await Bun.sleep(50)
  await work()
  await Bun.sleep(50)
  clearInterval(stirring)
  watch.stop()
  return { held, live, grown }
}

const isGood = ({ held, live, grown }: Seen) => held <= LONGEST && live <= MOST_LIVE && grown <= MOST_GROWN

for (const { input, worst } of strangerInputs)
  for (const [name, prepare] of Object.entries(worst))
    test(`${input}: ${name}`, async () => {
      const feed = await prepare(hostile)
      let seen = await measure(() => feed(0))
      for (let look = 1; look < LOOKS && !isGood(seen); look++) seen = await measure(() => feed(look))
      const { held, live, grown } = seen
      if (process.env.SHOW)
        console.log(name, Math.round(held * 1000), 'ms', Math.round(live / 1e6), Math.round(grown / 1e6), 'MB')
      expect(held).toBeLessThanOrEqual(LONGEST)
      expect(live).toBeLessThanOrEqual(MOST_LIVE)
      expect(grown).toBeLessThanOrEqual(MOST_GROWN)
    }, 120_000)
