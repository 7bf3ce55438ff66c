/**
 * Signals are handled on the main loop, so a server whose loop is blocked would ignore them. A native signal handler
 * therefore sets an alarm that kills the process if it has not exited in time.
 */
import { cc } from 'bun:ffi'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadLibc, pointerOf } from './libc'

/** Runs in the signal handler: only async-signal-safe calls. `former` is the runtime's own handler. */
const source = `
typedef void (*handler)(int);
static unsigned int (*alarm_after)(unsigned int);
static unsigned int patience;
static handler former[65];
static void heard(int number) {
  alarm_after(patience);
  former[number](number);
}
int end_after(int number, unsigned int seconds, void *alarm, void *signal) {
  handler before;
  alarm_after = alarm;
  patience = seconds;
  before = ((handler (*)(int, handler))signal)(number, (handler)0);
  if ((unsigned long)before < 2 || before == (handler)-1) return 0;
  former[number] = before;
  ((handler (*)(int, handler))signal)(number, heard);
  return 1;
}`

type Watchdog = ReturnType<typeof compile>
/** Must not be collected: it contains the handlers. */
let compiled: Watchdog | undefined

/**
 * Makes the process end at most `seconds` after one of these signals, even if the main loop is blocked. The program
 * must already listen for them. Returns false on unsupported systems.
 */
export function endAfter(signals: readonly ('SIGTERM' | 'SIGINT')[], seconds: number): boolean {
  const libc = loadLibc()
  if (!libc) return false
  try {
    compiled ??= compile()
  } catch {
    return false
  }
  const { end_after } = compiled.symbols
  return signals.every(
    (signal) => end_after(constants.signals[signal], seconds, pointerOf(libc.alarm), pointerOf(libc.signal)) === 1,
  )
}

const [PR_SET_PDEATHSIG, SIGKILL] = [1, 9]

/** For a child that must not work on without the process that started it, however that one ends. */
export function endWith(parent: number): void {
  loadLibc()?.prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)
  if (process.ppid !== parent) process.exit(1) // it had ended before
}

function compile() {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-'))
  try {
    const path = join(folder, 'last-resort.c')
    writeFileSync(path, source)
    return cc({
      source: path,
      flags: ['-nostdlib', '-nostdinc'], // the machine may not have them
      symbols: { end_after: { args: ['i32', 'u32', 'ptr', 'ptr'], returns: 'i32' } },
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
