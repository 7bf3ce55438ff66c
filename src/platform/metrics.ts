/** Figures for the operator's monitoring, in Prometheus' words. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

export type Gauges = Readonly<Record<'balcao_sockets' | 'balcao_sessions' | 'balcao_tenants_damaged', () => number>>

const help: Record<keyof Gauges, string> = {
  balcao_sockets: 'Open sockets of screens',
  balcao_sessions: 'Live messenger sessions',
  balcao_tenants_damaged: 'Companies set aside because their database is damaged',
}

export function createMetrics(gauges: Gauges) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const [name, read] of Object.entries(gauges))
    new Gauge({
      name,
      help: help[name as keyof Gauges], // the keys of gauges are those of help
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  return {
    received: new Counter({
      name: 'balcao_messages_received_total',
      help: 'Messages stored from messengers',
      registers: [registry],
    }),
    settled: new Counter({
      name: 'balcao_messages_settled_total',
      help: 'Messages that left the outbox',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    stall: new Histogram({
      name: 'balcao_loop_stall_seconds',
      help: 'How long the main loop was held',
      buckets: [0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1],
      registers: [registry],
    }),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

/** Measures how late a short timer comes: what else held the loop. */
export function watchLoop(stalled: (seconds: number) => void): { stop(): void } {
  const every = 20
  let due = performance.now() + every
  const timer = setInterval(() => {
    const late = performance.now() - due
    if (late > 1) stalled(late / 1000)
    due = performance.now() + every
  }, every)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
