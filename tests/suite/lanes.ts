/** What runs before every merge, and what only in the long lane (`./install.sh test --long`). */

/** A command that succeeds or fails as a whole. */
export type Step = { readonly name: string; readonly command: readonly string[] }

/** Test files for `bun test`. A failed file is run once more, alone. */
export type Tests = {
  readonly name: string
  /** Globs relative to the project's folder. */
  readonly files: readonly string[]
  readonly without?: readonly string[]
  /** Processes that share the files; default 1. */
  readonly workers?: number
  /** A file with earlier durations in milliseconds, as Bun writes it; the longest files start first. */
  readonly timings?: string
  /** A prefix command for `bun test` that shifts the clock. */
  readonly through?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Time limit per file, except those in `slow`. */
  readonly secondsPerFile?: number
}

export type Phase = { readonly together: readonly Step[] } | Tests

const EXECUTABLE = 'tests/cli/executable.test.ts'

/** Tests that measure time, memory or wake-ups, or kill by the clock: they must run alone. */
export const measuring: readonly string[] = [
  'tests/chaos/chaos.test.ts',
  'tests/api/held-loop.test.ts',
  'tests/channels/whatsapp/hostile.test.ts',
  'tests/channels/whatsapp/session/keep-alive.test.ts',
  'tests/channels/whatsapp/weight.test.ts',
  'tests/platform/metrics.test.ts',
  'tests/survival/history.test.ts',
  'tests/tenancy/faults.test.ts',
]

/** Files that may take longer, with the reason. */
export const slow: Readonly<Record<string, string>> = {
  'tests/users/users.test.ts': 'hashes many passwords',
  'tests/api/audiences.test.ts': 'requests the data of each event from every route',
  'tests/channels/whatsapp/session/faults.test.ts': 'waits for many reconnections',
  'tests/channels/whatsapp/session/one-account.test.ts': 'links one account again and again',
  'tests/platform/timetable.test.ts': 'compares thousands of random runs with a scan',
  'tests/survival/held-loop.test.ts': 'blocks a server until it kills itself',
  'tests/survival/notify-before-kill.test.ts': 'kills and starts a server again and again',
  'tests/api/fuzz.test.ts': 'sends odd values to every field of every route',
  'tests/api/isolation.test.ts': 'requests rows of another company from every route',
  'tests/api/permissions.test.ts': 'requests every route as each role, and with each kind of invalid token',
  'tests/channels/whatsapp/media/big-file.test.ts': 'encrypts and sends a hundred megabytes',
  'tests/channels/whatsapp/rubbish.test.ts': 'sends all kinds of rubbish to a whole server',
  'tests/cli/backup.test.ts': 'starts many processes, and backs up a large database',
  'tests/platform/parsing.test.ts': 'kills processes that broken files block',
  'tests/survival/backup.test.ts': 'backs up and restores under load',
  'tests/survival/campaigns.test.ts': 'kills and starts a server again and again',
  'tests/survival/disk-full.test.ts': 'fills a disk under load',
  'tests/survival/every-moment.test.ts': 'kills and starts a server again and again',
  'tests/survival/exceptions.test.ts': 'breaks a server under load',
  'tests/survival/history-kill.test.ts': 'kills and starts a server again and again',
  'tests/survival/kill.test.ts': 'kills and starts a server again and again',
  'tests/survival/passkey.test.ts': 'kills and starts a server again and again',
  'tests/survival/upgrade.test.ts': 'migrates fifty companies',
}

const build: Step = { name: 'build', command: ['./install.sh', 'build'] }

const units: Tests = {
  name: 'unit tests',
  files: ['tests/**/*.test.ts'],
  without: [...measuring, EXECUTABLE],
  // Most wait for timers or other processes, so several run together.
  workers: 4,
}
const journeys: Tests = {
  name: 'journeys',
  files: ['tests/journeys/*.journey.ts'],
  workers: 2,
  timings: 'tests/journeys/timings.json',
}

export const short: readonly Phase[] = [
  { together: [{ name: 'check', command: ['bun', 'run', 'check'] }, build] },
  { ...units, secondsPerFile: 15 },
  { name: 'tests that measure', files: measuring },
  { name: 'the executable', files: [EXECUTABLE] },
  journeys,
]

/** `BALCAO_TEST_LONG` makes them run every round, size and case (`tests/support/long.ts`). */
const inFull = { BALCAO_TEST_LONG: '1' }

/** Clock times in São Paulo: start of a day, end of a year, leap day. */
const shifted = ['00:35', '2027-12-31T23:58', '2028-02-29T09:30'].flatMap((instant): Tests[] =>
  [units, journeys].map((tests) => ({
    ...tests,
    name: `${tests.name} at ${instant}`,
    through: ['bun', 'run', 'at', instant],
  })),
)

export const long: readonly Phase[] = [
  { together: [build] },
  {
    name: 'unit tests in full',
    files: [
      'tests/survival/*.test.ts',
      'tests/api/fuzz.test.ts',
      'tests/bot/machine-properties.test.ts',
      'tests/cli/backup.test.ts',
      'tests/channels/whatsapp/media/big-file.test.ts',
      'tests/channels/whatsapp/receiving/lid-migration.test.ts',
      'tests/platform/parsing.test.ts',
      'tests/outbound/policy.test.ts',
    ],
    workers: 2,
    env: inFull,
  },
  {
    name: 'tests that measure, in full',
    files: ['tests/chaos/chaos.test.ts', 'tests/api/held-loop.test.ts', 'tests/channels/whatsapp/weight.test.ts'],
    env: inFull,
  },
  { name: 'journeys in full', files: ['tests/journeys/long/*.journey.ts'], workers: 2, env: inFull },
  ...shifted,
]
