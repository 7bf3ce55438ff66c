/** What a reader of the log refuses, and in which words. */
import { describe, expect, test } from 'bun:test'
import { anchor, BrokenChain, follow, type Link, RecordsMissing } from '../../src/fleet/chain'
import type { StoredMessage } from '../../src/fleet/commit-log'
import { PartWriter, readPart } from '../../src/fleet/frames'
import { createPagePool, ShippedPages, WHOLE, XOR, xorInto, ZERO } from '../../src/fleet/pages'
import {
  BadRecord,
  type FileState,
  headersOf,
  idOf,
  NO_HASH,
  type RecordHead,
  readHead,
  readJsonBody,
  SnapshotBody,
} from '../../src/fleet/records'
import { createSealing } from '../../src/fleet/sealing'
import { createRandom } from '../support/random'
import { COMPANY, FLEET_KEY } from './support/company'

const sealing = createSealing(FLEET_KEY, COMPANY)
const head: RecordHead = { kind: 'frames', epoch: 3, n: 17, part: 1, parts: 1, previous: NO_HASH }
const state: FileState = {
  name: 'tenant.db',
  pageSize: 4096,
  pages: 9,
  checkpoint: 0,
  salt1: 1,
  salt2: 2,
  frame: 3,
  checksum1: 4,
  checksum2: 5,
}

describe('headers', () => {
  test('are read as they were written, beside those of the log itself', () => {
    const many = { ...head, part: 2, parts: 3 }
    expect(readHead({ headers: { ...headersOf(many), 'Nats-Msg-Id': idOf(many) }, body: Buffer.alloc(0) })).toEqual(
      many,
    )
    expect([idOf(head), idOf(many)]).toEqual(['3.17', '3.17.2'])
  })

  test.each([
    ['B-V', undefined, 'the header B-V is missing'],
    ['B-V', '2', 'version "2" of the records is not known; this program reads 1'],
    ['B-Kind', 'frame', 'the header B-Kind is "frame", which is not known'],
    ['B-Epoch', '0', 'the header B-Epoch must be a whole number from 1, not "0"'],
    ['B-Epoch', '1e3', 'the header B-Epoch must be a whole number from 1, not "1e3"'],
    ['B-N', '-1', 'the header B-N must be a whole number from 1, not "-1"'],
    ['B-N', '9'.repeat(16), `the header B-N must be a whole number from 1, not "${'9'.repeat(16)}"`],
    ['B-Prev', 'ABCD', 'the header B-Prev must have 32 hexadecimal digits'],
    ['B-Part', '2/1', 'the header B-Part must be like 1/3, not "2/1"'],
    ['B-Part', '1/1/1', 'the header B-Part must be like 1/3, not "1/1/1"'],
    ['B-Part', '1', 'the header B-Part must be like 1/3, not "1"'],
    ['B-Kind', 'toString', 'the header B-Kind is "toString", which is not known'],
  ])('%s: %s is refused', (name, value, why) => {
    const headers: Record<string, string> = headersOf(head)
    if (value === undefined) delete headers[name]
    else headers[name] = value
    expect(() => readHead({ headers, body: Buffer.alloc(0) })).toThrow(new BadRecord(why))
  })

  test('only frames have parts', () => {
    const headers = headersOf({ ...head, kind: 'epoch', parts: 2 })
    expect(() => readHead({ headers, body: Buffer.alloc(0) })).toThrow('a record of the kind epoch has one part, not 2')
  })
})

describe('a sealed body', () => {
  const body = Buffer.from('boleto '.repeat(500))

  test('opens with its own headers, company and key only', () => {
    const sealed = sealing.seal(head, body)
    expect(Buffer.from(sealing.open(head, sealed)).equals(body)).toBe(true)
    expect(sealed.length).toBeLessThan(200)
    for (const other of [
      { ...head, n: 18 },
      { ...head, epoch: 4 },
      { ...head, previous: 'a'.repeat(32) },
    ])
      expect(() => sealing.open(other, sealed)).toThrow('was changed, or is sealed with another key')
    expect(() => createSealing(FLEET_KEY, 'another').open(head, sealed)).toThrow(BadRecord)
    expect(() => createSealing(Buffer.alloc(32, 8), COMPANY).open(head, sealed)).toThrow(BadRecord)
    expect(() => createSealing(Buffer.alloc(16), COMPANY)).toThrow("the fleet's key must have 32 bytes")
  })

  test('does not open when any bit is flipped or its end is cut off', () => {
    const sealed = sealing.seal(head, body)
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const flipped = new Uint8Array(sealed)
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(() => sealing.open(head, flipped)).toThrow(BadRecord)
    }
    for (let length = 0; length < sealed.length; length++)
      expect(() => sealing.open(head, sealed.subarray(0, length))).toThrow(BadRecord)
  })

  test('never has the nonce of another one: not of another owner with the same epoch, number and predecessor either', () => {
    const nonces = new Set<string>()
    let count = 0
    const random = createRandom(3)
    for (let n = 1; n <= 3000; n++)
      for (const text of [`${random.next()}`, `${random.next()}`]) {
        nonces.add(Buffer.from(sealing.seal({ ...head, n }, Buffer.from(text)).subarray(0, 12)).toString('hex'))
        count++
      }
    expect(nonces.size).toBe(count)
    const [one, again] = [sealing.seal(head, body), sealing.seal(head, body)]
    expect(Buffer.from(one).equals(again)).toBe(true)
  })
})

describe('a sealed object', () => {
  const collect = async (chunks: AsyncIterable<Uint8Array>) => Buffer.concat(await Array.fromAsync(chunks))
  async function* of(...chunks: Uint8Array[]) {
    yield* chunks
  }
  const chunks = [Buffer.alloc(100_000, 1), Buffer.from('two'), Buffer.alloc(70_000, 3)]

  test('opens however it is divided on the way, and not when it is cut, reordered or renamed', async () => {
    const sealed = await Array.fromAsync(sealing.sealObject('a/b', of(...chunks)))
    const whole = Buffer.concat(sealed)
    const [first, second, third, end] = sealed
    if (!first || !second || !third || !end) throw new Error('an object of four chunks')
    for (const size of [1, 7, 100, whole.length]) {
      const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, at) =>
        whole.subarray(at * size, (at + 1) * size),
      )
      expect((await collect(sealing.openObject('a/b', of(...pieces)))).equals(Buffer.concat(chunks))).toBe(true)
    }
    const refused = (bytes: Uint8Array[], name = 'a/b') =>
      expect(collect(sealing.openObject(name, of(...bytes)))).rejects.toThrow(BadRecord)
    await refused([first, second, third])
    await refused([first, third, second, end])
    await refused([first, second, end])
    await refused([first, second, third, end, first])
    await refused([whole.subarray(0, -1)])
    await refused(sealed, 'a/c')
    await refused([])
  })
})

describe('the body of frames', () => {
  const page = (fill: number) => Buffer.alloc(4096, fill)
  const bodyOf = () => {
    const writer = new PartWriter([state], 5, 5 * 4096)
    writer.slot(4096).set(page(1))
    writer.add(0, 1, WHOLE, 4096)
    writer.add(0, 7, ZERO, 4096)
    writer.slot(4096).set(page(2))
    writer.add(0, 9, XOR, 4096)
    return Buffer.from(writer.finish())
  }

  test('is read as it was written', () => {
    const { files, pages } = readPart(bodyOf())
    expect(files).toEqual([state])
    expect(pages.map(({ file, number, kind, bytes }) => [file, number, kind, bytes.length])).toEqual([
      [0, 1, WHOLE, 4096],
      [0, 7, ZERO, 0],
      [0, 9, XOR, 4096],
    ])
    expect(pages[2]?.bytes[0]).toBe(2)
  })

  test('is refused when it is cut off anywhere, has more, or names a page that its file cannot have', () => {
    const body = bodyOf()
    for (let length = 0; length < body.length; length += 3)
      expect(() => readPart(body.subarray(0, length))).toThrow(BadRecord)
    expect(() => readPart(Buffer.concat([body, Buffer.alloc(1)]))).toThrow('has more bytes than its pages')
    const beyond = new PartWriter([state], 1, 4096)
    beyond.add(0, 10, ZERO, 4096)
    expect(() => readPart(beyond.finish())).toThrow('has a page 10 of kind 2 in file 0')
    const elsewhere = new PartWriter([{ ...state, name: '../tenant.db' }], 0, 0)
    expect(() => readPart(elsewhere.finish())).toThrow('the body is wrong at files.0.name')
  })
})

test('the body of a snapshot names the field that is wrong', () => {
  const owner = { node: 'a', incarnation: '1' }
  const bodyOf = (body: object) => JSON.stringify({ contains: null, owner, files: [], ...body })
  expect(() => readJsonBody(SnapshotBody, bodyOf({}))).toThrow('the body is wrong at files')
  expect(() => readJsonBody(SnapshotBody, bodyOf({ owner: { node: 'a' } }))).toThrow('the body is wrong at owner')
  expect(() => readJsonBody(SnapshotBody, '{')).toThrow('the body is not JSON')
})

describe('shipped pages', () => {
  test('differ from the version shipped last, of the last 256 pages', () => {
    const pool = createPagePool()
    const shipped = new ShippedPages(pool)
    const into = new Uint8Array(512)
    expect(shipped.encode(0, 1, Buffer.alloc(512, 1), into)).toBe(WHOLE)
    expect(shipped.encode(0, 1, Buffer.alloc(512, 3), into)).toBe(XOR)
    expect(into[0]).toBe(2)
    expect(shipped.encode(1, 1, Buffer.alloc(512, 3), into)).toBe(WHOLE)
    expect(shipped.encode(0, 1, Buffer.alloc(512), into)).toBe(ZERO)
    for (let number = 2; number <= 256; number++) shipped.encode(0, number, Buffer.alloc(512, 1), into)
    expect(shipped.encode(1, 1, Buffer.alloc(512, 3), into)).toBe(WHOLE)
    shipped.truncate(0, 100)
    expect(shipped.encode(0, 101, Buffer.alloc(512, 1), into)).toBe(WHOLE)
    expect(shipped.encode(0, 100, Buffer.alloc(512, 5), into)).toBe(XOR)
  })

  test('of all companies stay below a bound: the company that shipped least recently gives way', () => {
    const pool = createPagePool(10 * 512)
    const [one, other] = [new ShippedPages(pool), new ShippedPages(pool)]
    const into = new Uint8Array(512)
    for (let number = 1; number <= 6; number++) one.encode(0, number, Buffer.alloc(512, 1), into)
    for (let number = 1; number <= 6; number++) other.encode(0, number, Buffer.alloc(512, 1), into)
    expect(pool.bytes).toBe(6 * 512)
    expect(one.encode(0, 6, Buffer.alloc(512, 1), into)).toBe(WHOLE)
    expect(other.encode(0, 6, Buffer.alloc(512, 2), into)).toBe(XOR)
  })

  test('are combined wherever they lie in memory', () => {
    const bytes = Uint8Array.from([0, 1, 2, 3, 4, 5, 6, 7, 8])
    const [aligned, shifted] = [bytes.slice(0, 8), bytes.subarray(1, 9)]
    xorInto(aligned, shifted)
    expect([...aligned]).toEqual([1, 3, 1, 7, 1, 3, 1, 15])
  })
})

describe('a chain', () => {
  const stored = (seq: number, of: RecordHead): StoredMessage => ({
    seq,
    headers: headersOf(of),
    body: Buffer.from(`body ${seq}`),
  })
  const first = anchor(COMPANY, stored(5, { ...head, kind: 'epoch', epoch: 1, n: 1 }))
  const after = (link: Link, more: Partial<RecordHead>): RecordHead => ({
    kind: 'frames',
    epoch: link.epoch,
    n: link.n + 1,
    part: 1,
    parts: 1,
    previous: link.hash,
    ...more,
  })
  const second = follow(COMPANY, first, stored(9, after(first, { parts: 3 })))

  test('goes on with the next record, the next part, or a new epoch after a record that did not end', () => {
    const part = follow(COMPANY, second, stored(10, after(second, { n: second.n, part: 2, parts: 3 })))
    expect([part.firstSeq, part.part]).toEqual([9, 2])
    expect(follow(COMPANY, part, stored(11, after(part, { kind: 'epoch', epoch: 2 }))).epoch).toBe(2)
    expect(follow(COMPANY, part, stored(11, after(part, { kind: 'snapshot' }))).kind).toBe('snapshot')
  })

  test.each<[string, Partial<RecordHead>, string]>([
    ['another predecessor', { previous: 'f'.repeat(32) }, '1.2 names another record before it than 1.1'],
    ['an epoch that was not claimed', { epoch: 2 }, '2.2 is of an epoch that nobody claimed'],
    ['an epoch that is claimed twice', { kind: 'epoch' }, '1.2 claims an epoch that has begun'],
    ['a part without the first', { part: 2, parts: 2 }, '1.2.2 follows 1.1, which is not the part before it'],
    ['a number again', { n: 1 }, '1.1 follows 1.1, so its number is wrong'],
  ])('stops at %s', (_, more, why) => {
    expect(() => follow(COMPANY, first, stored(9, after(first, more)))).toThrow(new BrokenChain(COMPANY, 9, why))
  })

  test('stops at an earlier epoch, a lost part, records after the end, and a sequence that falls', () => {
    const later = follow(COMPANY, first, stored(9, after(first, { kind: 'epoch', epoch: 7 })))
    expect(() => follow(COMPANY, later, stored(10, after(later, { epoch: 6 })))).toThrow('of a later epoch')
    expect(() => follow(COMPANY, second, stored(10, after(second, { n: second.n, part: 3, parts: 3 })))).toThrow(
      'which is not the part before it',
    )
    expect(() => follow(COMPANY, second, stored(10, after(second, {})))).toThrow('a record without its last part')
    const bye = follow(COMPANY, first, stored(9, after(first, { kind: 'bye' })))
    expect(() => follow(COMPANY, bye, stored(10, after(bye, {})))).toThrow('follows the end of its epoch')
    expect(() => follow(COMPANY, first, stored(5, after(first, {})))).toThrow('it follows sequence 5')
    expect(() => follow(COMPANY, first, stored(9, after(first, { n: 4 })))).toThrow(RecordsMissing)
    expect(() => anchor(COMPANY, stored(1, { ...head, part: 2, parts: 2 }))).toThrow('it begins with part 2')
    expect(() => anchor(COMPANY, stored(1, head))).toThrow('cannot be the first record')
  })
})
