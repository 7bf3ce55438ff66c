/**
 * The clock that tests run under: the machine's, or one that `bun run at` shifted. Processes inherit it; one that a test
 * starts with an environment of its own gets it from `bareEnvironment`. Files keep the machine's clock: the system calls
 * by which Bun reads their times are out of reach.
 */
const SHIFTING = ['LD_PRELOAD', 'FAKETIME', 'FAKETIME_DONT_FAKE_MONOTONIC'] as const

/** How far ahead of the machine's clock this process is, in milliseconds. */
export const clockShift = Number(process.env.FAKETIME ?? 0) * 1000

/** The variables that shift a clock by so many whole seconds. Where libfaketime is, the dynamic linker finds out (`$LIB`). */
export const shiftedBy = (seconds: number): Readonly<Record<(typeof SHIFTING)[number], string>> => ({
  LD_PRELOAD: '/usr/$LIB/faketime/libfaketime.so.1',
  FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}`,
  // Timers keep their pace.
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
})

/** For a process that shall see nothing of a developer's surroundings, but read the same clock. */
export function bareEnvironment(variables: Readonly<Record<string, string>> = {}): Record<string, string> {
  const clock = SHIFTING.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  })
  return { PATH: process.env.PATH ?? '', ...Object.fromEntries(clock), ...variables }
}

/** This process's environment without a shifted clock: Chromium does not start under one. */
export function unshiftedEnvironment(): Record<string, string | undefined> {
  const { LD_PRELOAD: _, FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC, ...rest } = process.env
  return rest
}
