/** Events sent to a good receiver beside a slow and a dead one: latency from the request to the good receiver. */
import { startReceiver } from '../support/webhook-receiver'
import type { Report } from './report'
import { openSeededServer } from './seeded-server'
import { rounded, spread } from './statistics'

type Events = { readonly perSecond: number; readonly seconds: number }

const NOWHERE = 'http://127.0.0.1:9/'
const SLOWNESS = 10_000
/** Milliseconds after the last event. */
const PATIENCE = 30_000
const CONTACTS = 100

export async function benchWebhooks(report: Report, { perSecond, seconds }: Events) {
  const { server, client, close } = await openSeededServer('S', { env: { BALCAO_OUTSIDE_ALLOW: '127.0.0.1:*' } })
  const [good, slow] = [startReceiver(Date.now), startReceiver(Date.now)]
  for (const { url, checks } of [good, slow]) {
    const { secret } = await client.call<{ secret: string }>('POST', '/webhooks', { url, topics: ['contacts'] })
    checks.secret = secret
  }
  await client.call('POST', '/webhooks', { url: NOWHERE, topics: ['contacts'] })
  slow.answers(() => Bun.sleep(SLOWNESS).then(() => new Response('late')))
  const askedAt = new Map<string, number>()
  const latencies: number[] = []
  good.answers(({ data: { name }, isRepeated }) => {
    const since = askedAt.get(String(name))
    if (since !== undefined && !isRepeated) latencies.push(performance.now() - since)
    return new Response('ok')
  })
  const { contacts } = await client.call<{ contacts: readonly { id: number }[] }>('GET', '/contacts?pageNumber=1')
  const ids = contacts.slice(0, CONTACTS).map(({ id }) => id)

  const events = perSecond * seconds
  const cpuBefore = server.cpuSeconds()
  const started = performance.now()
  const asking: Promise<unknown>[] = []
  while (asking.length < events) {
    const due = Math.min(events, ((performance.now() - started) / 1000) * perSecond)
    while (asking.length < due) {
      const n = asking.length
      askedAt.set(`Cliente ${n}`, performance.now())
      asking.push(client.call('PUT', `/contacts/${ids[n % ids.length]}`, { name: `Cliente ${n}` }))
    }
    await Bun.sleep(2)
  }
  await Promise.all(asking)
  const until = performance.now() + PATIENCE
  while (latencies.length < events && performance.now() < until) await Bun.sleep(20)
  const cpuMs = rounded(((server.cpuSeconds() - cpuBefore) / events) * 1000, 2)
  const p95 = rounded(latencies.toSorted((a, b) => a - b)[Math.floor(latencies.length * 0.95)] ?? 0, 1)
  report.add({ id: 'webhooks', perSecond, ...spread(latencies), p95, missing: events - latencies.length, cpuMs })
  await Promise.all([good.stop(), slow.stop()])
  await close()
}
