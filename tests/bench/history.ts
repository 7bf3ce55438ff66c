/** Backfill of a phone with a long history: its duration, and the longest block of the event loop. */
import { addQueue } from '../support/add-queue'
import { signIn } from './client'
import type { Report } from './report'
import { ADMIN, firstAdmin } from './seed'
import { startServer, temporaryFolder } from './server'
import { readStalls, since } from './stalls'
import { companyNumber, openTestbed, poll } from './testbed'

const DAY = 86_400_000

type Row = { readonly id: number; readonly statusImportMessages: { state: string; messages: number } | null }

/** Measures from the scan of the QR code to the end of the backfill. */
export async function benchHistory(report: Report, { chats, messages }: { chats: number; messages: number }) {
  const testbed = await openTestbed()
  const phone = companyNumber(0)
  await testbed.run({ do: 'addPhone', phone, name: 'Empresa', role: 'company' })
  await testbed.run({ do: 'prepareHistory', phone, chats, messages, days: 12 })
  const folder = temporaryFolder()
  const server = await startServer(folder.path, { env: { ...testbed.env, ...firstAdmin } })
  const client = await signIn(server.port, ADMIN)
  const { id } = await client.call<Row>('POST', '/whatsapp', {
    name: 'Loja',
    importOldMessagesEnable: true,
    importDateStartMessages: new Date(Date.now() - 13 * DAY).toISOString(),
    queueIdImportMessages: addQueue(folder.path),
  })
  await client.call('POST', `/whatsappsession/${id}`, {})
  const { qrcode } = await poll(client, id, (row) => row.qrcode !== '')
  const [before, cpuBefore, start] = [await readStalls(server), server.cpuSeconds(), performance.now()]
  await testbed.run({ do: 'scan', phone, qr: qrcode })
  let peak = 0
  let taken: Row['statusImportMessages'] = null
  while (taken?.state !== 'done') {
    if (performance.now() - start > 180_000) throw new Error(`history: ${taken?.messages ?? 0} after three minutes`)
    await Bun.sleep(100)
    taken = (await client.call<Row>('GET', `/whatsapp/${id}`)).statusImportMessages
    peak = Math.max(peak, server.rssMb())
  }
  const seconds = (performance.now() - start) / 1000
  const after = await readStalls(server)
  report.add({
    id: 'history',
    counted: taken.messages,
    expected: chats * messages,
    messages: taken.messages,
    missing: chats * messages - taken.messages,
    seconds: Math.round(seconds * 10) / 10,
    cpuMsEach: Math.round(((server.cpuSeconds() - cpuBefore) / taken.messages) * 100_000) / 100,
    peakRssMb: peak,
    ...since(before, after),
  })
  await server.stop()
  await testbed.stop()
  folder.remove()
}
