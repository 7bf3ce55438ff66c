/**
 * The tests' clock: the machine's, or one shifted by `bun run at`. Child processes inherit it; those with their own
 * environment get it from `bareEnvironment`. File times keep the machine's clock, because faketime does not reach the
 * system calls by which Bun reads them.
 */
const { FAKETIME, LD_PRELOAD, FAKETIME_DONT_FAKE_MONOTONIC, ...unshifted } = process.env

/** Milliseconds by which this process is ahead of the machine's clock. */
export const clockShift = Number(FAKETIME ?? 0) * 1000

/** Variables that shift a clock by whole seconds. The dynamic linker expands `$LIB`. */
export const shiftedBy = (seconds: number) => ({
  LD_PRELOAD: '/usr/$LIB/faketime/libfaketime.so.1',
  FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}`,
  // Timers run at normal speed.
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
})

/** An environment without a developer's variables, but with the same clock. */
export function bareEnvironment(variables: Readonly<Record<string, string>> = {}): Record<string, string> {
  const { PATH = '', TMPDIR } = process.env
  // A shifted clock needs the temporary folder of `bun run at`.
  const clock = FAKETIME ? { ...shiftedBy(Number(FAKETIME)), ...(TMPDIR && { TMPDIR }) } : {}
  return { PATH, ...clock, ...variables }
}

/** Chromium does not start under a shifted clock. */
export const unshiftedEnvironment: Readonly<Record<string, string | undefined>> = unshifted
