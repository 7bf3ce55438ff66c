/** What every commit log must do; its tests call this with a way to open one. */
import { describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { type CommitLog, type LogMessage, MOST_BODY, type StoredMessage } from '../../src/fleet/commit-log'
import { boundOf } from '../support/bound'
import { until } from '../support/until'

export const message = (text: string, headers: Record<string, string> = {}): LogMessage => ({
  headers: { 'B-Kind': 'frames', ...headers },
  body: new TextEncoder().encode(text),
})

/** The text of a body. */
export const textOf = ({ body }: LogMessage) => new TextDecoder().decode(body)

export async function readAll(log: CommitLog, company: string, after = 0): Promise<StoredMessage[]> {
  const found: StoredMessage[] = []
  for await (const stored of log.read(company, after)) found.push(stored)
  return found
}

/** A server that is behind may still read what was deleted. */
async function left(log: CommitLog, company: string, texts: readonly string[]): Promise<void> {
  const bound = boundOf(30_000)
  for (;;) {
    const found = (await readAll(log, company)).map(textOf)
    if (Bun.deepEquals(found, texts) || bound.isOver()) return expect(found).toEqual([...texts])
    await Bun.sleep(20)
  }
}

/** Appends the texts one after the other. Returns their sequences. */
export async function appendAll(
  log: CommitLog,
  company: string,
  texts: readonly string[],
  after = 0,
): Promise<number[]> {
  const sequences: number[] = []
  let expected = after
  for (const text of texts) {
    // A log may be unsure at any time; then a writer tries again.
    let answer = await log.append(company, expected, `1.${text}`, message(text))
    for (let tries = 0; answer.outcome === 'unsure' && tries < 20; tries++)
      answer = await log.append(company, expected, `1.${text}`, message(text))
    if (answer.outcome !== 'stored') throw new Error(`${text}: ${JSON.stringify(answer)}`)
    expected = answer.seq
    sequences.push(expected)
  }
  return sequences
}

export async function* inParts(bytes: Uint8Array, size: number) {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}
export async function joined(parts: AsyncIterable<Uint8Array>) {
  const found: Uint8Array[] = []
  for await (const part of parts) found.push(part)
  return Buffer.concat(found)
}

export function commitLogContract(open: () => CommitLog) {
  const company = () => crypto.randomUUID()

  describe('append', () => {
    test('stores a message once, however often it is tried', async () => {
      const one = company()
      const first = await open().append(one, 0, '1.1', message('one'))
      expect(first.outcome).toBe('stored')
      expect(await open().append(one, 0, '1.1', message('one'))).toEqual(first)
      await appendAll(open(), one, ['two'], first.outcome === 'stored' ? first.seq : 0)
      expect(await open().append(one, 0, '1.1', message('one'))).toEqual(first)
      expect((await readAll(open(), one)).map(textOf)).toEqual(['one', 'two'])
    })

    test('refuses a message whose expectation is not the newest one', async () => {
      const one = company()
      const [first = 0, second = 0] = await appendAll(open(), one, ['one', 'two'])
      for (const expected of [0, first, second + 1, second + 1000])
        expect(await open().append(one, expected, `2.${expected}`, message('late'))).not.toMatchObject({
          outcome: 'stored',
        })
      expect(await open().append(one, first, '2.1', message('late'))).toEqual({ outcome: 'refused' })
      expect((await readAll(open(), one)).map(textOf)).toEqual(['one', 'two'])
    })

    test('lets one of two in that write under the same id', async () => {
      const one = company()
      const answers = await Promise.all(['node a', 'node b'].map((text) => open().append(one, 0, '2.0', message(text))))
      const again = await Promise.all(['node a', 'node b'].map((text) => open().append(one, 0, '2.0', message(text))))
      expect(again.map(({ outcome }) => outcome).sort()).toEqual(['refused', 'stored'])
      for (const [at, answer] of answers.entries()) if (answer.outcome === 'stored') expect(again[at]).toEqual(answer)
      expect(await readAll(open(), one)).toHaveLength(1)
    })

    test('keeps companies apart, also with the same ids and texts', async () => {
      const companies = Array.from({ length: 40 }, company)
      const firsts = await Promise.all(companies.map((one) => open().append(one, 0, '1.1', message('one'))))
      expect(new Set(firsts.map(({ outcome }) => outcome))).toEqual(new Set(['stored']))
      for (const one of companies) expect((await readAll(open(), one)).map(textOf)).toEqual(['one'])
    })

    test('keeps headers and bodies of every size', async () => {
      const one = company()
      const body = crypto.getRandomValues(new Uint8Array(65_536))
      const large = Buffer.concat(Array.from({ length: MOST_BODY / 65_536 + 1 }, () => body)).subarray(0, MOST_BODY)
      let expected = 0
      const bodies = [new Uint8Array(), new Uint8Array([0, 13, 10, 255]), large]
      for (const [at, each] of bodies.entries()) {
        const answer = await open().append(one, expected, `1.${at}`, {
          headers: { 'B-N': String(at), 'b-v': '1' },
          body: each,
        })
        expected = answer.outcome === 'stored' ? answer.seq : -1
      }
      const found = await readAll(open(), one)
      expect(found.map(({ headers }) => headers)).toEqual([0, 1, 2].map((at) => ({ 'B-N': String(at), 'b-v': '1' })))
      expect(found.map((each) => Buffer.compare(each.body, bodies[found.indexOf(each)] ?? body))).toEqual([0, 0, 0])
      expect((await open().last(one))?.seq).toBe(expected)
    })
  })

  describe('read', () => {
    test('yields what lies after a sequence, in order, however much it is', async () => {
      const one = company()
      const texts = Array.from({ length: 600 }, (_, at) => `message ${at}`)
      const sequences = await appendAll(open(), one, texts)
      expect((await readAll(open(), one)).map(textOf)).toEqual(texts)
      expect((await readAll(open(), one, sequences[399])).map(textOf)).toEqual(texts.slice(400))
      expect(await readAll(open(), one, sequences.at(-1))).toEqual([])
      expect(await readAll(open(), company())).toEqual([])
    })
  })

  describe('follow', () => {
    test('takes what was there and what comes, once and in order, one at a time', async () => {
      const one = company()
      const [first = 0, second = 0] = await appendAll(open(), one, ['one', 'two', 'three'])
      const taken: string[] = []
      let atATime = 0
      const following = open().follow(one, first, async (each) => {
        expect(++atATime).toBe(1)
        await Bun.sleep(1)
        taken.push(textOf(each))
        atATime--
      })
      await until(() => taken.length === 2, 'both messages')
      const last = (await open().last(one))?.seq ?? 0
      await appendAll(open(), one, ['four', 'five'], last)
      await until(() => taken.length === 4, 'the new messages')
      await following.stop()
      await appendAll(open(), one, ['six'], (await open().last(one))?.seq)
      expect(taken).toEqual(['two', 'three', 'four', 'five'])
      expect(second).toBeGreaterThan(first)
    })

    test('of many companies holds none up when one is slow', async () => {
      const companies = Array.from({ length: 30 }, company)
      const [slow = ''] = companies
      const taken = new Map<string, string[]>(companies.map((one) => [one, []]))
      const wait = Promise.withResolvers<void>()
      const followings = companies.map((one) =>
        open().follow(one, 0, async (each) => {
          if (one === slow) await wait.promise
          taken.get(one)?.push(textOf(each))
        }),
      )
      const texts = Array.from({ length: 20 }, (_, at) => `message ${at}`)
      await Promise.all(companies.map((one) => appendAll(open(), one, texts)))
      const isTaken = (one: string) => taken.get(one)?.length === texts.length
      await until(() => companies.filter((one) => one !== slow).every(isTaken), 'the messages of the others')
      expect(taken.get(slow)).toEqual([])
      wait.resolve()
      await until(() => isTaken(slow), 'the messages of the slow one')
      for (const one of companies) expect(taken.get(one)).toEqual(texts)
      await Promise.all(followings.map((each) => each.stop()))
    })
  })

  describe('purge', () => {
    test('deletes what lies below, and never the newest', async () => {
      const one = company()
      const other = company()
      await appendAll(open(), other, ['of another'])
      const [, , third = 0, fourth = 0] = await appendAll(open(), one, ['one', 'two', 'three', 'four'])
      await open().purgeBelow(one, third)
      await left(open(), one, ['three', 'four'])
      await open().purgeBelow(one, fourth + 1000)
      await left(open(), one, ['four'])
      expect(await open().append(one, 0, '9.1', message('as if there were none'))).toEqual({ outcome: 'refused' })
      await appendAll(open(), one, ['five'], fourth)
      expect((await readAll(open(), other)).map(textOf)).toEqual(['of another'])
      await open().purgeBelow(company(), 5)
    })
  })

  describe('objects', () => {
    test('come back as they were put, are replaced and removed', async () => {
      const { objects } = open()
      const name = `${company()}/média/ficheiro de 1%.jpg`
      expect(await objects.get(name)).toBeUndefined()
      expect(await objects.find(name)).toBeUndefined()
      for (const size of [0, 1, 128 * 1024, 1_000_001]) {
        const bytes = Buffer.alloc(size, `file of ${size} bytes `)
        const sha256 = createHash('sha256').update(bytes).digest('hex')
        expect(await objects.put(name, inParts(bytes, 70_000))).toEqual({ size, sha256 })
        expect(await objects.find(name)).toMatchObject({ size, sha256 })
        const found = await objects.get(name)
        if (!found) throw new Error('not found')
        expect(Buffer.compare(await joined(found), bytes)).toBe(0)
      }
      await objects.remove(name)
      expect(await objects.get(name)).toBeUndefined()
      expect(await objects.find(name)).toBeUndefined()
      await objects.remove(name)
    })
  })
}
