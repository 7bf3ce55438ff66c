/** The claimed version: queried once a day for all sessions, stored, and never a reason to stay disconnected. */
import { afterEach, expect } from 'bun:test'
import { createHash } from 'node:crypto'
import { DEFAULT_CONNECTION_CONFIG, type WAVersion } from '@whiskeysockets/baileys'
import { createVersions } from '../../../../src/channels/whatsapp/session/version'
import { test } from '../../../support/trace'
import { openConnectionOf } from '../server-connection'
import { openSession, REF, sessionDb } from '../support'
import { afterThisTest, runCleanups, testbed } from '../testbed'

afterEach(runCleanups)

const HOUR = 3_600_000
const BUILT_IN: WAVersion = [2, 3000, 1]

/** `newest` null: no answer. */
function makeWeb({ newest = 100 as number | null } = {}) {
  const web = { newest, asked: 0, now: 0 }
  const baileys = {
    DEFAULT_CONNECTION_CONFIG: { version: BUILT_IN },
    async fetchLatestWaWebVersion({ signal }: RequestInit = {}) {
      if (!signal) throw new Error('nobody would end it')
      web.asked += 1
      await Bun.sleep(1)
      return web.newest === null
        ? { version: BUILT_IN, isLatest: false, error: 'no network' }
        : { version: [2, 3000, web.newest] as WAVersion, isLatest: true }
    },
  } as never // the two of Baileys' exports that are used
  const start = (db = sessionDb()) => {
    const toUse = createVersions(() => web.now)
    return (refused: WAVersion | null = null, of = db) => toUse({ db: of, baileys, refused })
  }
  return { web, start }
}

test('one query is valid for a day and all companies', async () => {
  const { web, start } = makeWeb()
  const toUse = start()
  expect(await toUse()).toEqual([2, 3000, 100])
  web.newest = 200
  web.now = 23 * HOUR
  expect(await toUse()).toEqual([2, 3000, 100])
  expect(await toUse(null, sessionDb())).toEqual([2, 3000, 100])
  expect(web.asked).toBe(1)
})

test('a day later it is queried again without waiting', async () => {
  const { web, start } = makeWeb()
  const toUse = start()
  await toUse()
  web.newest = 200
  web.now = 25 * HOUR
  expect(await toUse()).toEqual([2, 3000, 100])
  await Bun.sleep(10)
  expect(await toUse()).toEqual([2, 3000, 200])
})

test('a refused version is replaced immediately', async () => {
  const { web, start } = makeWeb()
  const toUse = start()
  await toUse()
  web.newest = 200
  web.now = HOUR
  expect(await toUse([2, 3000, 100])).toEqual([2, 3000, 200])
})

test('a hundred refused sessions query once, then once a minute until there is a newer version', async () => {
  const { web, start } = makeWeb()
  const toUse = start()
  await toUse()
  web.now = HOUR
  await Promise.all(Array.from({ length: 100 }, () => toUse([2, 3000, 100])))
  expect(web.asked).toBe(2)
  web.now += 30_000
  await toUse([2, 3000, 100])
  expect(web.asked).toBe(2)
  web.now += 31_000
  await toUse([2, 3000, 100])
  expect(web.asked).toBe(3)
})

test('a refused session uses a version that another has learnt since', async () => {
  const { web, start } = makeWeb()
  const toUse = start()
  await toUse()
  web.newest = 200
  web.now = HOUR
  await toUse([2, 3000, 100])
  expect(await toUse([2, 3000, 100])).toEqual([2, 3000, 200])
  expect(web.asked).toBe(2)
})

test('without an answer uses the last accepted version, also after a restart, otherwise the built-in one', async () => {
  const { web, start } = makeWeb({ newest: null })
  const db = sessionDb()
  expect(await start(db)()).toEqual(BUILT_IN)
  web.newest = 100
  expect(await start(db)()).toEqual([2, 3000, 100])
  web.newest = null
  web.now = 50 * HOUR
  const toUse = start(db)
  expect(await toUse()).toEqual([2, 3000, 100])
  expect(await toUse([2, 3000, 100])).toEqual([2, 3000, 100])
})

/** The simulator acts as the public WhatsApp, and its page has a newer version at each query. */
function publish(simulator: { readonly url: string }) {
  const { waWebSocketUrl } = DEFAULT_CONNECTION_CONFIG
  const real = globalThis.fetch
  const page = { asked: 0, now: Date.now() }
  const answer = async () => {
    page.asked += 1
    page.now += 60_000
    return new Response(`"client_revision":${page.asked}00`)
  }
  Object.assign(DEFAULT_CONNECTION_CONFIG, { waWebSocketUrl: simulator.url })
  Object.assign(globalThis, { fetch: answer })
  afterThisTest(() => {
    Object.assign(DEFAULT_CONNECTION_CONFIG, { waWebSocketUrl })
    Object.assign(globalThis, { fetch: real })
  })
  return page
}

test('claims the newest version on the public WhatsApp, and a newer one after a refusal', async () => {
  const { simulator } = await testbed()
  const page = publish(simulator)
  const session = openSession({ url: null, rootKey: simulator.rootKey }, { now: () => page.now })
  afterThisTest(session.close)
  await simulator.run({ do: 'setFault', name: 'loginFailure', on: true, value: 405, times: 1 })
  const client = openConnectionOf(simulator, null)
  await session.channel.pair(REF, { by: 'qr' })
  const claimed = Buffer.from((await client).pairing?.buildHash ?? [])
  expect(session.news.map(({ reason }) => reason)).toContain('outdated')
  expect(claimed).toEqual(createHash('md5').update('2.3000.200').digest())
  expect(page.asked).toBe(2)
})
