/** A sample of the process each minute, for the last day, in memory. */
import { type Clock, HOUR } from './time'

export type Sample = {
  readonly at: number
  /** Event-loop delay in milliseconds: half of the looks, all but one in a hundred, the worst. */
  readonly p50: number
  readonly p99: number
  readonly max: number
  /** Megabytes. */
  readonly memory: number
  /** In this minute. */
  readonly received: number
  readonly settled: number
  readonly requests: number
  readonly slow: number
}

/** A day. */
const MOST_SAMPLES = 1440
/** Looks of one minute: the loop is looked at fifty times a second at most. */
const MOST_LOOKS = 3000

export type Totals = Pick<Sample, 'received' | 'settled' | 'requests' | 'slow'>

export type Samples = ReturnType<typeof createSamples>

/** `totals` only grow. `keepHour` gets each hour when it is over. */
export function createSamples(clock: Clock, totals: () => Totals, keepHour: (hour: Sample) => void) {
  const samples: Sample[] = []
  let hour: Sample[] = []
  let looks: number[] = []
  let before = totals()
  const endHour = () => {
    const ended = thisHour()
    hour = []
    if (ended) keepHour(ended)
  }
  const thisHour = (): Sample | undefined => (hour[0] ? { ...worstOf(hour), at: startOf(hour[0].at) } : undefined)
  return {
    /** Milliseconds that the loop was late. */
    look(late: number): void {
      if (looks.length < MOST_LOOKS) looks.push(late)
    },
    take(): void {
      const sorted = looks.toSorted((a, b) => a - b)
      const at = (share: number) => tenth(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
      const now = totals()
      const sample = {
        at: clock(),
        p50: at(0.5),
        p99: at(0.99),
        max: at(1),
        memory: Math.round(process.memoryUsage.rss() / 1024 / 1024),
        received: now.received - before.received,
        settled: now.settled - before.settled,
        requests: now.requests - before.requests,
        slow: now.slow - before.slow,
      }
      if (hour[0] && startOf(hour[0].at) !== startOf(sample.at)) endHour()
      hour.push(sample)
      samples.push(sample)
      if (samples.length > MOST_SAMPLES) samples.splice(0, samples.length - MOST_SAMPLES)
      looks = []
      before = now
    },
    since: (time: number): Sample[] => samples.filter(({ at }) => at >= time),
    thisHour,
    /** Hands the hour over before it is over. Call it when the process ends. */
    endHour,
    last: (): Sample | undefined => samples.at(-1),
  }
}

const startOf = (at: number): number => at - (at % HOUR)

const tenth = (value: number): number => Math.round(Math.max(0, value) * 10) / 10

/** At most `most` points, each with the worst of the samples that it stands for. */
export function thinned(samples: readonly Sample[], most: number): Sample[] {
  const each = Math.ceil(samples.length / most)
  if (each <= 1) return [...samples]
  const points: Sample[] = []
  for (let from = 0; from < samples.length; from += each) points.push(worstOf(samples.slice(from, from + each)))
  return points
}

function worstOf(samples: readonly Sample[]): Sample {
  const most = (read: (sample: Sample) => number) => Math.max(...samples.map(read))
  const sum = (read: (sample: Sample) => number) => samples.reduce((all, sample) => all + read(sample), 0)
  return {
    at: samples.at(-1)?.at ?? 0,
    p50: most(({ p50 }) => p50),
    p99: most(({ p99 }) => p99),
    max: most(({ max }) => max),
    memory: most(({ memory }) => memory),
    received: sum(({ received }) => received),
    settled: sum(({ settled }) => settled),
    requests: sum(({ requests }) => requests),
    slow: sum(({ slow }) => slow),
  }
}
