/** From the customer's phone to the frame at each of many sockets, clocks of one machine. */
import { MOST_PAGES } from '../../src/platform/sockets'
import { listen, type OnBytes } from './client'
import { spread } from './figures'
import { measureHello } from './hello'
import { type Installation, openInstallation } from './installation'
import type { Report } from './report'
import { reportStalls } from './stalls'
import { companyNumber } from './testbed'

export type Listening = { readonly sockets: number; readonly perSecond: number; readonly seconds: number }

const created = '{"event":"company-1-appMessage","data":{"action":"create"'

export async function benchLive(report: Report, { sockets, perSecond, seconds }: Listening) {
  const installation = await openInstallation(1)
  await warmUp(installation)
  const helloRps = await measureHello(installation.server.port)
  const latencies: number[] = []
  const sentAt = new Map<string, number>()
  const heard: { body: string; at: number }[] = []
  const onBytes: OnBytes = (bytes, at) => {
    for (let from = bytes.indexOf(created); from >= 0; from = bytes.indexOf(created, from + 1)) {
      const start = bytes.indexOf('"body":"', from) + 8
      heard.push({ body: bytes.toString('latin1', start, bytes.indexOf('"', start)), at })
    }
  }
  const clients = await installation.colleagues(sockets / MOST_PAGES)
  const open: { close(): void }[] = []
  for (const client of clients)
    open.push(...(await Promise.all(Array.from({ length: MOST_PAGES }, () => listen(client, onBytes)))))
  const messages = perSecond * seconds
  const expected = messages * sockets
  await prepare(installation, messages)
  await installation.testbed.run({ do: 'releaseLoad', rate: perSecond })
  for (const deadline = performance.now() + 10_000; heard.length < expected && performance.now() < deadline; )
    await Bun.sleep(20)
  const { books = [] } = await installation.testbed.run({ do: 'books' })
  for (const { entries } of books) for (const { text, sentAt: at, fromMe } of entries) if (fromMe) sentAt.set(text, at)
  for (const { body, at } of heard) {
    const sent = sentAt.get(body)
    if (sent !== undefined) latencies.push(at - sent)
  }
  const id = `live.${sockets}`
  const missing = expected - heard.length
  report.add({ id, ...spread(latencies), helloRps, missing, rssMb: installation.server.rssMb() })
  await reportStalls(report, installation, id)
  for (const socket of open) socket.close()
  await installation.close()
}

const prepare = ({ testbed }: Installation, messages: number) =>
  testbed.run({ do: 'prepareLoad', phone: companyNumber(0), customers: 200, messages, textLength: 80 })

/** Before a page is open: makes contacts and tickets, and the runtime compiles what every message passes through. */
async function warmUp(installation: Installation) {
  await prepare(installation, FIRST_MESSAGES)
  await installation.testbed.run({ do: 'releaseLoad' })
  for (const deadline = performance.now() + 30_000; installation.stored() < FIRST_MESSAGES; await Bun.sleep(20))
    if (performance.now() > deadline) throw new Error(`${installation.stored()} of ${FIRST_MESSAGES} stored after 30 s`)
}
const FIRST_MESSAGES = 3000
