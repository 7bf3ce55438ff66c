/** A simulated disk that at a power failure loses some or all of the data that was not synced. */
import type { RepeatableRandom } from './random'

type Change = { readonly at: number; readonly bytes: Buffer } | { readonly size: number }
export type DiskEvent =
  | { readonly do: 'change'; readonly file: string; readonly change: Change }
  | { readonly do: 'sync'; readonly file: string }
  /** Reported as stored to the program. */
  | { readonly do: 'promise'; readonly state: string }

type File = { kept: Buffer; loose: Change[] }

export function makeForgetfulDisk() {
  const files = new Map<string, File>()
  const fileOf = (name: string): File => {
    const file = files.get(name) ?? { kept: Buffer.alloc(0), loose: [] }
    files.set(name, file)
    return file
  }
  return {
    hear(event: DiskEvent) {
      if (event.do === 'change') fileOf(event.file).loose.push(event.change)
      if (event.do !== 'sync') return
      const file = fileOf(event.file)
      file.kept = file.loose.reduce(apply, file.kept)
      file.loose = []
    },
    /** Data after the power failure. `random`: each unsynced piece may be there anyway. */
    afterPowerLoss: (random: RepeatableRandom | null): ReadonlyMap<string, Buffer> =>
      new Map(
        [...files].map(([name, { kept, loose }]) => [
          name,
          random ? loose.filter(() => random.between(0, 2) === 0).reduce(apply, Buffer.from(kept)) : kept,
        ]),
      ),
  }
}

function apply(content: Buffer, change: Change): Buffer {
  if ('size' in change) return resized(content, change.size)
  const end = change.at + change.bytes.length
  const room = end > content.length ? resized(content, end) : content
  change.bytes.copy(room, change.at)
  return room
}

function resized(content: Buffer, size: number): Buffer {
  const made = Buffer.alloc(size)
  content.copy(made)
  return made
}
