/** The version we say we are: asked for once a day, remembered, and never the reason we stay away. */
import { expect, test } from 'bun:test'
import type { Baileys } from '../../../src/channels/whatsapp/baileys'
import { versionToUse } from '../../../src/channels/whatsapp/version'
import { sessionDb } from './support'

const HOUR = 3_600_000

function makeWeb() {
  const web = { newest: 100 as number | null, asked: 0 }
  const baileys = {
    async fetchLatestWaWebVersion() {
      web.asked += 1
      return web.newest === null
        ? { version: [2, 3000, 1], isLatest: false, error: 'no network' }
        : { version: [2, 3000, web.newest], isLatest: true }
    },
  } as unknown as Baileys
  const db = sessionDb()
  const at = (now: number, mustBeNew = false) => versionToUse({ db, baileys, now, mustBeNew })
  return { web, at }
}

test('asked for once, it holds for a day', async () => {
  const { web, at } = makeWeb()
  expect(await at(0)).toEqual([2, 3000, 100])
  web.newest = 200
  expect(await at(23 * HOUR)).toEqual([2, 3000, 100])
  expect(web.asked).toBe(1)
  expect(await at(25 * HOUR)).toEqual([2, 3000, 200])
})

test('a version that was turned away is replaced at once', async () => {
  const { web, at } = makeWeb()
  await at(0)
  web.newest = 200
  expect(await at(HOUR, true)).toEqual([2, 3000, 200])
})

test('without an answer the last good one serves, and before that the built-in one', async () => {
  const { web, at } = makeWeb()
  web.newest = null
  expect(await at(0)).toEqual([2, 3000, 1])
  web.newest = 100
  await at(HOUR)
  web.newest = null
  expect(await at(50 * HOUR)).toEqual([2, 3000, 100])
})
