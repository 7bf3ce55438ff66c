/** A thousand attendants of two hundred companies, in real time and ten times as fast. Requests follow a schedule and never wait for answers. */
import { bareRps } from './bare'
import { openBrowsers } from './browsers'
import type { Hosting } from './hosting'
import type { Report } from './report'
import { type Activity, INCOMING, intervals } from './schedule'
import { companyNumber } from './testbed'

const everything = Object.keys(intervals) as Activity[] // of intervals
const reading = everything.filter((activity) => activity !== 'send')

/** Reads only, before any phone is linked, and the memory they need. */
export async function benchAttendantsReading(report: Report, hosting: Hosting, seconds: number) {
  await readingRound(hosting, { times: 1, seconds: 5 }) // in real time, until the JIT and the statements are warm
  const found = await readingRound(hosting, { times: 10, seconds })
  report.add({ id: 'attendants.reading', ...found })
}

type RunLength = { readonly times: number; readonly seconds: number }

export async function readingRound(hosting: Hosting, span: RunLength) {
  const browsers = openBrowsers(hosting)
  const found = await browsers.run({ ...span, activities: reading })
  browsers.close()
  return found
}

export async function benchAttendants(report: Report, hosting: Hosting, seconds: number) {
  await acceptAll(hosting)
  const speed = await bareRps()
  for (const times of [1, 10])
    report.add({ id: `attendants.x${times}`, bareRps: speed, ...(await workingRound(hosting, { times, seconds })) })
}

export async function workingRound(hosting: Hosting, { times, seconds }: RunLength) {
  const incoming = await prepareIncoming(hosting, (hosting.attendants.length * times * seconds) / INCOMING)
  const browsers = openBrowsers(hosting)
  const before = { stored: hosting.stored(), frames: hosting.framesReceived() }
  const [found] = await Promise.all([
    browsers.run({ times, seconds, activities: everything }),
    hosting.testbed.run({ do: 'releaseLoad', rate: incoming / seconds }),
  ])
  browsers.close()
  const expected = before.stored + incoming + found.sent
  for (const patience = performance.now() + 10_000; performance.now() < patience; await Bun.sleep(50))
    if (hosting.stored() >= expected && waitingIn(hosting) === 0) break
  return {
    ...found,
    incoming,
    counted: found.counted + hosting.stored() - before.stored,
    expected: found.expected + incoming + found.sent,
    missing: Math.abs(expected - hosting.stored()) + waitingIn(hosting),
    framesPerSecond: Math.round((hosting.framesReceived() - before.frames) / seconds),
  }
}

const waitingIn = ({ files }: Hosting) =>
  files.reduce((sum, file) => sum + Number(file.prepare('SELECT count(*) FROM outbox').pluck().get()), 0)

/** Phones take turns, so that no company gets its messages in a row. */
async function prepareIncoming({ testbed, companies }: Hosting, wanted: number): Promise<number> {
  const turns = Math.max(1, Math.round(wanted / companies.length))
  for (let turn = 0; turn < turns; turn++)
    for (const { id } of companies)
      await testbed.run({ do: 'prepareLoad', phone: companyNumber(id - 1), customers: 1, messages: 1, textLength: 80 })
  return turns * companies.length
}

/** The first person of each company accepts all conversations with customers of the simulator. */
export async function acceptAll(hosting: Hosting) {
  for (const { client, userId, companyIndex } of hosting.attendants)
    if (userId === 1)
      for (const id of hosting.conversations(companyIndex, 'pending'))
        await client.call('PUT', `/tickets/${id}`, { status: 'open' })
}
