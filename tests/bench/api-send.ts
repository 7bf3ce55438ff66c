/** Messages sent over the external API by many tokens, from the first request until the last one was sent. */
import { bareRps } from './bare'
import { openInstallation } from './installation'
import type { Report } from './report'
import { acceptForty, emptied } from './send'
import { reportStalls } from './stalls'

/** What a token may send in a minute. */
const EACH = 60
const FIRST_CUSTOMERS = 40

export async function benchApiSend(report: Report, { messages }: { readonly messages: number }) {
  const installation = await openInstallation(1)
  const { client, server } = installation
  const speed = await bareRps()
  await acceptForty(installation) // they have written today, so that no campaign's rate applies
  const { contacts } = await client.call<{ contacts: readonly { number: string }[] }>('GET', '/contacts?pageNumber=1')
  const numbers = contacts.map(({ number }) => number).slice(0, FIRST_CUSTOMERS)
  const secrets: string[] = []
  for (let n = 0; n < Math.ceil(messages / EACH); n++) {
    const { secret } = await client.call<{ secret: string }>('POST', '/api-tokens', { name: `ERP ${n}`, whatsappId: 1 })
    secrets.push(secret)
  }
  const cpuBefore = server.cpuSeconds()
  const started = performance.now()
  const statuses = await Promise.all(
    secrets.map(async (secret, at) => {
      let accepted = 0
      for (let n = at * EACH; n < Math.min(messages, (at + 1) * EACH); n++) {
        const answer = await fetch(`http://127.0.0.1:${server.port}/api/messages/send`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${secret}`,
            'content-type': 'application/json',
            'idempotency-key': `pedido ${n}`,
          },
          body: JSON.stringify({ number: numbers[n % numbers.length], body: `Seu pedido ${n} saiu para entrega.` }),
        })
        await answer.arrayBuffer()
        if (answer.status === 202) accepted++
      }
      return accepted
    }),
  )
  const acceptedMs = performance.now() - started
  await emptied(client)
  const seconds = (performance.now() - started) / 1000
  const accepted = statuses.reduce((sum, one) => sum + one, 0)
  report.add({
    id: 'api.send',
    counted: accepted,
    expected: messages,
    messages,
    perSecond: Math.round(accepted / seconds),
    acceptedPerSecond: Math.round((accepted / acceptedMs) * 1000),
    missing: messages - accepted,
    cpuUsEach: Math.round(((server.cpuSeconds() - cpuBefore) / messages) * 1_000_000),
    bareRps: speed,
  })
  await reportStalls(report, installation, 'api.send')
  await installation.close()
}
