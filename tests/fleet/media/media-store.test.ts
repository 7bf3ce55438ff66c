/** A company's files are wherever the company goes. */
import { afterEach, describe, expect, test } from 'bun:test'
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { AppError } from '../../../src/errors'
import type { ObjectStore } from '../../../src/fleet/commit-log'
import { objectOf } from '../../../src/fleet/media/context'
import {
  adoptFile,
  findStoredFile,
  hashOf,
  keeperOf,
  mediaPath,
  obtainStoredFile,
  removeIfOlder,
  type Sha256,
  serveFile,
  sidePath,
} from '../../../src/platform/files'
import { NotAcknowledged } from '../../../src/platform/gate'
import { clearOperatorFiles, openOperatorFolder } from '../../../src/platform/operator-storage'
import { DAY, HOUR } from '../../../src/platform/time'
import { until } from '../../support/until'
import { COMPANY } from '../support/company'
import { createFleet, endFleets, random, read, type TestNode } from './nodes'

afterEach(endFleets)

const asked = (headers: Record<string, string> = {}) => new Request('http://localhost/file', { headers })
const serve = (node: TestNode, file: Sha256, headers: Record<string, string> = {}) =>
  serveFile(asked(headers), { folder: node.folder, file, mimetype: 'image/png', name: 'a.png' })
/** The code of the error that it fails with. */
const codeOf = async (work: Promise<unknown> | unknown): Promise<string | undefined> => {
  try {
    await work
    return undefined
  } catch (error) {
    return error instanceof AppError ? error.code : String(error)
  }
}
const old = (node: TestNode, sha256: Sha256) => utimesSync(mediaPath(node.folder, sha256), 1, 1)

describe('a stored file', () => {
  test.each([0, 1, 100_000, 128 * 1024, 128 * 1024 + 1, 3_000_000])(
    'of %d bytes is in the object store when adopting it ends, and on every node that reads it',
    async (size) => {
      const fleet = createFleet()
      const [a, b] = [await fleet.node(), await fleet.node()]
      const bytes = random(size)
      const sha256 = await a.adopt(bytes)
      expect(await fleet.isStored(sha256)).toBe(true)
      expect(b.has(sha256)).toBe(false)
      expect(Buffer.compare(await read(await serve(b, sha256)), bytes)).toBe(0)
      await until(() => b.has(sha256))
      expect(Buffer.compare(readFileSync(mediaPath(b.folder, sha256)), bytes)).toBe(0)
      expect(readdirSync(join(b.folder, 'media/incoming'))).toEqual([])
    },
  )

  test('is encrypted there, for this company', async () => {
    const fleet = createFleet()
    const a = await fleet.node()
    const text = 'o nome do cliente é Maria '.repeat(100)
    const sha256 = await a.adopt(text)
    const stored = Buffer.concat(await Array.fromAsync((await fleet.objects.get(objectOf(COMPANY, sha256))) ?? []))
    expect(stored.includes('Maria')).toBe(false)
    // The same object under the name of another company is not opened.
    const other = 'b0a7c6de-0000-4000-8000-000000000002'
    await fleet.objects.put(
      objectOf(other, sha256),
      (async function* () {
        yield stored
      })(),
    )
    const keeper = keeperOf(a.folder)
    const folder = join(a.dataDir, 'tenants', other)
    mkdirSync(folder)
    const found = await keeper?.open(folder, sha256)
    await expect(found?.whole()).rejects.toThrow()
  })

  test('is not told as stored if the store changed it', async () => {
    const fleet = createFleet()
    await fleet.node()
    const lying: ObjectStore = {
      ...fleet.objects,
      put: (name, bytes, options) =>
        fleet.objects.put(
          name,
          (async function* () {
            for await (const some of bytes) yield Buffer.concat([some.subarray(0, -1), Buffer.from([0])])
          })(),
          options,
        ),
    }
    const a = await fleet.node({ objects: lying })
    expect(await codeOf(a.adopt('conta'))).toBe('ERR_TENANT_UNAVAILABLE')
    expect(a.faults).toHaveLength(3)
    await a.stop()
    const honest = await fleet.node({}, a.dataDir)
    const sha256 = await honest.adopt('conta') // what is wrong in the store does not count as stored
    const b = await fleet.node()
    expect(await read(await serve(b, sha256))).toEqual(Buffer.from('conta'))
  })

  test('is tried again when the store does not answer once', async () => {
    const fleet = createFleet()
    await fleet.node()
    let failures = 2
    const a = await fleet.node({
      objects: {
        ...fleet.objects,
        put: (...args) => (failures-- > 0 ? Promise.reject(new Error('no answer')) : fleet.objects.put(...args)),
      },
    })
    expect(await fleet.isStored(await a.adopt('conta'))).toBe(true)
  })

  test('is stored once, though it comes often', async () => {
    const fleet = createFleet()
    let puts = 0
    const a = await fleet.node({
      objects: { ...fleet.objects, put: (...args) => fleet.objects.put(...args).finally(() => puts++) },
    })
    const before = puts
    await Promise.all([a.adopt('conta'), a.adopt('conta'), a.adopt('conta')])
    expect(puts - before).toBe(1)
    fleet.forward(DAY)
    await a.adopt('conta') // what is older may be about to be removed elsewhere
    expect(puts - before).toBe(2)
  })
})

describe('a file that is read where it is not', () => {
  test('comes once for all who read it at the same time', async () => {
    const fleet = createFleet()
    const a = await fleet.node()
    const bytes = random(2_000_000)
    const sha256 = await a.adopt(bytes)
    let gets = 0
    const b = await fleet.node({
      objects: {
        ...fleet.objects,
        get(name) {
          gets++
          return fleet.objects.get(name)
        },
      },
    })
    const found = await Promise.all(Array.from({ length: 20 }, async () => read(await serve(b, sha256))))
    for (const one of found) expect(Buffer.compare(one, bytes)).toBe(0)
    expect(gets).toBe(1)
    await read(await serve(b, sha256))
    expect(gets).toBe(1)
  })

  test('is sent while it comes', async () => {
    const fleet = createFleet()
    const a = await fleet.node()
    const bytes = random(1_000_000)
    const sha256 = await a.adopt(bytes)
    const go = Promise.withResolvers<void>()
    const b = await fleet.node({
      objects: {
        ...fleet.objects,
        async get(name) {
          const all = Buffer.concat(await Array.fromAsync((await fleet.objects.get(name)) ?? []))
          return (async function* () {
            yield all.subarray(0, 500_000)
            await go.promise
            yield all.subarray(500_000)
          })()
        },
      },
    })
    const response = await serve(b, sha256)
    expect(response?.headers.get('content-length')).toBe(String(bytes.length))
    const reader = response?.body?.getReader()
    const first = await reader?.read()
    expect(Buffer.compare(Buffer.from(first?.value ?? []), bytes.subarray(0, first?.value?.length))).toBe(0)
    expect(b.has(sha256)).toBe(false)
    go.resolve()
    let rest = first?.value?.length ?? 0
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) rest += part.value.length
    expect(rest).toBe(bytes.length)
  })

  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=10-', 10, 299_999],
    ['bytes=-5', 299_995, 299_999],
    ['bytes=131071-131073', 131_071, 131_073],
    ['bytes=0-999999999', 0, 299_999],
  ])('answers %s', async (range, from, to) => {
    const fleet = createFleet()
    const [a, b] = [await fleet.node(), await fleet.node()]
    const bytes = random(300_000)
    const sha256 = await a.adopt(bytes)
    const response = await serve(b, sha256, { range })
    expect(response?.status).toBe(206)
    expect(response?.headers.get('content-range')).toBe(`bytes ${from}-${to}/300000`)
    expect(Buffer.compare(await read(response), bytes.subarray(from, to + 1))).toBe(0)
  })

  test('answers a range outside it, and a copy that the browser has', async () => {
    const fleet = createFleet()
    const [a, b] = [await fleet.node(), await fleet.node()]
    const sha256 = await a.adopt('conta')
    expect((await serve(b, sha256, { range: 'bytes=99-' }))?.status).toBe(416)
    expect((await serve(b, 'f'.repeat(64) as Sha256))?.status).toBeUndefined()
    expect((await serve(b, sha256, { 'if-none-match': `"${sha256}"` }))?.status).toBe(304)
  })

  test('is missing if nobody stored it, and unavailable while the store does not answer', async () => {
    const fleet = createFleet()
    const b = await fleet.node()
    const name = 'ab'.repeat(32) as Sha256
    expect(await serve(b, name)).toBeUndefined()
    expect(await obtainStoredFile(b.folder, name)).toBeUndefined()
    expect(await obtainStoredFile(b.folder, '../../secret.key')).toBeUndefined()
    const silent = await fleet.node({
      objects: { ...fleet.objects, find: () => Promise.reject(new Error('no answer')) },
    })
    expect(await codeOf(serve(silent, name))).toBe('ERR_TENANT_UNAVAILABLE')
    expect(await codeOf(obtainStoredFile(silent.folder, name))).toBe('ERR_TENANT_UNAVAILABLE')
  })

  test.each([
    ['changed', true],
    ['cut off', true],
    ['longer', false],
  ])('that is %s never takes its name', async (how, isUnreadable) => {
    const fleet = createFleet()
    const a = await fleet.node()
    const sha256 = await a.adopt(random(400_000))
    const b = await fleet.node({
      objects: {
        ...fleet.objects,
        async get(name) {
          const all = Buffer.concat(await Array.fromAsync((await fleet.objects.get(name)) ?? []))
          if (how === 'changed') all[200_000] = (all[200_000] ?? 0) ^ 1
          const damaged =
            how === 'cut off' ? all.subarray(0, 150_000) : how === 'longer' ? Buffer.concat([all, all]) : all
          return (async function* () {
            yield damaged
          })()
        },
      },
    })
    const reading = read(await serve(b, sha256))
    if (isUnreadable) await expect(reading).rejects.toThrow()
    else await reading.catch(() => {}) // what is read before the end is known to be right
    await until(() => b.faults.length > 0)
    expect(findStoredFile(b.folder, sha256)).toBeUndefined()
    await until(() => readdirSync(join(b.folder, 'media/incoming')).length === 0)
  })

  test('is not brought to a full disk', async () => {
    const fleet = createFleet()
    const [a, b] = [await fleet.node(), await fleet.node()]
    const sha256 = await a.adopt('conta')
    const huge = await fleet.node({
      objects: {
        ...fleet.objects,
        find: async (name) => {
          const found = await fleet.objects.find(name)
          return found && { ...found, contentSize: Number.MAX_SAFE_INTEGER }
        },
      },
    })
    expect(await codeOf(serve(huge, sha256))).toBe('ERR_STORAGE_FULL')
    expect(await read(await serve(b, sha256))).toEqual(Buffer.from('conta'))
  })
})

describe('a file that no row names', () => {
  test('is removed from the store, also where the disk lacks it', async () => {
    const fleet = createFleet()
    const [a, b] = [await fleet.node(), await fleet.node()]
    const [one, two] = [await a.adopt('um'), await a.adopt('dois')]
    fleet.forward()
    old(a, one)
    removeIfOlder(a.folder, one, Date.now() - DAY)
    removeIfOlder(b.folder, two, Date.now() - DAY)
    while ((await fleet.isStored(one)) || (await fleet.isStored(two))) await Bun.sleep(1)
    expect(a.has(one)).toBe(false)
    expect(a.has(two)).toBe(true)
  })

  test('stays while it is younger than a day, or is stored again meanwhile', async () => {
    const fleet = createFleet()
    const a = await fleet.node()
    const sha256 = await a.adopt('um')
    fleet.forward(HOUR)
    a.media.keeper.remove(a.folder, sha256)
    await Bun.sleep(0)
    expect(await fleet.isStored(sha256)).toBe(true)
    fleet.forward()
    old(a, sha256)
    removeIfOlder(a.folder, sha256, Date.now() - DAY)
    expect(await a.adopt('um')).toBe(sha256)
    expect(await fleet.isStored(sha256)).toBe(true)
    expect(a.has(sha256)).toBe(true)
  })

  test('stays until the commit that names it no more is acknowledged, and for good if that is lost', async () => {
    const fleet = createFleet()
    const go = Promise.withResolvers<void>()
    const a = await fleet.node({ gate: { wait: () => go.promise } })
    const sha256 = await a.adopt('um')
    fleet.forward()
    old(a, sha256)
    removeIfOlder(a.folder, sha256, Date.now() - DAY)
    go.reject(new NotAcknowledged())
    await until(() => a.faults.length > 0)
    expect(await fleet.isStored(sha256)).toBe(true)
  })
})

describe('an installation that enters a fleet', () => {
  test('stores what it has, once, and says how much is left', async () => {
    const fleet = createFleet()
    const a = await fleet.node()
    const names = await Promise.all(Array.from({ length: 20 }, (_, at) => a.place(`arquivo ${at}`)))
    expect(a.media.leftOf(COMPANY)).toBeNull()
    const storing = a.media.storeAll(COMPANY)
    await until(() => (a.media.leftOf(COMPANY)?.files ?? 0) > 0)
    await storing
    expect(a.media.leftOf(COMPANY)).toBeNull()
    for (const name of names) expect(await fleet.isStored(name)).toBe(true)
    const late = await a.place('posto à mão')
    await a.media.storeAll(COMPANY)
    expect(await fleet.isStored(late)).toBe(false)
    a.media.adopt(COMPANY)
    await a.media.storeAll(COMPANY)
    expect(await fleet.isStored(late)).toBe(true)
  })

  test('goes on after a restart where it was', async () => {
    const fleet = createFleet()
    let puts = 0
    const objects: ObjectStore = {
      ...fleet.objects,
      put(name, ...rest) {
        if (name.includes('/media/') && ++puts > 5) return Promise.reject(new Error('the process ends'))
        return fleet.objects.put(name, ...rest)
      },
    }
    const a = await fleet.node({ objects })
    const names = await Promise.all(Array.from({ length: 20 }, (_, at) => a.place(`arquivo ${at}`)))
    await a.media.storeAll(COMPANY)
    expect((await Promise.all(names.map(fleet.isStored))).filter(Boolean)).toHaveLength(5)
    const again = await fleet.node({}, a.dataDir)
    await again.media.storeAll(COMPANY)
    expect((await Promise.all(names.map(fleet.isStored))).filter(Boolean)).toHaveLength(20)
  })

  test('stores what another node asks for at once, and that node has it', async () => {
    const fleet = createFleet()
    const a = await fleet.node()
    const sha256 = await a.place('conta')
    const b = await fleet.node({ askOthers: (company, file) => a.media.storeNow(company, file) })
    expect(await read(await serve(b, sha256))).toEqual(Buffer.from('conta'))
    expect(await serve(b, 'ab'.repeat(32) as Sha256)).toBeUndefined()
    await a.media.storeAll(COMPANY)
    const removed = await a.place('apagada') // a copy of what was removed elsewhere does not come back
    expect(await serve(b, removed)).toBeUndefined()
  })

  test('stores all again in another object store', async () => {
    const [former, fleet] = [createFleet(), createFleet()]
    const a = await former.node()
    const name = await a.place('conta')
    await a.media.storeAll(COMPANY)
    const again = await fleet.node({}, a.dataDir)
    await again.media.storeAll(COMPANY)
    expect(await fleet.isStored(name)).toBe(true)
  })
})

describe('copies of a company that is elsewhere', () => {
  async function gone(more = {}) {
    const fleet = createFleet()
    const a = await fleet.node(more)
    const name = await a.adopt('conta')
    await a.media.storeAll(COMPANY)
    await a.media.sweep()
    a.here.clear()
    return { fleet, a, name }
  }

  test('are removed after a day, and come back from the store', async () => {
    const { fleet, a, name } = await gone()
    await a.media.sweep()
    expect(a.has(name)).toBe(true)
    fleet.forward(DAY + 1)
    await a.media.sweep()
    expect(a.has(name)).toBe(false)
    expect(await read(await serve(a, name))).toEqual(Buffer.from('conta'))
  })

  test('are removed at once when they take more than their share of the disk', async () => {
    const { a, name } = await gone({ mostCachedBytes: 3 })
    await a.media.sweep()
    expect(a.has(name)).toBe(false)
  })

  test('stay while the store does not have all of them', async () => {
    const { fleet, a, name } = await gone({ mostCachedBytes: 3 })
    a.media.adopt(COMPANY)
    fleet.forward()
    await a.media.sweep()
    expect(a.has(name)).toBe(true)
  })

  test('stay where the company is', async () => {
    const { fleet, a, name } = await gone({ mostCachedBytes: 3 })
    a.here.add(COMPANY)
    fleet.forward()
    await a.media.sweep()
    expect(a.has(name)).toBe(true)
  })
})

test('a picture of the operator that no row names goes, also where the disk lacks it', async () => {
  const fleet = createFleet()
  const [a, b] = [await fleet.node(), await fleet.node()]
  const store = async (text: string) => {
    const folder = openOperatorFolder(a.dataDir)
    const path = sidePath(folder)
    writeFileSync(path, text)
    const { sha256 } = await hashOf(path)
    await adoptFile(folder, path, sha256)
    return sha256
  }
  const [kept, gone] = [await store('nova'), await store('antiga')]
  fleet.forward()
  const control = new Sqlite(':memory:')
  control.exec('CREATE TABLE announcements (media_file TEXT)')
  control.prepare('INSERT INTO announcements VALUES (?)').run(kept)
  clearOperatorFiles(control, b.dataDir, Date.now())
  while ((await fleet.objects.find(objectOf('control', gone))) !== undefined) await Bun.sleep(1)
  expect(await fleet.objects.find(objectOf('control', kept))).toBeDefined()
  control.close()
})

test('a company that is forgotten leaves nothing in the store, and others stay', async () => {
  const fleet = createFleet()
  const a = await fleet.node()
  await a.adopt('conta')
  const other = `b0a7c6de-0000-4000-8000-000000000002/media/${'a'.repeat(64)}`
  await fleet.objects.put(other, (async function* () {})())
  await a.media.forget(COMPANY)
  expect(await Array.fromAsync(fleet.objects.list(COMPANY))).toEqual([])
  expect(await fleet.objects.find(other)).toBeDefined()
})

test('without a fleet nothing keeps files', () => {
  expect(keeperOf('/data/tenants/b0a7c6de-0000-4000-8000-000000000001')).toBeUndefined()
})
