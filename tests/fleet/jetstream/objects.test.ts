/** Large files on real servers: whole or not there, and never so fast that messages wait. */

import { afterEach, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { jetstreamManager } from '@nats-io/jetstream'
import { OBJECTS_STREAM } from '../../../src/fleet/jetstream/names'
import { ObjectDamaged, removeAbandonedUploads } from '../../../src/fleet/jetstream/objects'
import { isLong } from '../../support/long'
import { type Nats, startNats } from '../../support/nats'
import { inParts, joined } from '../commit-log-contract'
import { openLog } from './opened'

const ended: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end()
})
async function opened(servers: 1 | 3 = 1, bytesPerSecond = 100_000_000) {
  const nats = await startNats({ servers })
  ended.push(() => nats.stop())
  const log = await openLog(nats, { bytesPerSecond })
  ended.push(() => log.close())
  return { nats, ...log, objects: log.log.objects }
}

const random = (size: number) => {
  const block = crypto.getRandomValues(new Uint8Array(65_536))
  return Buffer.concat(Array.from({ length: Math.ceil(size / block.length) }, () => block)).subarray(0, size)
}
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function storedMessages(connection: Awaited<ReturnType<typeof opened>>['connection']): Promise<number> {
  const jsm = await jetstreamManager(connection.nc)
  return (await jsm.streams.info(OBJECTS_STREAM)).state.messages
}

async function killWhile(nats: Nats, work: (kill: () => Promise<void>) => Promise<unknown>) {
  const leader = await nats.leaderOf(OBJECTS_STREAM)
  await work(() => leader.kill())
  await leader.start()
  await nats.whole()
}

describe('an upload', () => {
  test('survives the loss of the server that takes it, and so does a download', async () => {
    const { nats, objects, connection } = await opened(3)
    const bytes = random(5_000_000)
    await killWhile(nats, async (kill) => {
      async function* killing() {
        for await (const part of inParts(bytes, 100_000)) {
          yield part
          if (part.byteOffset === bytes.byteOffset + 2_000_000) await kill()
        }
      }
      expect(await objects.put('media/a', killing())).toEqual({ size: bytes.length, sha256: sha256(bytes) })
    })
    expect(await storedMessages(connection)).toBe(Math.ceil(bytes.length / 131_072) + 1)
    await killWhile(nats, async (kill) => {
      const parts: Uint8Array[] = []
      for await (const part of (await objects.get('media/a')) ?? []) {
        parts.push(part)
        if (isLong && parts.length === 5) await kill()
      }
      expect(sha256(Buffer.concat(parts))).toBe(sha256(bytes))
    })
  })

  test('that breaks off leaves nothing, and what was there before stays', async () => {
    const { objects, connection } = await opened()
    const before = random(300_000)
    await objects.put('media/a', inParts(before, 10_000))
    const messages = await storedMessages(connection)
    async function* breaking() {
      yield random(1_000_000)
      throw new Error('the customer left')
    }
    for (const name of ['media/a', 'media/b'])
      await expect(objects.put(name, breaking())).rejects.toThrow('the customer left')
    expect(await objects.find('media/b')).toBeUndefined()
    expect(await objects.find('media/a')).toMatchObject({ size: before.length, sha256: sha256(before) })
    await objects.remove('media/a')
    await objects.put('media/a', inParts(before, 10_000))
    expect(await storedMessages(connection)).toBe(messages)
  })

  test('of a process that was killed is deleted an hour later, and nothing else', async () => {
    const { nats, objects, connection } = await opened()
    const bytes = random(400_000)
    await objects.put('media/a', inParts(bytes, 100_000))
    const whole = await storedMessages(connection)
    const killed = await openLog(nats)
    async function* endless() {
      yield bytes
      await killed.connection.close()
      yield bytes
    }
    await expect(killed.log.objects.put('media/b', endless())).rejects.toThrow()
    expect(await storedMessages(connection)).toBeGreaterThan(whole)
    expect(await removeAbandonedUploads(connection, 'media', Date.now() + 30 * 60_000)).toBe(0)
    expect(await removeAbandonedUploads(connection, 'other', Date.now() + 90 * 60_000)).toBe(0)
    expect(await removeAbandonedUploads(connection, 'media', Date.now() + 90 * 60_000)).toBe(1)
    expect(await storedMessages(connection)).toBe(whole)
    expect(sha256(await joined((await objects.get('media/a')) ?? inParts(bytes, 1)))).toBe(sha256(bytes))
    await killed.close()
  })

  test('waits for others, so that all together stay below the rate', async () => {
    const { objects } = await opened(1, 2_000_000)
    const begun = performance.now()
    await Promise.all(['a', 'b', 'c'].map((name) => objects.put(`media/${name}`, inParts(random(600_000), 50_000))))
    const rate = 1_800_000 / ((performance.now() - begun) / 1000)
    expect(rate).toBeLessThan(2_600_000)
  })

  test('in progress does not show, and the newest of several is the one', async () => {
    const { objects, connection } = await opened()
    const versions = [random(200_000), random(200_001), random(200_002)]
    const go = Promise.withResolvers<void>()
    async function* waiting(bytes: Uint8Array) {
      yield bytes.subarray(0, 150_000)
      await go.promise
      yield bytes.subarray(150_000)
    }
    const puts = versions.map((bytes) => objects.put('media/a', waiting(bytes)))
    expect(await objects.find('media/a')).toBeUndefined()
    go.resolve()
    const outcomes = await Promise.allSettled(puts)
    const found = await joined((await objects.get('media/a')) ?? inParts(new Uint8Array(), 1))
    const whole = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value.sha256] : []))
    expect(whole).toContain(sha256(found))
    expect(await storedMessages(connection)).toBe(3)
  })
})

describe('a download', () => {
  test('of a damaged file ends with an error', async () => {
    const { objects, connection } = await opened()
    await objects.put('media/a', inParts(random(500_000), 100_000))
    const jsm = await jetstreamManager(connection.nc)
    const { meta, chunk } = await subjects(jsm)
    expect(meta).toBeDefined()
    await jsm.streams.purge(OBJECTS_STREAM, { filter: chunk, keep: 2 })
    const found = await objects.get('media/a')
    if (!found) throw new Error('not found')
    await expect(joined(found)).rejects.toThrow(ObjectDamaged)
  })
})

async function subjects(jsm: Awaited<ReturnType<typeof jetstreamManager>>) {
  const { state } = await jsm.streams.info(OBJECTS_STREAM, { subjects_filter: '>' })
  const all = Object.keys(state.subjects ?? {})
  return { meta: all.find((each) => each.includes('.M.')), chunk: all.find((each) => each.includes('.C.')) ?? '' }
}
