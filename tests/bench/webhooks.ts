/** Events sent to a good receiver beside a slow and a dead one: latency from the event to the good receiver. */
import { startReceiver } from '../support/webhook-receiver'
import type { Report } from './report'
import { openSeededServer } from './seeded-server'
import { rounded, spread } from './statistics'

type Events = { readonly perSecond: number; readonly seconds: number }

const NOWHERE = 'http://127.0.0.1:9/'
const SLOWNESS = 10_000
/** Milliseconds after the last event. */
const QUIET_TIMEOUT_MS = 30_000
const CONTACTS = 100

export async function benchWebhooks(report: Report, { perSecond, seconds }: Events) {
  const { server, client, close } = await openSeededServer('S', { env: { BALCAO_OUTSIDE_ALLOW: '127.0.0.1:*' } })
  const { contacts } = await client.call<{ contacts: readonly { id: number }[] }>('GET', '/contacts?pageNumber=1')
  const ids = contacts.slice(0, CONTACTS).map(({ id }) => id)
  const events = perSecond * seconds
  const askedAt = new Map<string, number>()
  /** Returns the processor's milliseconds of each event. */
  async function change(name: string, finished: () => Promise<void>): Promise<number> {
    const cpuBefore = server.cpuSeconds()
    const started = performance.now()
    const asking: Promise<unknown>[] = []
    while (asking.length < events) {
      const due = Math.min(events, ((performance.now() - started) / 1000) * perSecond)
      while (asking.length < due) {
        const n = asking.length
        askedAt.set(`${name} ${n}`, performance.now())
        asking.push(client.call('PUT', `/contacts/${ids[n % ids.length]}`, { name: `${name} ${n}` }))
      }
      await Bun.sleep(2)
    }
    await Promise.all(asking)
    await finished()
    return rounded(((server.cpuSeconds() - cpuBefore) / events) * 1000, 2)
  }

  const cpuMsWithout = await change('Pessoa', async () => {})
  const [good, slow] = [startReceiver(Date.now), startReceiver(Date.now)]
  for (const { url, checks } of [good, slow]) {
    const { secret } = await client.call<{ secret: string }>('POST', '/webhooks', { url, topics: ['contacts'] })
    checks.secret = secret
  }
  await client.call('POST', '/webhooks', { url: NOWHERE, topics: ['contacts'] })
  slow.answers(() => Bun.sleep(SLOWNESS).then(() => new Response('late')))
  const [latencies, fromRequest]: [number[], number[]] = [[], []]
  good.answers(({ data: { name }, body, isRepeated }) => {
    const since = askedAt.get(String(name))
    if (since === undefined || isRepeated) return new Response('ok')
    const { timestamp } = JSON.parse(body) as { timestamp: string } // written by addDeliveries
    latencies.push(Date.now() - Date.parse(timestamp))
    fromRequest.push(performance.now() - since)
    return new Response('ok')
  })
  const cpuMs = await change('Cliente', async () => {
    const until = performance.now() + QUIET_TIMEOUT_MS
    while (latencies.length < events && performance.now() < until) await Bun.sleep(20)
  })
  report.add({
    id: 'webhooks',
    counted: latencies.length,
    expected: events,
    perSecond,
    ...spread(latencies),
    p95: p95Of(latencies),
    requestP95: p95Of(fromRequest),
    missing: events - latencies.length,
    cpuMs,
    cpuMsWithout,
  })
  await Promise.all([good.stop(), slow.stop()])
  await close()
}

const p95Of = (latencies: readonly number[]) =>
  rounded(latencies.toSorted((a, b) => a - b)[Math.floor(latencies.length * 0.95)] ?? 0, 1)
