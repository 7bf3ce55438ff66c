/** Messages go out: posted through the API until the last one is confirmed by the simulator's server. */
import type { Client } from './client'
import { measureHello } from './hello'
import { openInstallation } from './installation'
import type { Report } from './report'
import { reportStalls } from './stalls'
import { companyNumber } from './testbed'

export async function benchSend(report: Report, { messages }: { messages: number }) {
  const installation = await openInstallation(1)
  const { client, testbed } = installation
  const helloRps = await measureHello(installation.server.port)
  await testbed.run({ do: 'prepareLoad', phone: companyNumber(0), customers: 40, messages: 40, textLength: 20 })
  await testbed.run({ do: 'releaseLoad' })
  while (installation.stored() < 40) await Bun.sleep(10)
  const { tickets } = await client.call<{ tickets: { id: number }[] }>('GET', '/tickets?status=pending&isGroup=false')
  for (const { id } of tickets) await client.call('PUT', `/tickets/${id}`, { status: 'open' })
  for (const { id } of tickets) await client.call('POST', `/messages/${id}`, { body: 'primeira' })
  await emptied(client)
  const start = performance.now()
  await Promise.all(
    tickets.map(async ({ id }) => {
      for (let n = 0; n < messages / tickets.length; n++)
        await client.call('POST', `/messages/${id}`, { body: `mensagem ${n} do atendimento` })
    }),
  )
  await emptied(client)
  const seconds = (performance.now() - start) / 1000
  const sent = Math.floor(messages / tickets.length) * tickets.length
  report.add({ id: 'send', perSecond: Math.round(sent / seconds), helloRps })
  await reportStalls(report, installation, 'send')
  await installation.close()
}

async function emptied(client: Client) {
  for (;;) {
    const rows = await client.call<{ outboxCount: number }[]>('GET', '/whatsapp')
    if (rows.every(({ outboxCount }) => outboxCount === 0)) return
    await Bun.sleep(5)
  }
}
