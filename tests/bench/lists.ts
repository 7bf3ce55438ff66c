/** A contact list of a hundred thousand people: import, paging and search, and the report of a campaign to it. */
import Sqlite from 'better-sqlite3'
import { bareRps } from './bare'
import { type Client, medianOf } from './client'
import type { Report } from './report'
import { openSeededServer } from './seeded-server'
import { readStalls, since } from './stalls'
import { beside, take, upload } from './transfer'

export async function benchLists(report: Report, { people }: { readonly people: number }) {
  const seeded = await openSeededServer('S')
  const { client, server } = seeded
  const { id: contactListId } = await client.call<{ id: number }>('POST', '/contact-lists', { name: 'Medida' })
  const rows = Array.from(
    { length: people },
    (_, n) => `Cliente ${n} Listado,55 31 9${80_000_000 + n},c${n}@exemplo.com,Belo Horizonte`,
  )
  const alone = await beside(seeded, () => Bun.sleep(3_000))
  const stallsBefore = await readStalls(server)
  const begun = performance.now()
  const looked = await upload(
    client,
    `/contact-lists/${contactListId}/upload`,
    `Nome,Número,E-mail,Cidade\n${rows.join('\n')}`,
  )
  let created = 0
  const meanwhile = await beside(seeded, async () => {
    created = (await take(client, '/contact-lists', looked)).created
  })
  const seconds = (performance.now() - begun) / 1000
  const page = `/contact-list-items?contactListId=${contactListId}`
  const { next } = await client.call<{ next: string }>('GET', page)
  const campaignId = await campaignTo(client, seeded.file, contactListId)
  while ((await totalOf(client, campaignId)) < people) await Bun.sleep(100)
  const rowsAt = `/campaigns/${campaignId}/deliveries`
  report.add({
    id: 'lists',
    people,
    counted: created,
    expected: people,
    bareRps: await bareRps(),
    seconds: Math.round(seconds * 10) / 10,
    missing: people - created,
    p99Alone: alone,
    p99Beside: meanwhile,
    p99Ratio: Math.round((meanwhile / alone) * 100) / 100,
    pageP50: await medianOf(client, page),
    nextP50: await medianOf(client, `${page}&after=${encodeURIComponent(next)}`),
    foundP50: await medianOf(client, `${page}&searchParam=cliente%2099`),
    nobodyP50: await medianOf(client, `${page}&searchParam=ninguem`),
    reportP50: await medianOf(client, `${rowsAt}?filter=waiting`),
    ...since(stallsBefore, await readStalls(server)),
  })
  await seeded.close()
}

/** Creates the deliveries. The connection is not linked, so nothing is sent. */
async function campaignTo(client: Client, file: string, contactListId: number): Promise<number> {
  const db = new Sqlite(file, { timeout: 10_000 })
  const some = db.prepare(
    `UPDATE contact_list_items SET is_whatsapp_valid = 1 WHERE id IN
       (SELECT id FROM contact_list_items WHERE list_id = ? AND is_whatsapp_valid IS NULL LIMIT 1000)`,
  )
  while (some.run(contactListId).changes > 0);
  db.close()
  const campaign = { name: 'Medida', message1: 'Olá, {{firstName}}!', contactListId, whatsappId: 1 }
  const { id } = await client.call<{ id: number }>('POST', '/campaigns', campaign)
  await client.call('POST', `/campaigns/${id}/start`, {})
  return id
}

const totalOf = async (client: Client, id: number): Promise<number> =>
  (await client.call<{ figures: { total: number } }>('GET', `/campaigns/${id}`)).figures.total
