/** Replaces the program of this process: its id, parent, terminal, folder and open stdio stay. */
import { ptr } from 'bun:ffi'
import { loadLibc } from './libc'

export type NextProgram = {
  readonly path: string
  /** Without the name of the program. */
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
}

/** `close_range`, which older C libraries do not have as a function. The number is the same on all processors. */
const CLOSE_RANGE = 436
const [FIRST_AFTER_STDIO, LAST, ON_EXEC] = [3, 0xffffffff, 4]
const WNOHANG = 1

export const canReplaceProcess = (): boolean => loadLibc() !== null

/** Throws if the system refuses, and the process goes on. Nothing of it is closed in order: that comes before. */
export function replaceProcess({ path, args, env }: NextProgram): never {
  const libc = loadLibc()
  if (!libc) throw new Error('this system cannot replace the program of a process')
  const kept: Buffer[] = [] // until the call
  const text = (value: string): Buffer => {
    const bytes = Buffer.from(`${value}\0`)
    kept.push(bytes)
    return bytes
  }
  const list = (values: readonly string[]) =>
    BigUint64Array.from([...values.map((value) => BigInt(ptr(text(value)))), 0n])
  const variables = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
  const [file, words, settings] = [text(path), list([path, ...args]), list(variables)]
  // The runtime and the database close their files by themselves; this is for what libraries opened.
  libc.syscall(CLOSE_RANGE, FIRST_AFTER_STDIO, LAST, ON_EXEC)
  libc.execve(file, words, settings)
  kept.length = 0
  throw new Error(`${path} cannot be started here`)
}

/** Collects an ended child that this process did not start itself, but the program that it was before. */
export const reap = (pid: number): void => void loadLibc()?.waitpid(pid, null, WNOHANG)
