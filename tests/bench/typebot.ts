/** Customers hold conversations with a bot of a local Typebot: latency from message to answer, and our cost of a step. */
import type { Bot } from '../../src/simulator/typebot/bots'
import { startTypebot } from '../../src/simulator/typebot/stand-in'
import { bareRps } from './bare'
import { answersIn, knownIds, talk } from './bot'
import { openInstallation } from './installation'
import type { Report } from './report'
import { rounded, spread } from './statistics'

type Talks = { readonly customers: number; readonly steps: number; readonly perSecond: number }

/** Milliseconds after the last message. */
const QUIET_TIMEOUT_MS = 20_000

/** Repeats what it was told, and asks for more. */
const echo: Bot = {
  id: 'bot-echo',
  publicId: 'echo',
  name: 'Eco',
  icon: '🔁',
  workspaceId: 'wsp-aurora',
  groups: {
    start: {
      bubbles: ({ said = 'oi' }) => [
        {
          id: 'e-1',
          type: 'text',
          content: { type: 'richText', richText: [{ type: 'p', children: [{ text: `Resposta ${said}` }] }] },
        },
      ],
      input: { id: 'e-2', type: 'text input', options: {} },
      saves: 'said',
      next: () => 'start',
    },
  },
}

export async function benchTypebot(report: Report, { customers, steps, perSecond }: Talks) {
  const typebot = startTypebot({ bots: [echo] })
  const installation = await openInstallation(1, undefined, { BALCAO_OUTSIDE_ALLOW: `127.0.0.1:${typebot.port}` })
  const { client, server } = installation
  const { id: integrationId } = await client.call<{ id: number }>('POST', '/queue-integration', {
    type: 'typebot',
    name: 'Eco',
    urlIntegration: typebot.url,
    typebotSlug: 'echo',
    typebotDelayMessage: 0,
    typebotExpires: 0,
  })
  const queue = { name: 'Eco', color: '#112233', integrationId }
  const { id } = await client.call<{ id: number }>('POST', '/queue', queue)
  const [connection] = await client.call<{ id: number }[]>('GET', '/whatsapp')
  await client.call('PUT', `/whatsapp/${connection?.id}`, { queueIds: [id] })
  const speed = await bareRps()
  await talk(installation, { customers, messages: customers, texts: ['oi'] }, perSecond) // starts the sessions

  const known = await knownIds(installation)
  const cpuBefore = server.cpuSeconds()
  for (let step = 1; step <= steps; step++)
    await talk(installation, { customers, messages: customers, texts: [`passo ${step}`] }, perSecond)
  const messages = customers * steps
  const answers = () => answersIn(installation, known, (text) => `Resposta ${text}`)
  for (const until = performance.now() + QUIET_TIMEOUT_MS; performance.now() < until; await Bun.sleep(200))
    if ((await answers()).latencies.length === messages) break
  const cpuMs = rounded(((server.cpuSeconds() - cpuBefore) / messages) * 1000, 2)
  const { latencies, wrong } = await answers()
  const p95 = rounded(latencies.toSorted((a, b) => a - b)[Math.floor(latencies.length * 0.95)] ?? 0, 1)
  report.add({
    id: 'typebot',
    counted: latencies.length,
    expected: messages,
    perSecond,
    ...spread(latencies),
    p95,
    bareRps: speed,
    missing: messages - latencies.length,
    wrong,
    cpuMs,
  })
  await installation.close()
  await typebot.stop()
}
