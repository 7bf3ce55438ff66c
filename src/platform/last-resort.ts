/**
 * A signal is heard on the main loop, so a server whose loop is held would hear none. So the system itself, when the signal
 * comes, sets an alarm that ends the process: an orderly end is sooner.
 */
import { cc } from 'bun:ffi'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadLibc, placeOf } from './libc'

/** Runs inside the signal: nothing but calls that are allowed there. `former` is the runtime's own handler. */
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

type Compiled = ReturnType<typeof compile>
/** Kept: the handlers are inside. */
let compiled: Compiled | undefined

/**
 * From now on the process ends at most so many seconds after one of these signals, whatever the main loop does. The program
 * must listen for them already. False where the system does not offer it.
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
    (signal) => end_after(constants.signals[signal], seconds, placeOf(libc.alarm), placeOf(libc.signal)) === 1,
  )
}

function compile() {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-'))
  try {
    const path = join(folder, 'last-resort.c')
    writeFileSync(path, source)
    return cc({
      source: path,
      flags: ['-nostdlib', '-nostdinc'], // the machine need not have them
      symbols: { end_after: { args: ['i32', 'u32', 'ptr', 'ptr'], returns: 'i32' } },
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
