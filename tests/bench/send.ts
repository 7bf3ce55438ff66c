/** Outgoing messages, from the API request until the simulator's server confirms the last one. */
import Sqlite from 'better-sqlite3'
import { bareRps } from './bare'
import type { Client } from './client'
import { type Installation, openInstallation } from './installation'
import type { Report } from './report'
import { reportStalls } from './stalls'
import { companyNumber } from './testbed'

export async function benchSend(report: Report, { messages }: { messages: number }) {
  const installation = await openInstallation(1)
  const speed = await bareRps()
  const tickets = await acceptForty(installation)
  const { perSecond, cpuUsEach, counted, expected } = await sendRound(installation, tickets, messages)
  report.add({
    id: 'send',
    counted,
    expected,
    perSecond: Math.round(perSecond),
    cpuUsEach: Math.round(cpuUsEach),
    bareRps: speed,
  })
  await reportStalls(report, installation, 'send')
  await installation.close()
}

/** Accepts forty conversations; returns the tickets. */
export async function acceptForty(installation: Installation): Promise<number[]> {
  const { client, testbed } = installation
  await testbed.run({ do: 'prepareLoad', phone: companyNumber(0), customers: 40, messages: 40, textLength: 20 })
  await testbed.run({ do: 'releaseLoad' })
  while (installation.stored() < 40) await Bun.sleep(10)
  const { tickets } = await client.call<{ tickets: { id: number }[] }>('GET', '/tickets?status=pending&isGroup=false')
  for (const { id } of tickets) await client.call('PUT', `/tickets/${id}`, { status: 'open' })
  for (const { id } of tickets) await client.call('POST', `/messages/${id}`, { body: 'primeira' })
  await emptied(client)
  return tickets.map(({ id }) => id)
}

/** Measures from the first request until the last message was sent. */
export async function sendRound({ client, server, file }: Installation, tickets: readonly number[], messages: number) {
  const sentBefore = confirmedIn(file)
  const cpuBefore = server.cpuSeconds()
  const start = performance.now()
  const each = Math.floor(messages / tickets.length)
  await Promise.all(
    tickets.map(async (id) => {
      for (let n = 0; n < each; n++)
        await client.call('POST', `/messages/${id}`, { body: `mensagem ${n} do atendimento` })
    }),
  )
  await emptied(client)
  const sent = each * tickets.length
  const counted = confirmedIn(file) - sentBefore
  return {
    counted,
    expected: sent,
    perSecond: sent / ((performance.now() - start) / 1000),
    cpuUsEach: ((server.cpuSeconds() - cpuBefore) / sent) * 1_000_000,
  }
}

/** Messages of ours that the messenger's server has. */
function confirmedIn(file: string): number {
  const db = new Sqlite(file, { readonly: true })
  try {
    return Number(db.prepare('SELECT count(*) FROM messages WHERE from_me = 1 AND ack >= 2').pluck().get())
  } finally {
    db.close()
  }
}

/** Resolves when nothing waits in an outbox. */
export async function emptied(client: Client) {
  for (;;) {
    const rows = await client.call<{ outboxCount: number }[]>('GET', '/whatsapp')
    if (rows.every(({ outboxCount }) => outboxCount === 0)) return
    await Bun.sleep(5)
  }
}
