/** What this machine has and uses, measured cheaply enough to be said each second. */
import { readFileSync, type StatsFs, statfsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { availableParallelism, cpus, freemem, totalmem } from 'node:os'
import type { MachineLoad } from '../../fleet/placement/lease'
import { reserveOf } from '../../platform/disk-space'
import { SECOND } from '../../platform/time'

/** Weight of the newest second in the mean that is shown. */
const NEWEST = 0.2
/** Disks fill slowly. */
const DISK_EVERY_MS = 10 * SECOND

type Connections = MachineLoad['connections']
/** Ticks of all processors. */
type Ticks = { readonly busy: number; readonly all: number }

export type MachineMeter = {
  read(): MachineLoad
  /** Whether the disk has no more than what is kept for messages. Once full, it needs twice that. */
  isFull(): boolean
  stop(): void
}

type DiskStats = Pick<StatsFs, 'blocks' | 'bavail' | 'bsize'>

/** What a disk has, and whether it is full. */
export function measureDisk({ blocks, bavail, bsize }: DiskStats, wasFull: boolean) {
  const bytes = blocks * bsize
  const least = reserveOf(bytes) * (wasFull ? 2 : 1)
  return { share: 1 - bavail / Math.max(1, blocks), bytes, isFull: bavail * bsize < least }
}

/** `connections` are asked at each reading. */
export function createMachineMeter(dataDir: string, connections: () => Connections): MachineMeter {
  const processors = availableParallelism()
  const startedAt = Math.round(performance.timeOrigin)
  let before = { ticks: readTicks(), own: process.cpuUsage(), at: performance.now() }
  const mean = { cpu: 0, own: 0 }
  // Known before the first lease, which may call for copies.
  let disk = measureDisk(statfsSync(dataDir), false)
  const measureAgain = async () => {
    const found = await statfs(dataDir).catch(() => undefined)
    if (found) disk = measureDisk(found, disk.isFull)
  }
  const timer = setInterval(() => void measureAgain(), DISK_EVERY_MS)
  timer.unref()

  function measureProcessors(): void {
    const now = { ticks: readTicks(), own: process.cpuUsage(), at: performance.now() }
    const all = now.ticks.all - before.ticks.all
    if (all <= 0) return
    const own = now.own.user + now.own.system - before.own.user - before.own.system
    const ownShare = own / 1000 / Math.max(1, now.at - before.at) / processors
    mean.cpu += NEWEST * ((now.ticks.busy - before.ticks.busy) / all - mean.cpu)
    mean.own += NEWEST * (ownShare - mean.own)
    before = now
  }

  return {
    read() {
      measureProcessors()
      const memory = readMemory()
      return {
        cpus: processors,
        memoryBytes: memory.total,
        diskBytes: disk.bytes,
        cpu: shareOf(mean.cpu),
        memory: shareOf(1 - memory.available / memory.total),
        disk: shareOf(disk.share),
        own: { cpu: shareOf(mean.own), memoryBytes: process.memoryUsage.rss() },
        connections: connections(),
        startedAt,
      }
    },
    isFull: () => disk.isFull,
    stop: () => clearInterval(timer),
  }
}

const shareOf = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000

/** The first line of /proc/stat: user, nice, system, idle, waiting for the disk, and so on. Elsewhere the sum over processors. */
function readTicks(): Ticks {
  const line = readSystem('/proc/stat')?.split('\n', 1)[0]
  if (line?.startsWith('cpu ')) {
    // What guests of this machine use is in the first two already.
    const ticks = line.trim().split(/\s+/).slice(1, 9).map(Number)
    const all = ticks.reduce((sum, one) => sum + one, 0)
    return { all, busy: all - (ticks[3] ?? 0) - (ticks[4] ?? 0) }
  }
  const all = cpus().map(({ times }) => ({ ...times }))
  const sum = (read: (times: (typeof all)[number]) => number) => all.reduce((total, times) => total + read(times), 0)
  const busy = sum(({ user, nice, sys, irq }) => user + nice + sys + irq)
  return { busy, all: busy + sum(({ idle }) => idle) }
}

/** Bytes. What the system keeps of files, and gives back when programs need it, is available. */
function readMemory(): { readonly total: number; readonly available: number } {
  const text = readSystem('/proc/meminfo') ?? ''
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? Number.NaN) * 1024
  const [total, available] = [read('MemTotal'), read('MemAvailable')]
  return total > 0 && available >= 0 ? { total, available } : { total: totalmem(), available: freemem() }
}

function readSystem(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined // another system than Linux
  }
}
