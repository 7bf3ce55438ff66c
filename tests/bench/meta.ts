/** Webhooks of Meta for an official number: how many events a second are accepted, and when all of them are stored. */
import { createHmac } from 'node:crypto'
import Sqlite from 'better-sqlite3'
import { startMeta } from '../../src/simulator/meta/stand-in'
import { bareRps } from './bare'
import type { Report } from './report'
import { openSeededServer } from './seeded-server'
import { rounded } from './statistics'

const CUSTOMERS = 500
/** As Meta posts them while many write: a few events each. */
const EVENTS_PER_POST = 10
const CONCURRENT_POSTS = 16

export async function benchMetaIngest(report: Report, { events }: { readonly events: number }) {
  const standIn = startMeta({})
  const seeded = await openSeededServer('S', { env: { BALCAO_GRAPH_URL: standIn.url } })
  const { server, client } = seeded
  const speed = await bareRps()
  const app = standIn.addApp({ secret: 'bench-secret' })
  const business = standIn.addBusiness({})
  const number = standIn.addNumber(business, { phone: '552140201180' })
  const { id } = await client.call<{ id: number }>('POST', '/whatsapp', {
    name: 'Oficial',
    channel: 'whatsapp_cloud',
    phoneNumberId: number.id,
    businessAccountId: business.id,
    accessToken: standIn.systemToken(app, [business]),
    appSecret: app.secret,
  })
  const file = new Sqlite(seeded.file, { readonly: true })
  const count = () =>
    Number(file.prepare('SELECT count(*) FROM messages WHERE connection_id = ? AND from_me = 0').pluck().get(id))
  const bodies = Array.from({ length: Math.ceil(events / EVENTS_PER_POST) }, (_, at) =>
    webhookOf({ business: business.id, number: number.id }, at * EVENTS_PER_POST),
  ).map((body) => ({ body, signature: `sha256=${createHmac('sha256', app.secret).update(body).digest('hex')}` }))
  const total = bodies.length * EVENTS_PER_POST
  const cpuBefore = server.cpuSeconds()
  const started = performance.now()
  let accepted = 0
  let next = 0
  const post = async () => {
    for (let at = next++; at < bodies.length; at = next++) {
      const { body = '', signature = '' } = bodies[at] ?? {}
      const answer = await fetch(`http://127.0.0.1:${server.port}/api/meta/webhook`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
      })
      await answer.arrayBuffer()
      if (answer.status === 200) accepted += EVENTS_PER_POST
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT_POSTS }, post))
  const acceptedSeconds = (performance.now() - started) / 1000
  while (count() < accepted && performance.now() - started < 120_000) await Bun.sleep(50)
  const seconds = (performance.now() - started) / 1000
  const stored = count()
  report.add({
    id: 'meta.ingest',
    counted: stored,
    expected: total,
    acceptedPerSecond: Math.round(accepted / acceptedSeconds),
    perSecond: Math.round(stored / seconds),
    missing: total - stored,
    cpuUsEach: rounded(((server.cpuSeconds() - cpuBefore) / total) * 1_000_000, 0),
    bareRps: speed,
  })
  file.close()
  await seeded.close()
  await standIn.stop()
}

function webhookOf({ business, number }: { business: string; number: string }, from: number): string {
  const entry = Array.from({ length: EVENTS_PER_POST }, (_, at) => {
    const n = from + at
    const phone = `55219${80_000_000 + (n % CUSTOMERS)}`
    const value = {
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: '552140201180', phone_number_id: number },
      contacts: [{ profile: { name: `Cliente ${n % CUSTOMERS}` }, wa_id: phone, user_id: `BR.${n % CUSTOMERS}` }],
      messages: [
        {
          from: phone,
          from_user_id: `BR.${n % CUSTOMERS}`,
          id: `wamid.${n}`,
          timestamp: String(Math.floor(Date.now() / 1000)),
          type: 'text',
          text: { body: `Mensagem ${n}: vocês têm o sofá em cinza?` },
        },
      ],
    }
    return { id: business, changes: [{ field: 'messages', value }] }
  })
  return JSON.stringify({ object: 'whatsapp_business_account', entry })
}
