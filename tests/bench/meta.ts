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
const APP_SECRET = 'bench-secret'

export async function benchMetaIngest(report: Report, { events }: { readonly events: number }) {
  const number = await openOfficialNumber()
  const speed = await bareRps()
  const { counted, expected, accepted, ...found } = await number.round(events)
  report.add({
    id: 'meta.ingest',
    counted,
    expected,
    accepted,
    acceptedPerSecond: Math.round(found.acceptedPerSecond),
    perSecond: Math.round(found.perSecond),
    missing: expected - counted,
    cpuUsEach: rounded(found.cpuUsEach, 0),
    bareRps: speed,
  })
  await number.close()
}

/** A server with a connection for an official number, whose customers write. */
export async function openOfficialNumber(executable?: string) {
  const standIn = startMeta({})
  const seeded = await openSeededServer('S', { env: { BALCAO_GRAPH_URL: standIn.url }, executable })
  const { server, client } = seeded
  const app = standIn.addApp({ secret: APP_SECRET })
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
  const count = file
    .prepare('SELECT count(DISTINCT external_id) FROM messages WHERE connection_id = ? AND from_me = 0')
    .pluck()
  const stored = () => Number(count.get(id))
  let posted = 0

  /** Whether it was accepted. */
  async function post({ body, signature }: Webhook): Promise<boolean> {
    const answer = await fetch(`http://127.0.0.1:${server.port}/api/meta/webhook`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
    })
    await answer.arrayBuffer()
    return answer.status === 200
  }

  return {
    /** Accepted: answered with 200. Stored: in the company's database. */
    async round(events: number) {
      const webhooks = Array.from({ length: Math.ceil(events / EVENTS_PER_POST) }, () => {
        posted += EVENTS_PER_POST
        return signed(webhookOf({ business: business.id, number: number.id }, posted - EVENTS_PER_POST))
      })
      const expected = webhooks.length * EVENTS_PER_POST
      const before = stored()
      const cpuBefore = server.cpuSeconds()
      const started = performance.now()
      let accepted = 0
      const rest = webhooks.values()
      const sender = async () => {
        for (const webhook of rest) if (await post(webhook)) accepted += EVENTS_PER_POST
      }
      await Promise.all(Array.from({ length: CONCURRENT_POSTS }, sender))
      const acceptedSeconds = (performance.now() - started) / 1000
      while (stored() - before < accepted && performance.now() - started < 120_000) await Bun.sleep(20)
      const seconds = (performance.now() - started) / 1000
      const counted = stored() - before
      return {
        counted,
        expected,
        accepted,
        acceptedPerSecond: accepted / acceptedSeconds,
        perSecond: counted / seconds,
        cpuUsEach: ((server.cpuSeconds() - cpuBefore) / expected) * 1_000_000,
      }
    },
    async close() {
      file.close()
      await seeded.close()
      await standIn.stop()
    },
  }
}

type Webhook = { readonly body: string; readonly signature: string }

const signed = (body: string): Webhook => ({
  body,
  signature: `sha256=${createHmac('sha256', APP_SECRET).update(body).digest('hex')}`,
})

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
