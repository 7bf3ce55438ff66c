/** What is run before every merge, and what only in the long lane (`./install.sh test --long`). Both together are the proof. */

/** Something that succeeds or fails as a whole. */
export type Step = { readonly name: string; readonly command: readonly string[] }

/** Test files, run by `bun test`. A file that fails is run once more, alone. */
export type Tests = {
  readonly name: string
  /** Globs, from the project's folder. */
  readonly files: readonly string[]
  readonly without?: readonly string[]
  /** Processes that share the files; 1 unless said. */
  readonly workers?: number
  /** Put before `bun`, such as a command that shifts the clock. */
  readonly through?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** No file may take longer, except those in `slow`. */
  readonly secondsPerFile?: number
}

export type Phase = { readonly together: readonly Step[] } | Tests

const EXECUTABLE = 'tests/cli/executable.test.ts'
const UNIT = 'tests/**/*.test.ts'
const JOURNEYS = 'tests/journeys/**/*.journey.ts'

/** They measure time, memory or how often the process wakes, or kill by the clock: nothing else may run meanwhile. */
export const measuring: readonly string[] = [
  'tests/chaos/chaos.test.ts',
  'tests/api/held-loop.test.ts',
  'tests/channels/whatsapp/hostile.test.ts',
  'tests/channels/whatsapp/session/keep-alive.test.ts',
  'tests/channels/whatsapp/weight.test.ts',
  'tests/platform/metrics.test.ts',
  'tests/tenancy/faults.test.ts',
]

/** Files that may take longer than the others, each with its reason. */
export const slow: Readonly<Record<string, string>> = {}

const units: Tests = {
  name: 'unit tests',
  files: [UNIT],
  without: [...measuring, EXECUTABLE],
  // Most tests wait at times, for a timer or another process: several wait together.
  workers: 4,
  secondsPerFile: 10,
}
const journeys: Tests = { name: 'journeys', files: [JOURNEYS], workers: 2 }

export const short: readonly Phase[] = [
  {
    together: [
      { name: 'check', command: ['bun', 'run', 'check'] },
      { name: 'build', command: ['./install.sh', 'build'] },
    ],
  },
  units,
  { name: 'tests that measure', files: measuring, secondsPerFile: 10 },
  { name: 'the executable', files: [EXECUTABLE] },
  journeys,
]

/** `BALCAO_TEST_LONG` makes tests run every round, size and case (`tests/support/long.ts`). */
const inFull = { BALCAO_TEST_LONG: '1' }

/** One line per long step; what reads the clock may be run `through` a command that shifts it. */
export const long: readonly Phase[] = [
  { together: [{ name: 'build', command: ['./install.sh', 'build'] }] },
  { ...units, name: 'unit tests in full', env: inFull },
]
