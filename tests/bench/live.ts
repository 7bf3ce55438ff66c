/** Latency from the customer's phone to the frame on each of many sockets, by the clock of one machine. */
import { MOST_PAGES } from '../../src/platform/sockets'
import { bareRps } from './bare'
import { listen, type OnBytes } from './client'
import { type Installation, openInstallation } from './installation'
import type { Report } from './report'
import { reportStalls } from './stalls'
import { spread } from './statistics'
import { companyNumber } from './testbed'

export type Listening = { readonly sockets: number; readonly perSecond: number; readonly seconds: number }

const created = '{"event":"company-1-appMessage","data":{"action":"create"'

export async function benchLive(report: Report, { sockets, perSecond, seconds }: Listening) {
  const installation = await openInstallation(1)
  const listening = await openListening(installation, sockets)
  const speed = await bareRps()
  const id = `live.${sockets}`
  const { latencies, missing } = await listening.round(perSecond, seconds)
  const expected = latencies.length + missing
  report.add({
    id,
    counted: latencies.length,
    expected,
    ...spread(latencies),
    bareRps: speed,
    missing,
    rssMb: installation.server.rssMb(),
  })
  await reportStalls(report, installation, id)
  listening.close()
  await installation.close()
}

export type Heard = {
  /** Milliseconds from the customer's phone to each socket. */
  readonly latencies: readonly number[]
  readonly missing: number
  /** Server's processor time for each message. */
  readonly cpuUsEach: number
}

/** Opens colleagues' sockets after the server has received its first messages. */
export async function openListening(installation: Installation, sockets: number) {
  await warmUp(installation)
  let heard: { body: string; at: number }[] = []
  const onBytes: OnBytes = (bytes, at) => {
    for (let from = bytes.indexOf(created); from >= 0; from = bytes.indexOf(created, from + 1)) {
      const start = bytes.indexOf('"body":"', from) + 8
      heard.push({ body: bytes.toString('latin1', start, bytes.indexOf('"', start)), at })
    }
  }
  const open: { close(): void }[] = []
  for (const client of await installation.colleagues(sockets / MOST_PAGES))
    open.push(...(await Promise.all(Array.from({ length: MOST_PAGES }, () => listen(client, onBytes)))))
  return {
    async round(perSecond: number, seconds: number): Promise<Heard> {
      const { server, testbed } = installation
      const messages = perSecond * seconds
      const expected = messages * sockets
      heard = []
      await prepare(installation, messages)
      const cpuBefore = server.cpuSeconds()
      await testbed.run({ do: 'releaseLoad', rate: perSecond })
      for (const deadline = performance.now() + 10_000; heard.length < expected && performance.now() < deadline; )
        await Bun.sleep(20)
      const cpuUsEach = ((server.cpuSeconds() - cpuBefore) / messages) * 1_000_000
      const sentAt = new Map<string, number>()
      const { books = [] } = await testbed.run({ do: 'books' })
      for (const { entries } of books)
        for (const { text, sentAt: at, fromMe } of entries) if (fromMe) sentAt.set(text, at)
      const latencies = heard.flatMap(({ body, at }) => {
        const sent = sentAt.get(body)
        return sent === undefined ? [] : at - sent
      })
      return { latencies, missing: expected - heard.length, cpuUsEach }
    },
    close() {
      for (const socket of open) socket.close()
    },
  }
}

const prepare = ({ testbed }: Installation, messages: number) =>
  testbed.run({ do: 'prepareLoad', phone: companyNumber(0), customers: 200, messages, textLength: 80 })

/** Creates contacts and tickets and warms up the JIT, before any page is open. */
async function warmUp(installation: Installation) {
  await prepare(installation, FIRST_MESSAGES)
  await installation.testbed.run({ do: 'releaseLoad' })
  for (const deadline = performance.now() + 180_000; installation.stored() < FIRST_MESSAGES; await Bun.sleep(20))
    if (performance.now() > deadline)
      throw new Error(`${installation.stored()} of ${FIRST_MESSAGES} stored after three minutes`)
}
const FIRST_MESSAGES = 3000
