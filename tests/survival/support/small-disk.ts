/** A small disk: a tmpfs in a mount namespace that ends with its process. */
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterThisTest } from './cleanups'
import { until } from './until'

const BLOCK = new Uint8Array(4096)

export async function smallDisk(megabytes: number) {
  const place = mkdtempSync(join(tmpdir(), 'disk-'))
  const holder = Bun.spawn(
    [
      'unshare',
      '--mount',
      '--propagation',
      'private',
      'sh',
      '-c',
      `mount -t tmpfs -o size=${megabytes}m balcao ${place} && exec sleep 600`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  afterThisTest(async () => {
    holder.kill('SIGKILL')
    await holder.exited
    rmSync(place, { recursive: true })
  })
  /** The same folder from outside of the namespace. */
  const outside = `/proc/${holder.pid}/root${place}`
  const size = () => statfsSync(outside).blocks * statfsSync(outside).bsize
  await until(() => size() === megabytes * 1024 * 1024, {
    why: async () => (holder.exitCode === null ? 'not mounted' : await new Response(holder.stderr).text()),
  })
  let ballasts = 0

  return {
    /** Path for the server inside. */
    dataDir: join(place, 'data'),
    prefix: ['nsenter', `--mount=/proc/${holder.pid}/ns/mnt`, '--'],
    /** Path for the test outside. */
    outside: join(outside, 'data'),
    free: () => statfsSync(outside).bavail * statfsSync(outside).bsize,
    /** Fills all remaining blocks. */
    fill() {
      const file = openSync(join(outside, `ballast-${ballasts++}`), 'w')
      try {
        for (;;) writeSync(file, BLOCK)
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      } finally {
        closeSync(file)
      }
    },
    makeRoom() {
      for (const name of readdirSync(outside)) if (name.startsWith('ballast-')) rmSync(join(outside, name))
    },
  }
}
