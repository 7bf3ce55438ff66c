/** Metrics for the operator, in Prometheus format. */
import { openSync, readSync } from 'node:fs'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { SECOND, workedMs } from './time'

export type Metrics = ReturnType<typeof createMetrics>

export type AddedGauge = {
  readonly name: string
  readonly help: string
  readonly label?: string
  read(): number | Iterable<readonly [label: string, value: number]>
}

export type Gauges = Readonly<
  Record<'balcao_sockets' | 'balcao_sessions' | 'balcao_tenants_damaged' | 'balcao_storage_full', () => number>
>

const help: Record<keyof Gauges, string> = {
  balcao_sockets: 'Open sockets of screens',
  balcao_sessions: 'Live messenger sessions',
  balcao_tenants_damaged: 'Companies out of service because their database is damaged',
  balcao_storage_full: '1 while the disk is full and nothing can be stored',
}

/** Interval of measuring an idle loop: each measurement wakes the process. */
const AT_REST = SECOND

/** The runtime computes these by counting every object: up to 250 ms on a large heap. */
const COSTLY = ['total', 'used', 'available'].map((what) => `nodejs_heap_space_size_${what}_bytes`)
/**
 * Counts gigabytes of address space that the runtime reserves and does not use; the real heap is `nodejs_heap_size_…`.
 */
const UNTRUE = 'process_heap_bytes'

/**
 * One registry per process: each creation starts timers and observers that never end, and counts all objects on the
 * heap.
 */
let kept: Registry | undefined
function metricsOfProcess(): Registry {
  if (kept) return kept
  kept = new Registry()
  collectDefaultMetrics({ register: kept, eventLoopMonitoringPrecision: AT_REST })
  for (const name of [...COSTLY, UNTRUE]) kept.removeSingleMetric(name)
  return kept
}

/** Seconds. */
const STALLS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1]

export function createMetrics(gauges: Gauges) {
  const ofProcess = metricsOfProcess()
  const registry = new Registry()
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
      help: 'How long the main loop was held by work or by the disk',
      buckets: STALLS,
      registers: [registry],
    }),
    coreWait: new Histogram({
      name: 'balcao_loop_core_wait_seconds',
      help: 'How long the main loop waited for a core that was in use',
      buckets: STALLS,
      registers: [registry],
    }),
    /** Adds gauges that are read when somebody asks. `read` returns a value, or one for each value of `label`. */
    add({ name, help, label, read }: AddedGauge): void {
      if (registry.getSingleMetric(name)) return
      new Gauge({
        name,
        help,
        registers: [registry],
        labelNames: label === undefined ? [] : [label],
        collect() {
          this.reset()
          const values = read()
          if (typeof values === 'number') return this.set(values)
          for (const [value, number] of values) this.set({ [label ?? '']: value }, number)
        },
      })
    },
    text: () => Registry.merge([ofProcess, registry]).metrics(),
    contentType: registry.contentType,
  }
}

const OFTEN = 20
/** The loop counts as idle after this long without an action or work. */
const QUIET = 10 * OFTEN
/** Share of CPU time that counts as work; pinging a hundred connections takes less. */
const WORK = 0.05

/** Why the loop was late, in seconds: `held` by our own work, or `waited` for a core on a busy machine. */
export type Late = { readonly held: number; readonly waited: number }

/**
 * Measures event-loop stalls by the delay of a short timer. It measures often only while the loop is busy, because
 * fifty measurements a second are most of an idle process's work. Actions announce themselves (`stir`); other work,
 * such as a handshake, is noticed within a second. `looked` gets the milliseconds of every look.
 */
export function watchLoop(
  wasLate: (late: Late) => void,
  looked: (ms: number) => void = () => {},
): { stir(): void; stop(): void } {
  let every = OFTEN
  let due = 0
  let quietAt = 0
  let isStirred = true
  let worked = workedMs()
  let waited = coreWaitMs()
  let timer: ReturnType<typeof setInterval> | undefined

  function pace(ms: number): void {
    clearInterval(timer)
    every = ms
    due = performance.now() + every
    timer = setInterval(look, every)
    timer.unref()
  }

  function look(): void {
    const now = performance.now()
    const late = now - due
    const forCore = Math.min(late, waitedSince())
    looked(late)
    if (late > 1) wasLate({ held: (late - forCore) / 1000, waited: forCore / 1000 })
    due = now + every
    if (isStirred || hasWorked()) quietAt = now + QUIET
    isStirred = false
    const wanted = now < quietAt ? OFTEN : AT_REST
    if (wanted !== every) pace(wanted)
  }

  function waitedSince(): number {
    const before = waited
    waited = coreWaitMs()
    return waited - before
  }

  function hasWorked(): boolean {
    const before = worked
    worked = workedMs()
    return worked - before > every * WORK
  }

  pace(OFTEN)
  return {
    stir() {
      isStirred = true
      if (every === AT_REST) pace(OFTEN)
    },
    stop: () => clearInterval(timer),
  }
}

/**
 * Scheduler statistics of the main thread. Kept open, because opening it would fail when the process is out of file
 * descriptors. Null where unsupported.
 */
const scheduling = openIfThere('/proc/thread-self/schedstat')
const buffer = Buffer.alloc(128)

function openIfThere(path: string): number | null {
  try {
    return openSync(path, 'r')
  } catch {
    return null
  }
}

/**
 * Total milliseconds this thread waited for a core: the second of three numbers, in nanoseconds. 0 where unsupported.
 */
function coreWaitMs(): number {
  if (scheduling === null) return 0
  const length = readSync(scheduling, buffer, 0, buffer.length, 0)
  return Number(buffer.toString('latin1', 0, length).split(' ')[1]) / 1e6
}
