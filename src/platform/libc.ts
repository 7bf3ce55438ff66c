/** System calls that the runtime does not offer. */
import { dlopen, type Pointer } from 'bun:ffi'

export type Libc = ReturnType<typeof open>

let opened: Libc | null | undefined

/** Null on anything but Linux with glibc. */
export function loadLibc(): Libc | null {
  if (opened !== undefined) return opened
  try {
    opened = open()
  } catch {
    opened = null
  }
  return opened
}

/** Address of a system function, for native code that calls it. */
export const pointerOf = (call: Libc[keyof Libc]): Pointer => (call as unknown as { readonly ptr: Pointer }).ptr // missing in Bun's types

const open = () =>
  dlopen('libc.so.6', {
    /** Kills this process after so many seconds; 0 cancels it. */
    alarm: { args: ['u32'], returns: 'u32' },
    signal: { args: ['i32', 'ptr'], returns: 'ptr' },
    prctl: { args: ['i32', 'u64', 'u64', 'u64', 'u64'], returns: 'i32' },
    socket: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
    sendto: { args: ['i32', 'ptr', 'u64', 'i32', 'ptr', 'u32'], returns: 'i64' },
    close: { args: ['i32'], returns: 'i32' },
    execve: { args: ['ptr', 'ptr', 'ptr'], returns: 'i32' },
    syscall: { args: ['i64', 'u64', 'u64', 'u64'], returns: 'i64' },
    waitpid: { args: ['i32', 'ptr', 'i32'], returns: 'i32' },
  }).symbols
