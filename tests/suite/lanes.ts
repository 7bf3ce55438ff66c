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
  /**
   * Largest share of the processor time of all these files that one may take: the report tells files above it, and above
   * twice the share they fail. Seconds would depend on the machine.
   */
  readonly largestShare?: number
}

export type Phase = { readonly together: readonly Step[] } | Tests

const EXECUTABLE = 'tests/cli/executable.test.ts'

/** What shows over many changes and takes long to measure: the weight of many connections, and growth over many messages. */
const measuredLong: readonly string[] = ['tests/channels/whatsapp/weight.test.ts']

/** Kills during one kind of work each; `kill` and `every-moment` stand for them in the short lane. */
const killingLong = [
  ...['bot', 'campaigns', 'history-kill', 'notify-before-kill', 'passkey', 'restored-company', 'webhooks'],
].map((name) => `tests/survival/${name}.test.ts`)

/** Journeys off the main paths: small screens, keyboards, races of two tabs, odd content, measurements. */
const sidePaths = [
  ...[
    'away',
    'desk-details',
    'dialogs',
    'find',
    'first-login',
    'first-steps',
    'forward',
    'groups',
    'hands',
    'keyboard',
  ],
  ...['kinds', 'media', 'menu', 'phone-width', 'rough', 'shared-seat', 'signature', 'tables', 'ticket-switch'],
  ...['toasts', 'top-bar', 'two-attendants', 'two-channels', 'usernames', 'waiting'],
].map((name) => `tests/journeys/${name}.journey.ts`)

/** Builds the executable twice, which takes minutes. */
const building: readonly string[] = ['tests/cli/reproducible.test.ts']

export const onlyLong: readonly string[] = [...measuredLong, ...killingLong, ...sidePaths, ...building]

/** Tests that measure time, memory or wake-ups, or kill by the clock: they must run alone. */
export const measuring: readonly string[] = [
  'tests/api/held-loop.test.ts',
  'tests/api/stranger-inputs.test.ts',
  'tests/channels/whatsapp/hostile.test.ts',
  'tests/channels/whatsapp/session/keep-alive.test.ts',
  'tests/platform/metrics.test.ts',
  'tests/survival/history.test.ts',
  'tests/tenancy/faults.test.ts',
  'tests/tenancy/weight.test.ts',
]

const build: Step = { name: 'build', command: ['./install.sh', 'build'] }

const units: Tests = {
  name: 'unit tests',
  files: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
  without: [...measuring, ...measuredLong, ...killingLong, ...building, EXECUTABLE],
  // Most wait for timers or other processes, so several run together.
  workers: 4,
  timings: 'tests/timings.json',
}
const journeys: Tests = {
  name: 'journeys',
  files: ['tests/journeys/*.journey.ts'],
  without: sidePaths,
  workers: 3,
  timings: 'tests/journeys/timings.json',
}

export const short: readonly Phase[] = [
  { together: [{ name: 'check', command: ['bun', 'run', 'check'] }, build] },
  { ...units, largestShare: 0.025 },
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
      'tests/api/permissions.test.ts',
      'tests/bot/machine-properties.test.ts',
      'tests/cli/backup.test.ts',
      'tests/channels/whatsapp/media/big-file.test.ts',
      'tests/channels/whatsapp/receiving/lid-migration.test.ts',
      'tests/fleet/jetstream/*.test.ts',
      'tests/fleet/upgrade/*.test.ts',
      'tests/platform/parsing.test.ts',
      'tests/platform/timetable.test.ts',
      'tests/tickets/figures/recount.test.ts',
      'tests/outbound/policy.test.ts',
      'tests/ui/live.test.ts',
    ],
    workers: 2,
    env: inFull,
  },
  {
    name: 'tests that measure, in full',
    files: ['tests/chaos/chaos.test.ts', 'tests/api/held-loop.test.ts', ...measuredLong],
    env: inFull,
  },
  // Two hundred seeds, in worlds that stand side by side.
  { name: 'the fleet in full', files: ['tests/fleet/rig/rig.test.ts'], env: inFull },
  { name: 'the build', files: building },
  {
    name: 'journeys in full',
    files: ['tests/journeys/long/*.journey.ts', 'tests/journeys/screens.journey.ts', ...sidePaths],
    workers: 2,
    env: inFull,
  },
  ...shifted,
]
