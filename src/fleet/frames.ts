/**
 * The body of a part of a `frames` record: a JSON head with the state of every file, a table of pages, and the pages that
 * are not all zero.
 *
 *     u32 length of the head · head, padded with spaces to a multiple of 4 · u32 count of pages
 *     per page: u8 index of its file · u8 kind · u16 zero · u32 number · then the pages
 */

import { type PageKind, WHOLE, XOR, ZERO } from './pages'
import { BadRecord, type FileState, FramesHead, readJsonBody } from './records'

export const ENTRY_BYTES = 8
const PAD = 4

/** A page as it is shipped. `bytes` is empty for a page of zeros. */
export type ShippedPage = {
  readonly file: number
  readonly number: number
  readonly kind: PageKind
  readonly bytes: Uint8Array
}

/** Collects pages, which the caller writes into the slots that it hands out. */
export class PartWriter {
  readonly #bytes: Buffer
  readonly #start: number
  readonly #table: number
  #count = 0
  #end: number

  constructor(files: readonly FileState[], mostPages: number, pageBytes: number) {
    const json = Buffer.from(JSON.stringify({ files }))
    const length = Math.ceil(json.length / PAD) * PAD
    this.#table = 4 + length + 4
    this.#start = this.#table + mostPages * ENTRY_BYTES
    this.#bytes = Buffer.allocUnsafeSlow(this.#start + pageBytes)
    this.#bytes.writeUInt32BE(length, 0)
    this.#bytes.fill(0x20, 4, 4 + length)
    json.copy(this.#bytes, 4)
    this.#end = this.#start
  }

  /** Room for the next page. */
  slot = (size: number): Uint8Array => this.#bytes.subarray(this.#end, this.#end + size)

  add(file: number, number: number, kind: PageKind, size: number): void {
    const at = this.#table + this.#count * ENTRY_BYTES
    this.#bytes.writeUInt8(file, at)
    this.#bytes.writeUInt8(kind, at + 1)
    this.#bytes.writeUInt16BE(0, at + 2)
    this.#bytes.writeUInt32BE(number, at + 4)
    this.#count++
    if (kind !== ZERO) this.#end += size
  }

  finish(): Uint8Array {
    const tableEnd = this.#table + this.#count * ENTRY_BYTES
    this.#bytes.writeUInt32BE(this.#count, this.#table - 4)
    if (tableEnd !== this.#start) {
      this.#bytes.copyWithin(tableEnd, this.#start, this.#end)
      this.#end -= this.#start - tableEnd
    }
    return this.#bytes.subarray(0, this.#end)
  }
}

const isKind = (kind: number): kind is PageKind => kind === WHOLE || kind === XOR || kind === ZERO

/** Throws `BadRecord`. */
export function readPart(body: Uint8Array): { files: readonly FileState[]; pages: ShippedPage[] } {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const need = (end: number) => {
    if (end > bytes.length) throw new BadRecord('the body of frames is cut off')
  }
  need(4)
  const table = 4 + bytes.readUInt32BE(0) + 4
  need(table)
  const { files } = readJsonBody(FramesHead, bytes.toString('utf8', 4, table - 4))
  const count = bytes.readUInt32BE(table - 4)
  let at = table + count * ENTRY_BYTES
  need(at)
  const pages: ShippedPage[] = []
  for (let entry = table; entry < table + count * ENTRY_BYTES; entry += ENTRY_BYTES) {
    const [file, kind, number] = [bytes.readUInt8(entry), bytes.readUInt8(entry + 1), bytes.readUInt32BE(entry + 4)]
    const state = files[file]
    if (!state || !isKind(kind) || number === 0 || number > state.pages)
      throw new BadRecord(`the body of frames has a page ${number} of kind ${kind} in file ${file}`)
    const size = kind === ZERO ? 0 : state.pageSize
    need(at + size)
    pages.push({ file, number, kind, bytes: body.subarray(at, at + size) })
    at += size
  }
  if (at !== bytes.length) throw new BadRecord('the body of frames has more bytes than its pages')
  return { files, pages }
}
