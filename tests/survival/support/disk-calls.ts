/**
 * Records SQLite's system calls from inside the process: its library's table of imported functions is redirected to
 * ours, which record each call and pass it on. Nothing is installed.
 */
import { dlopen, FFIType, JSCallback, type Pointer, toArrayBuffer } from 'bun:ffi'
import { readFileSync, readlinkSync } from 'node:fs'

export type DiskWatch = {
  wrote(path: string, at: number, bytes: Buffer): void
  truncated(path: string, size: number): void
  synced(path: string): void
}

const libc = dlopen('libc.so.6', {
  pwrite64: { args: [FFIType.i32, FFIType.ptr, FFIType.u64_fast, FFIType.i64_fast], returns: FFIType.i64_fast },
  ftruncate64: { args: [FFIType.i32, FFIType.i64_fast], returns: FFIType.i32 },
  fsync: { args: [FFIType.i32], returns: FFIType.i32 },
  fdatasync: { args: [FFIType.i32], returns: FFIType.i32 },
}).symbols

type Call = keyof typeof libc

/** Records until `stop`. */
export function watchDisk(watch: DiskWatch): { stop(): void } {
  const sync = (call: 'fsync' | 'fdatasync') => (fd: number) => {
    const result = libc[call](fd)
    watch.synced(pathOf(fd))
    return result
  }
  const callbacks: Record<Call, JSCallback> = {
    pwrite64: new JSCallback(
      (fd: number, from: Pointer, length: number, at: number) => {
        watch.wrote(pathOf(fd), at, Buffer.from(new Uint8Array(toArrayBuffer(from, 0, length))))
        return libc.pwrite64(fd, from, length, at)
      },
      { args: [FFIType.i32, FFIType.ptr, FFIType.u64_fast, FFIType.i64_fast], returns: FFIType.i64_fast },
    ),
    ftruncate64: new JSCallback(
      (fd: number, size: number) => {
        watch.truncated(pathOf(fd), size)
        return libc.ftruncate64(fd, size)
      },
      { args: [FFIType.i32, FFIType.i64_fast], returns: FFIType.i32 },
    ),
    fsync: new JSCallback(sync('fsync'), { args: [FFIType.i32], returns: FFIType.i32 }),
    fdatasync: new JSCallback(sync('fdatasync'), { args: [FFIType.i32], returns: FFIType.i32 }),
  }
  const places = findPlaces().map(({ call, address }) => {
    const place = new BigUint64Array(toArrayBuffer(address as Pointer, 0, 8)) // an address in our own memory
    const before = place[0] ?? 0n
    place[0] = BigInt(callbacks[call].ptr ?? 0)
    return { place, before }
  })
  return {
    stop() {
      for (const { place, before } of places) place[0] = before
      for (const callback of Object.values(callbacks)) callback.close()
    },
  }
}

const pathOf = (fd: number) => readlinkSync(`/proc/self/fd/${fd}`)

/** Where the loaded library keeps the addresses of these functions: its relocations name them (ELF, 64 bit). */
function findPlaces(): { call: Call; address: number }[] {
  const { base, path } = findLibrary()
  const elf = readFileSync(path)
  const long = (at: number) => Number(elf.readBigUInt64LE(at))
  const [table, each, count] = [long(40), elf.readUInt16LE(58), elf.readUInt16LE(60)]
  const sections = Array.from({ length: count }, (_, n) => {
    const at = table + n * each
    return {
      type: elf.readUInt32LE(at + 4),
      offset: long(at + 24),
      size: long(at + 32),
      link: elf.readUInt32LE(at + 40),
    }
  })
  return sections
    .filter(({ type }) => type === RELOCATIONS)
    .flatMap(({ offset, size, link }) => {
      const symbols = sections[link]
      const names = sections[symbols?.link ?? 0]
      return Array.from({ length: size / 24 }, (_, n) => offset + n * 24).flatMap((at) => {
        const nameAt = (names?.offset ?? 0) + elf.readUInt32LE((symbols?.offset ?? 0) + elf.readUInt32LE(at + 12) * 24)
        const name = elf.toString('latin1', nameAt, elf.indexOf(0, nameAt))
        return name in libc ? [{ call: name as Call, address: base + long(at) }] : [] // just tested
      })
    })
}
const RELOCATIONS = 4

function findLibrary(): { base: number; path: string } {
  const line = readFileSync('/proc/self/maps', 'utf8')
    .split('\n')
    .find((one) => /better-sqlite3.*\.node$/.test(one) && one.includes(' 00000000 '))
  if (!line) throw new Error('SQLite is not loaded')
  return { base: Number.parseInt(line, 16), path: line.slice(line.indexOf('/')) }
}
