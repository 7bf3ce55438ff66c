/**
 * The clock that tests run under: the machine's, or one that `bun run at` shifted. Processes inherit it; one that a test
 * starts with an environment of its own gets it from `bareEnvironment`. Files keep the machine's clock: the system calls
 * by which Bun reads their times are out of reach.
 */
const { FAKETIME, LD_PRELOAD, FAKETIME_DONT_FAKE_MONOTONIC, ...unshifted } = process.env

/** How far ahead of the machine's clock this process is, in milliseconds. */
export const clockShift = Number(FAKETIME ?? 0) * 1000

/** The variables that shift a clock by so many whole seconds. The dynamic linker knows what `$LIB` is. */
export const shiftedBy = (seconds: number) => ({
  LD_PRELOAD: '/usr/$LIB/faketime/libfaketime.so.1',
  FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}`,
  // Timers keep their pace.
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
})

/** For a process that shall see nothing of a developer's surroundings, but read the same clock. */
export function bareEnvironment(variables: Readonly<Record<string, string>> = {}): Record<string, string> {
  const { PATH = '', TMPDIR } = process.env
  // The temporary folder of `bun run at` comes with its clock.
  const clock = FAKETIME ? { ...shiftedBy(Number(FAKETIME)), ...(TMPDIR && { TMPDIR }) } : {}
  return { PATH, ...clock, ...variables }
}

/** Chromium does not start under a shifted clock. */
export const unshiftedEnvironment: Readonly<Record<string, string | undefined>> = unshifted
