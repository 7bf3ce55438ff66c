/** Import and export of tens of thousands of contacts while others work. */
import type { ImportDetail, ImportSummary } from '../../src/bulk-import/contract'
import { bareRps } from './bare'
import type { Client } from './client'
import type { Report } from './report'
import { openSeededServer, type SeededServer } from './seeded-server'
import { readStalls, since } from './stalls'
import { spread } from './statistics'

const QUIET_MS = 3_000
const PACE_MS = 5

export async function benchTransfer(report: Report, { contacts }: { readonly contacts: number }) {
  const seeded = await openSeededServer('S')
  report.add(await importAll(seeded, contacts))
  report.add(await exportAll(seeded, contacts))
  await seeded.close()
}

async function importAll(seeded: SeededServer, contacts: number) {
  const { client, server } = seeded
  const rows = Array.from(
    { length: contacts },
    (_, n) => `Cliente ${n} Importado,55 31 9${80_000_000 + n},c${n}@exemplo.com,Belo Horizonte`,
  )
  const alone = await beside(seeded, () => Bun.sleep(QUIET_MS))
  const rssBefore = server.rssMb()
  let rssMost = rssBefore
  const watch = setInterval(() => {
    rssMost = Math.max(rssMost, server.rssMb())
  }, 100)
  const stallsBefore = await readStalls(server)
  const begun = performance.now()
  const looked = await upload(client, '/contacts/upload', `Nome,Número,E-mail,Cidade\n${rows.join('\n')}`)
  const lookedMs = performance.now() - begun
  let over: ImportSummary | undefined
  const meanwhile = await beside(seeded, async () => {
    over = await take(client, '/contacts', looked)
  })
  clearInterval(watch)
  return {
    id: 'contacts.import',
    contacts,
    counted: over?.created ?? 0,
    expected: contacts,
    bareRps: await bareRps(),
    lookedMs: Math.round(lookedMs),
    seconds: Math.round((performance.now() - begun) / 100) / 10,
    missing: contacts - (over?.created ?? 0),
    p99Alone: alone,
    p99Beside: meanwhile,
    p99Ratio: Math.round((meanwhile / alone) * 100) / 100,
    rssMb: Math.round(rssMost - rssBefore),
    ...since(stallsBefore, await readStalls(server)),
  }
}

/** Uploads a spreadsheet and waits for its preview. */
export async function upload(client: Client, path: string, sheet: string): Promise<ImportDetail> {
  const form = new FormData()
  form.set('file', new File([sheet], 'clientes.csv'))
  const answer = await fetch(`http://127.0.0.1:${client.port}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}` },
    body: form,
  })
  return (await answer.json()) as ImportDetail // bulk-import/contract.ts
}

/** Starts the import and waits for its end. */
export async function take(client: Client, address: string, looked: ImportDetail): Promise<ImportSummary> {
  const { id, columns, headRows } = looked
  await client.call('POST', `${address}/imports/${id}/start`, { columns, headRows, updateExisting: false })
  for (;;) {
    await Bun.sleep(50)
    const over = await client.call<ImportSummary>('GET', `${address}/imports/${id}`)
    if (over.state !== 'running') return over
  }
}

async function exportAll({ client, server }: SeededServer, contacts: number) {
  const stallsBefore = await readStalls(server)
  const rssBefore = server.rssMb()
  const begun = performance.now()
  const answer = await fetch(`http://127.0.0.1:${client.port}/api/contacts/export`, {
    headers: { authorization: `Bearer ${client.token}` },
  })
  let [firstByteMs, bytes] = [0, 0]
  for await (const piece of answer.body ?? []) {
    if (bytes === 0) firstByteMs = Math.round(performance.now() - begun)
    bytes += piece.length
  }
  return {
    id: 'contacts.export',
    contacts,
    counted: bytes,
    expected: contacts, // an archive of at least a byte for each
    firstByteMs,
    seconds: Math.round((performance.now() - begun) / 100) / 10,
    megabytes: Math.round(bytes / 100_000) / 10,
    rssMb: Math.round(server.rssMb() - rssBefore),
    ...since(stallsBefore, await readStalls(server)),
  }
}

/** p99 of a page of tickets for another user, requested every few milliseconds meanwhile. */
export async function beside({ client }: SeededServer, meanwhile: () => Promise<unknown>): Promise<number> {
  const latencies: number[] = []
  let isOver = false
  const asking = (async () => {
    while (!isOver) {
      const asked = performance.now()
      await client.call('GET', '/tickets?status=open&pageNumber=1&showAll=true')
      latencies.push(performance.now() - asked)
      await Bun.sleep(PACE_MS)
    }
  })()
  await meanwhile()
  isOver = true
  await asking
  return spread(latencies).p99
}
