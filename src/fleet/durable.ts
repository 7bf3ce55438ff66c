/** Small files that are whole or absent after a crash, and flushes that do not hold the event loop. */
import { closeSync, fsync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

export const flush = (fd: number): Promise<void> =>
  new Promise((resolve, reject) => fsync(fd, (error) => (error ? reject(error) : resolve())))

/** Flushes a folder, after files in it were made, renamed or removed. */
export async function flushFolder(folder: string): Promise<void> {
  const fd = openSync(folder, 'r')
  try {
    await flush(fd)
  } finally {
    closeSync(fd)
  }
}

export async function writeDurably(path: string, text: string): Promise<void> {
  const fd = openSync(`${path}.new`, 'w', 0o600)
  try {
    writeSync(fd, text)
    await flush(fd)
  } finally {
    closeSync(fd)
  }
  renameSync(`${path}.new`, path)
  await flushFolder(dirname(path))
}

/** Undefined if there is none. */
export function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** A write may be short on a full disk; the next one then says why. */
export function writeFully(fd: number, bytes: Uint8Array, at: number): void {
  let done = 0
  while (done < bytes.length) done += writeSync(fd, bytes, done, bytes.length - done, at + done)
}
