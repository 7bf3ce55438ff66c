/** Media on real servers. */
import { afterEach, describe, expect, test } from 'bun:test'
import { jetstreamManager } from '@nats-io/jetstream'
import { OBJECTS_STREAM } from '../../../src/fleet/jetstream/names'
import { objectOf } from '../../../src/fleet/media/context'
import { type Sha256, serveFile } from '../../../src/platform/files'
import { DAY } from '../../../src/platform/time'
import { type Nats, startNats } from '../../support/nats'
import { openLog } from '../jetstream/opened'
import { COMPANY } from '../support/company'
import { createFleet, endFleets, random, read, type TestNode } from './nodes'

const OTHER = 'b0a7c6de-0000-4000-8000-000000000002'
const ended: (() => unknown)[] = []
afterEach(async () => {
  await endFleets()
  for (const end of ended.splice(0).reverse()) await end()
})

async function servers(bytesPerSecond = 100_000_000) {
  const nats: Nats = await startNats()
  ended.push(() => nats.stop())
  const log = await openLog(nats, { bytesPerSecond })
  ended.push(() => log.close())
  const jsm = await jetstreamManager(log.connection.nc)
  const countMessages = async () => (await jsm.streams.info(OBJECTS_STREAM)).state.messages
  return { objects: log.log.objects, countMessages }
}

const serve = (node: TestNode, file: Sha256) =>
  serveFile(new Request('http://localhost/file'), { folder: node.folder, file, mimetype: 'video/mp4', name: null })

describe('media on NATS servers', () => {
  test('are stored by one node, read by another, and leave nothing when they are removed', async () => {
    const { objects, countMessages } = await servers()
    const fleet = createFleet({ objects })
    const [a, b] = [await fleet.node(), await fleet.node()]
    const before = await countMessages()
    const files = [random(0), random(100_000), random(2_000_000)]
    const names = await Promise.all(files.map((bytes) => a.adopt(bytes)))
    for (const [at, name] of names.entries())
      expect(Buffer.compare(await read(await serve(b, name)), files[at] ?? Buffer.alloc(0))).toBe(0)
    expect((await Array.fromAsync(a.media.keeper.list(a.folder))).length).toBe(0)
    expect(await a.media.keeper.countBytes(a.folder)).toBe(2_100_000)
    fleet.forward(2 * DAY)
    expect((await Array.fromAsync(a.media.keeper.list(a.folder))).map(({ sha256 }) => sha256).toSorted()).toEqual(
      names.toSorted(),
    )
    for (const name of names) a.media.keeper.remove(a.folder, name)
    while ((await countMessages()) > before) await Bun.sleep(2)
    expect(await Array.fromAsync(objects.list(COMPANY))).toEqual([])
    expect(a.faults).toEqual([])
  })

  test('stay when another stores them while a removal is on its way', async () => {
    const { objects } = await servers()
    const name = objectOf(COMPANY, 'ab'.repeat(32) as Sha256)
    async function* bytes() {
      yield random(200_000)
    }
    for (let round = 0; round < 15; round++) {
      await objects.put(name, bytes())
      const before = (await objects.find(name))?.at ?? 0
      while (Date.now() <= before) await Bun.sleep(1)
      // The removal is of what there was; whichever comes first, the new one is there in the end.
      await Promise.all([objects.remove(name, before + 1), objects.put(name, bytes())])
      const found = await objects.get(name)
      if (!found) throw new Error(`lost in round ${round}`)
      expect((await Array.fromAsync(found)).reduce((sum, { length }) => sum + length, 0)).toBe(200_000)
    }
  })

  test('of a company are forgotten together, and those of others stay', async () => {
    const { objects, countMessages } = await servers()
    const fleet = createFleet({ objects })
    const a = await fleet.node()
    async function* bytes() {
      yield random(300_000)
    }
    await objects.put(objectOf(OTHER, 'a'.repeat(64) as Sha256), bytes())
    const before = await countMessages()
    await a.adopt(random(300_000))
    await a.adopt('conta')
    await a.media.forget(COMPANY)
    expect(await countMessages()).toBe(before)
    expect(await Array.fromAsync(objects.list(OTHER))).toHaveLength(1)
    expect(await fleet.isStored(await a.adopt('conta'))).toBe(true)
  })

  test('wait for no upload of which nobody waits', async () => {
    const { objects } = await servers(2_000_000)
    const fleet = createFleet({ objects })
    const a = await fleet.node()
    const slow = Array.from({ length: 8 }, (_, at) =>
      objects.put(
        `${OTHER}/snapshots/${at}`,
        (async function* () {
          for (let part = 0; part < 8; part++) yield random(128 * 1024)
        })(),
      ),
    )
    const begun = performance.now()
    let isOver = false
    const all = Promise.all(slow).then(() => {
      isOver = true
    })
    for (let count = 0; count < 5; count++) await a.adopt(random(100_000))
    const took = performance.now() - begun
    expect(isOver).toBe(false)
    await all
    // 8 MiB at 2 MB a second, besides what was urgent.
    expect(performance.now() - begun).toBeGreaterThan(took * 2)
  })
})
