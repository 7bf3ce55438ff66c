/**
 * Disks of servers that a test may fill, and whose power may fail: an ext4 image each, mounted in a mount namespace of its
 * own. What was not flushed is in the mounted file system and not in the image, so a copy of the image is what a machine
 * finds after it lost its power.
 */
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterThisTest } from '../../survival/support/cleanups'

export type Disk = Awaited<ReturnType<typeof openDisk>>

const MEGABYTES = 192
const BALLAST = 'ballast'
const BLOCK = new Uint8Array(4096)

/** Whether this machine can: it needs root and loop devices. */
export async function hasDisks(folder: string): Promise<boolean> {
  try {
    const disk = await openDisk(folder, 'probe', 16)
    await disk.close()
    return true
  } catch {
    return false
  }
}

export async function openDisk(folder: string, name: string, megabytes = MEGABYTES) {
  const at = join(folder, `disk-${name}`)
  const place = join(at, 'mounted')
  mkdirSync(place, { recursive: true })
  let number = 0
  const imageOf = (nth: number) => join(at, `image-${nth}`)
  await run('truncate', '-s', `${megabytes}M`, imageOf(0))
  await run('mkfs.ext4', '-q', '-m', '0', imageOf(0))
  let holder = await mount(imageOf(0), place)
  const close = async () => {
    holder.kill('SIGKILL')
    await holder.exited
  }
  afterThisTest(() => close())
  /** The same folder from outside of the namespace. */
  const outside = () => `/proc/${holder.pid}/root${place}`
  const freeBytes = () => statfsSync(outside()).bavail * statfsSync(outside()).bsize

  return {
    /** For those inside, with `prefix`. */
    store: join(place, 'store'),
    prefix: () => ['nsenter', `--mount=/proc/${holder.pid}/ns/mnt`, '--'],
    freeBytes,
    async fill() {
      if (statSync(outside()).dev === statSync(folder).dev) throw new Error('this is not the small disk')
      const path = join(outside(), BALLAST)
      await run('fallocate', '-l', String(Math.max(4096, freeBytes() - 1024 * 1024)), path)
      const file = openSync(path, 'a')
      try {
        for (;;) writeSync(file, BLOCK)
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      } finally {
        closeSync(file)
      }
    },
    makeRoom: () => rmSync(join(outside(), BALLAST), { force: true }),
    /** Its server has been killed: everything that it had not flushed is gone. */
    async losePower() {
      const before = imageOf(number)
      await run('cp', '--sparse=always', before, imageOf(++number))
      await close()
      rmSync(before)
      holder = await mount(imageOf(number), place)
    },
    close,
  }
}

/** The namespace ends with the process that holds it, and the mount with the namespace. */
async function mount(image: string, place: string) {
  // Nothing of the mounted system is written behind the back of whoever copies the image.
  const script = `mount -o loop,commit=600 ${image} ${place} && echo mounted && exec sleep 100000`
  const holder = Bun.spawn(['unshare', '--mount', '--propagation', 'private', 'sh', '-c', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (!(await saysSo(holder.stdout))) throw new Error(`no mount: ${await new Response(holder.stderr).text()}`)
  return holder
}

async function saysSo(stream: ReadableStream<Uint8Array>): Promise<boolean> {
  for await (const part of stream) if (Buffer.from(part).includes('mounted')) return true
  return false
}

async function run(...words: string[]): Promise<void> {
  const child = Bun.spawn(words, { stdio: ['ignore', 'ignore', 'pipe'] })
  if ((await child.exited) !== 0) throw new Error(`${words.join(' ')}: ${await new Response(child.stderr).text()}`)
}
