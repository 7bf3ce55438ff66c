/** How fast: `bun tests/channels/whatsapp/measure.ts [messages]`. WhatsApp in this process, the counter in another. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSimulator } from '../../../src/simulator/simulator'
import { spawnCounter } from './spawn'
import { COMPANY } from './support'

const messages = Number(process.argv[2] ?? 5_000)
const customers = 20
const simulator = await startSimulator({ port: 0 })
const company = simulator.addPhone({ phone: COMPANY, name: 'Loja', role: 'company' })
const dir = await mkdtemp(join(tmpdir(), 'measure-'))
const counter = spawnCounter(dir, simulator)
await counter.link(company)

await simulator.run({ do: 'prepareLoad', phone: COMPANY, customers, messages })
const started = performance.now()
await simulator.run({ do: 'releaseLoad' })
await counter.until(() => counter.stored >= messages, 60_000)
const received = performance.now() - started

const numbers = Array.from({ length: customers }, (_, index) => String(5511900000000 + index))
const warm = await counter.send(numbers, 1)
const sent = await counter.send(numbers, 100)
console.log(
  JSON.stringify({
    received: messages,
    perSecond: Math.round(messages / (received / 1000)),
    batches: counter.batches,
    largest: counter.largest,
    firstSends: { ms: Math.round(warm.ms), ...warm.outcomes },
    sent: sent.outcomes,
    sentPerSecond: Math.round((customers * 100) / (sent.ms / 1000)),
  }),
)
await counter.kill()
await simulator.stop()
