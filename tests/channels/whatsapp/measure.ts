/**
 * Measures throughput: `bun tests/channels/whatsapp/measure.ts [messages]`. The simulator runs in this process, our
 * session in another.
 */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSimulator } from '../../../src/simulator/simulator'
import { spawnSession } from './spawn'
import { COMPANY } from './support'

const messages = Number(process.argv[2] ?? 5_000)
const customers = 20
const simulator = await startSimulator({ port: 0 })
const company = simulator.addPhone({ phone: COMPANY, name: 'Loja', role: 'company' })
const dir = await mkdtemp(join(tmpdir(), 'measure-'))
const session = spawnSession(dir, simulator)
await session.link(company)

await simulator.run({ do: 'prepareLoad', phone: COMPANY, customers, messages })
const started = performance.now()
await simulator.run({ do: 'releaseLoad' })
await session.until(() => session.stored >= messages, 60_000)
const received = performance.now() - started

const numbers = Array.from({ length: customers }, (_, index) => String(5511900000000 + index))
const warm = await session.send(numbers, 1)
const sent = await session.send(numbers, 1 + 100) // the first one is confirmed
console.log(
  JSON.stringify({
    received: messages,
    perSecond: Math.round(messages / (received / 1000)),
    batches: session.batches,
    largest: session.largest,
    firstSends: { ms: Math.round(warm.ms), ...warm.outcomes },
    sent: sent.outcomes,
    sentPerSecond: Math.round((customers * 100) / (sent.ms / 1000)),
  }),
)
await session.kill()
await simulator.stop()
