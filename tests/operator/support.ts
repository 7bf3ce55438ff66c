/** Ways to damage a database file. */
import { randomBytes } from 'node:crypto'
import { closeSync, openSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs'

const PAGE = 4096

export const injuries = {
  'its first page zeroed': (path: string) => overwrite(path, 0, Buffer.alloc(PAGE)),
  'random bytes over it': (path: string) => overwrite(path, 0, randomBytes(statSync(path).size)),
  'cut off in the middle': (path: string) => truncateSync(path, PAGE * 3),
  'of no length': (path: string) => writeFileSync(path, ''),
  gone: (path: string) => rmSync(path),
  'not ours': (path: string) => writeFileSync(path, readFileSync(process.execPath).subarray(0, 10 * PAGE)),
} as const satisfies Record<string, (path: string) => void>

/** Overwrites every page but the first, so that the file still opens. */
export const wreckInside = (path: string): void => overwrite(path, PAGE, Buffer.alloc(statSync(path).size - PAGE))

/** Zeroes one page at a time, numbered as in SQLite, and restores it before the next. */
export function* zeroedInTurn(path: string): Generator<number> {
  const whole = readFileSync(path)
  for (let at = 0; at < whole.length; at += PAGE) {
    overwrite(path, at, Buffer.alloc(PAGE))
    yield at / PAGE + 1
    overwrite(path, at, whole.subarray(at, at + PAGE))
  }
}

/** Removes the log, which could repair the file. */
export function withoutLog(path: string): void {
  for (const end of ['-wal', '-shm']) rmSync(`${path}${end}`, { force: true })
}

export function overwrite(path: string, at: number, bytes: Uint8Array) {
  const file = openSync(path, 'r+')
  writeSync(file, bytes, 0, bytes.length, at)
  closeSync(file)
}
