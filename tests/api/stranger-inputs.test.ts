/** The worst of each input that strangers feed us holds nobody else up: see the table. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { watchLoop } from '../../src/platform/metrics'
import type { HostileAnswer } from '../support/hostile-server'
import { inSuite } from '../support/long'
import { heldElsewhere, strangerInputs } from './stranger-inputs'

/** Seconds. */
const LONGEST = 0.1
/** With what the conversations themselves take, more of them in the long lane, and with garbage. */
const MOST_MEMORY = inSuite(50, 80) * 1024 * 1024
/** Repetitions: costly work holds the loop every time, a busy machine only once. */
const LOOKS = 3

const source = join(import.meta.dir, '..', '..', 'src')
/** What streams from outside, parses JSON, or interprets an expression. */
const READS =
  /\b(askOutside|openOutside|readJson|parseJson|keptPattern|readPattern|receiveSpreadsheet|createBudget|createMultipart)\(|JSON\.parse\(|text\/event-stream/
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

type Seen = { readonly held: number; readonly grown: number }

async function measure(work: () => Promise<void>): Promise<Seen> {
  Bun.gc(true)
  await new Promise(setImmediate)
  const before = process.memoryUsage.rss()
  let [held, most] = [0, before]
  const watch = watchLoop(
    (late) => {
      held = Math.max(held, late.held)
    },
    () => {
      most = Math.max(most, process.memoryUsage.rss())
    },
  )
  const stirring = setInterval(() => watch.stir(), 20)
  await Bun.sleep(50)
  await work()
  await Bun.sleep(50)
  clearInterval(stirring)
  watch.stop()
  return { held, grown: most - before }
}

for (const { input, worst } of strangerInputs)
  for (const [name, prepare] of Object.entries(worst))
    test(`${input}: ${name}`, async () => {
      const feed = await prepare(hostile)
      let best: Seen = { held: Infinity, grown: Infinity }
      for (let look = 0; look < LOOKS && (best.held > LONGEST || best.grown > MOST_MEMORY); look++) {
        const seen = await measure(() => feed(look))
        best = { held: Math.min(best.held, seen.held), grown: Math.min(best.grown, seen.grown) }
      }
      if (process.env.SHOW) console.log(name, Math.round(best.held * 1000), 'ms', Math.round(best.grown / 1e6), 'MB')
      expect(best.held).toBeLessThanOrEqual(LONGEST)
      expect(best.grown).toBeLessThanOrEqual(MOST_MEMORY)
    }, 120_000)
