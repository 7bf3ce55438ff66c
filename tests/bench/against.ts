/**
 * Measures two executables in turn on the same generated data, each in a folder that it created itself: A B B A …, so that a
 * machine that speeds up or slows down favours neither. Reports the median of the rounds' ratios.
 */
import { acceptAll, readingRound, workingRound } from './attendants'
import { seedBoot } from './boot'
import { type Comparison, compareRow, type Metrics, newRow, type Pair } from './compare'
import { openHosting } from './hosting'
import { ingestRound } from './ingest'
import { receive } from './ingest-companies'
import { openInstallation } from './installation'
import { openListening } from './live'
import { behindProxy, logins } from './login'
import { openOfficialNumber } from './meta'
import { readingOf } from './reading'
import { restRound } from './rest'
import type { SizeName } from './seed'
import { type Opening, openSeededServer, type Workload } from './seeded-server'
import { acceptForty, sendRound } from './send'
import { OWN_EXECUTABLE, temporaryFolder } from './server'
import { spread } from './statistics'
import { type Counted, isCounted } from './targets'

/** `errors`: requests that failed. A row with errors, or one that measured less than it had to, cannot be compared. */
type Round = Metrics & Counted & { readonly errors?: number }
type Row = { readonly name: string; measure(): Promise<Round> }
/** A running version, ready to be measured. */
type OpenVersion = { readonly rows: readonly Row[]; close(): Promise<void> }
type Open = (executable: string) => Promise<OpenVersion>

const COMPARED: ReadonlySet<string> = new Set([
  'hello',
  'messages.p1',
  'tickets.own',
  'tickets.open.p1',
  'tickets.closed.any',
  'contacts.search',
])

/** The comparable parts, by their names for `--only`. */
export function comparisons(quick: boolean) {
  const seconds = quick ? 1 : 2
  return {
    rest: [openRest],
    boot: [(executable) => openBoot(executable, quick ? 5 : 30)],
    login: [(executable) => openWorkloads('new', { executable, env: behindProxy }, seconds, () => logins)],
    ingest: [(executable) => openIngest(executable, quick ? 1000 : 4000)],
    send: [(executable) => openSend(executable, quick ? 400 : 1600)],
    meta: [(executable) => openMeta(executable, quick ? 2000 : 8000)],
    live: [(executable) => openLive(executable, quick ? 3 : 8)],
    hosting: [(executable) => openAttendants(executable, quick ? 4 : 15)],
    reading: (['S', 'M'] as const).map((size) => (executable) => openReading(size, executable, seconds)),
  } satisfies Record<string, readonly Open[]>
}

export type Comparing = { readonly other: string; readonly rounds: number; print(line: Comparison): void }

/** Both versions keep running, so that the idle load of each affects both. */
export async function compareVersions(open: Open, { other, rounds, print }: Comparing): Promise<Comparison[]> {
  const own = await open(OWN_EXECUTABLE)
  const beside = await open(other).catch((error: unknown) => {
    console.error(`the other version cannot be measured here: ${String(error)}`)
    return undefined
  })
  try {
    const lines: Comparison[] = []
    for (const [index, row] of own.rows.entries()) {
      const found = await compareOne(row, beside?.rows[index], rounds)
      for (const line of found) print(line)
      lines.push(...found)
    }
    return lines
  } finally {
    await Promise.all([own.close(), beside?.close()])
  }
}

/** The first round of each warms up, and shows whether the other version supports the row. */
async function compareOne(own: Row, other: Row | undefined, rounds: number): Promise<Comparison[]> {
  refuseErrors(own.name, await own.measure())
  if (!other || !(await isThere(other))) return [newRow(own.name)]
  const pairs: (Pair & { readonly own: Round })[] = []
  for (let round = 0; round < rounds; round++) {
    const [first, second] = round % 2 === 0 ? [other, own] : [own, other]
    const [one, two] = [await first.measure(), await second.measure()]
    pairs.push(first === own ? { own: one, other: two } : { own: two, other: one })
  }
  for (const pair of pairs) refuseErrors(own.name, pair.own)
  return compareRow(own.name, pairs)
}

function refuseErrors(name: string, { errors = 0, counted, expected }: Round) {
  if (errors > 0) throw new Error(`${name}: ${errors} requests failed`)
  if (!isCounted({ counted, expected })) throw new Error(`${name} measured ${counted} of ${expected}`)
}

const isThere = async (row: Row): Promise<boolean> => {
  try {
    refuseErrors(row.name, await row.measure())
    return true
  } catch (error) {
    console.error(`the other version has no ${row.name}: ${String(error)}`)
    return false
  }
}

async function openWorkloads(
  size: SizeName,
  opening: Opening,
  seconds: number,
  workloads: (headers: string) => readonly Workload[],
): Promise<OpenVersion> {
  const seeded = await openSeededServer(size, opening)
  return {
    rows: workloads(seeded.client.headers).map((workload) => ({
      name: size === 'new' ? workload.id : `${workload.id} ${size}`,
      async measure() {
        const { rps, cpuUsEach, errors, counted, expected } = await seeded.run(workload, seconds)
        return { rps, cpuUsEach, errors, counted, expected }
      },
    })),
    close: () => seeded.close(),
  }
}

const openReading = (size: SizeName, executable: string, seconds: number) =>
  openWorkloads(size, { executable }, seconds, (headers) =>
    readingOf(size, headers).filter(({ id }) => COMPARED.has(id) && (id !== 'hello' || size === 'S')),
  )

async function openRest(executable: string): Promise<OpenVersion> {
  const folder = temporaryFolder()
  await restRound(folder.path, executable) // creates the installation
  return {
    rows: [{ name: 'rest', measure: () => restRound(folder.path, executable) }],
    close: async () => folder.remove(),
  }
}

async function openBoot(executable: string, restSeconds: number): Promise<OpenVersion> {
  const seeded = await seedBoot(1000, executable)
  return {
    rows: [
      {
        name: 'boot.1000',
        async measure() {
          const { readyMs, rssMb, idleCpuPercent } = await seeded.round(restSeconds)
          return { readyMs, rssMb, idleCpuPercent, counted: rssMb, expected: 1 }
        },
      },
    ],
    close: async () => seeded.remove(),
  }
}

async function openIngest(executable: string, messages: number): Promise<OpenVersion> {
  const installation = await openInstallation(1, executable)
  return {
    rows: [{ name: 'ingest.one', measure: () => ingestRound(installation, 1, messages) }],
    close: () => installation.close(),
  }
}

async function openSend(executable: string, messages: number): Promise<OpenVersion> {
  const installation = await openInstallation(1, executable)
  const tickets = await acceptForty(installation)
  return {
    rows: [{ name: 'send', measure: () => sendRound(installation, tickets, messages) }],
    close: () => installation.close(),
  }
}

async function openMeta(executable: string, events: number): Promise<OpenVersion> {
  const number = await openOfficialNumber(executable)
  return {
    rows: [
      {
        name: 'meta.ingest',
        async measure() {
          const { acceptedPerSecond, perSecond, cpuUsEach, counted, expected } = await number.round(events)
          return { acceptedPerSecond, perSecond, cpuUsEach, counted, expected }
        },
      },
    ],
    close: () => number.close(),
  }
}

async function openLive(executable: string, seconds: number): Promise<OpenVersion> {
  const installation = await openInstallation(1, executable)
  const listening = await openListening(installation, 500)
  return {
    rows: [
      {
        name: 'live.500',
        async measure() {
          const { latencies, missing, cpuUsEach } = await listening.round(100, seconds)
          if (missing > 0) console.error(`live.500: ${missing} frames were late by more than ten seconds`)
          const counted = latencies.length
          return { p50: spread(latencies).p50, cpuUsEach, counted, expected: Math.ceil((counted + missing) * 0.99) }
        },
      },
    ],
    async close() {
      listening.close()
      await installation.close()
    },
  }
}

/** Phones are linked only when the second row begins. */
async function openAttendants(executable: string, seconds: number): Promise<OpenVersion> {
  const hosting = await openHosting(executable)
  await readingRound(hosting, { times: 1, seconds: 5 })
  let linked: Promise<void> | undefined
  const link = async () => {
    await hosting.linkAll()
    await receive(hosting, 1) // opens conversations
    await acceptAll(hosting)
  }
  const each = (found: Awaited<ReturnType<typeof readingRound>>): Round => {
    const { p50, errors, kinds, perSecond, cpuPercent, rssMb, counted, expected } = found
    if (errors > 0) console.error(`attendants: ${kinds}`)
    // A timeout is the machine's fault, an error status is not.
    const refused = / [1-5]\d\d: /.test(kinds) ? errors : 0
    return { p50, rssMb, cpuUsEach: (cpuPercent / 100 / perSecond) * 1_000_000, errors: refused, counted, expected }
  }
  return {
    rows: [
      { name: 'attendants.reading', measure: async () => each(await readingRound(hosting, { times: 10, seconds })) },
      {
        name: 'attendants.x10',
        async measure() {
          linked ??= link()
          await linked
          return each(await workingRound(hosting, { times: 10, seconds }))
        },
      },
    ],
    close: () => hosting.close(),
  }
}
