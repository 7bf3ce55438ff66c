/**
 * A follower's journal: whole pages, in the order in which the chain has them. The copies of the databases are written
 * from it only after it was flushed, so a copy that was half written is written again.
 *
 *     u32 magic · u32 length of the head · u32 length of the pages · head as JSON · pages · u64 hash of all before
 */
import { closeSync, constants, fstatSync, ftruncate, ftruncateSync, openSync, readSync } from 'node:fs'
import * as v from 'valibot'
import { LinkText } from './chain'
import { flush, writeFully } from './durable'
import { FileState } from './records'

const MAGIC = 0x4261_6c6a // "Balj"
const FIXED_BYTES = 12
const HASH_BYTES = 8
const MAX_HEAD_BYTES = 16 * 1024 * 1024

const Whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
/** A message as it was applied: where the chain stands after it, and the pages it wrote. */
const EntryHead = v.object({
  link: LinkText,
  /** Whether its record ends here. Pages of a record that does not end are void. */
  isLast: v.boolean(),
  /** Sizes in pages to which files are cut before pages are written, by index. */
  cuts: v.array(v.tuple([Whole, Whole])),
  /** File, number and offset in the pages; -1 for a page of zeros. */
  pages: v.array(v.tuple([Whole, Whole, v.number()])),
  files: v.array(FileState),
})
export type EntryHead = v.InferOutput<typeof EntryHead>
export type Entry = EntryHead & {
  /** Offset of its pages in the journal. */
  readonly start: number
  readonly end: number
}

export class Journal {
  readonly #fd: number
  #end = 0

  private constructor(fd: number) {
    this.#fd = fd
  }

  /** Opens or creates it. */
  static open = (path: string): Journal => new Journal(openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600))

  get bytes(): number {
    return this.#end
  }

  /** Its whole entries, from the start; what follows them was being written and is cut off. */
  *entries(): Generator<Entry> {
    const size = fstatSync(this.#fd).size
    this.#end = 0
    while (this.#end < size) {
      const entry = this.#entryAt(this.#end, size)
      if (!entry) break
      this.#end = entry.end
      yield entry
    }
    ftruncateSync(this.#fd, this.#end)
  }

  #entryAt(at: number, size: number): Entry | undefined {
    if (at + FIXED_BYTES + HASH_BYTES > size) return undefined
    const fixed = this.read(at, FIXED_BYTES)
    const [magic, head, pages] = [fixed.readUInt32BE(0), fixed.readUInt32BE(4), fixed.readUInt32BE(8)]
    const start = at + FIXED_BYTES + head
    const end = start + pages + HASH_BYTES
    if (magic !== MAGIC || head > MAX_HEAD_BYTES || end > size) return undefined
    const all = this.read(at, end - HASH_BYTES - at)
    if (Bun.hash(all) !== this.read(end - HASH_BYTES, HASH_BYTES).readBigUInt64BE(0)) return undefined
    const read = v.parse(EntryHead, JSON.parse(all.toString('utf8', FIXED_BYTES, FIXED_BYTES + head)))
    return { ...read, start, end }
  }

  append(head: EntryHead, pages: readonly Uint8Array[]): Entry {
    const json = Buffer.from(JSON.stringify(head))
    const size = pages.reduce((sum, page) => sum + page.length, 0)
    const bytes = Buffer.allocUnsafe(FIXED_BYTES + json.length + size + HASH_BYTES)
    bytes.writeUInt32BE(MAGIC, 0)
    bytes.writeUInt32BE(json.length, 4)
    bytes.writeUInt32BE(size, 8)
    json.copy(bytes, FIXED_BYTES)
    let at = FIXED_BYTES + json.length
    for (const page of pages) {
      bytes.set(page, at)
      at += page.length
    }
    bytes.writeBigUInt64BE(BigInt(Bun.hash(bytes.subarray(0, at))), at)
    writeFully(this.#fd, bytes, this.#end)
    const start = this.#end + FIXED_BYTES + json.length
    this.#end += bytes.length
    return { ...head, start, end: this.#end }
  }

  read(at: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafeSlow(length)
    if (readSync(this.#fd, bytes, 0, length, at) !== length) throw new Error('the journal of the follower is cut off')
    return bytes
  }

  /** Drops what was appended after `end`. */
  truncate(end: number): void {
    ftruncateSync(this.#fd, end)
    this.#end = end
  }

  /** Drops everything. To give much of a file back takes the system so long that the event loop would be held. */
  async empty(): Promise<void> {
    await new Promise<void>((resolve, reject) => ftruncate(this.#fd, 0, (error) => (error ? reject(error) : resolve())))
    this.#end = 0
  }

  flush = (): Promise<void> => flush(this.#fd)
  close = (): void => closeSync(this.#fd)
}
