/** Pages as they are shipped: whole, as the difference from the version shipped last, or not at all if all zero. */

export const WHOLE = 0
export const XOR = 1
export const ZERO = 2
export type PageKind = typeof WHOLE | typeof XOR | typeof ZERO

const PAGES_PER_COMPANY = 256
const WORD_BYTES = 4

/** Views of bytes whose offset and length are multiples of four. */
const wordsOf = (bytes: Uint8Array): Uint32Array =>
  new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / WORD_BYTES)

/** `into` becomes the difference of itself and `other`. */
export function xorInto(into: Uint8Array, other: Uint8Array): void {
  if (into.length !== other.length) throw new Error(`pages of ${into.length} and ${other.length} bytes`)
  if (into.byteOffset % WORD_BYTES !== 0 || other.byteOffset % WORD_BYTES !== 0) {
    for (let at = 0; at < into.length; at++) into[at] = (into[at] ?? 0) ^ (other[at] ?? 0)
    return
  }
  const [words, others] = [wordsOf(into), wordsOf(other)]
  for (let at = 0; at < words.length; at++) words[at] = (words[at] ?? 0) ^ (others[at] ?? 0)
}

export function isZero(page: Uint8Array): boolean {
  for (let at = 0; at < page.length; at++) if (page[at] !== 0) return false
  return true
}

/** The memory that all companies' shipped pages may take together. */
export function createPagePool(maxBytes = 64 * 1024 * 1024) {
  let bytes = 0
  /** Least recently used first. */
  const caches = new Map<ShippedPages, number>()

  const evict = (current: ShippedPages) => {
    for (const cache of caches.keys()) {
      if (bytes <= maxBytes) return
      if (cache !== current) cache.clear()
    }
  }

  return {
    get bytes() {
      return bytes
    },
    note(cache: ShippedPages, size: number): void {
      bytes += size - (caches.get(cache) ?? 0)
      caches.delete(cache)
      if (size > 0) caches.set(cache, size)
      if (bytes > maxBytes) evict(cache)
    },
  }
}
export type PagePool = ReturnType<typeof createPagePool>

/** The versions of a company's pages that were shipped last, of the pages shipped last. */
export class ShippedPages {
  readonly #pool: PagePool
  /** By file and number, least recently shipped first. */
  readonly #pages = new Map<number, Uint8Array>()
  #bytes = 0

  constructor(pool: PagePool) {
    this.#pool = pool
  }

  /** Writes the page as it is shipped to `into`, and remembers it. */
  encode(file: number, number: number, page: Uint8Array, into: Uint8Array): PageKind {
    const key = keyOf(file, number)
    const before = this.#pages.get(key)
    const kind = isZero(page) ? ZERO : before ? XOR : WHOLE
    if (kind !== ZERO) {
      into.set(page)
      if (before) xorInto(into, before)
    }
    this.#remember(key, page, before)
    return kind
  }

  #remember(key: number, page: Uint8Array, before: Uint8Array | undefined): void {
    this.#pages.delete(key)
    if (before) before.set(page)
    else this.#bytes += page.length
    this.#pages.set(key, before ?? new Uint8Array(page))
    if (this.#pages.size > PAGES_PER_COMPANY) {
      const [oldest] = this.#pages.keys()
      if (oldest !== undefined) this.#drop(oldest)
    }
    this.#pool.note(this, this.#bytes)
  }

  #drop(key: number): void {
    this.#bytes -= this.#pages.get(key)?.length ?? 0
    this.#pages.delete(key)
  }

  /** Forgets pages beyond the end of a file that became shorter. */
  truncate(file: number, pages: number): void {
    for (const key of this.#pages.keys()) if (fileOf(key) === file && numberOf(key) > pages) this.#drop(key)
    this.#pool.note(this, this.#bytes)
  }

  clear(): void {
    this.#pages.clear()
    this.#bytes = 0
    this.#pool.note(this, 0)
  }
}

const FILE_STEP = 2 ** 32
const keyOf = (file: number, number: number) => file * FILE_STEP + number
const fileOf = (key: number) => Math.floor(key / FILE_STEP)
const numberOf = (key: number) => key % FILE_STEP
