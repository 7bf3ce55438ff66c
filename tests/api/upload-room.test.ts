/** Bytes that people and tokens may store: by plan, and by uploader and hour, on every route that takes files. */
import { expect, test } from 'bun:test'
import { gateOf } from '../../src/platform/http'
import { execute } from '../../src/platform/sql'
import { HOUR } from '../../src/platform/time'
import { GIGABYTE, planFlags } from '../../src/tenancy/contract'
import { MOST_BYTES_AN_HOUR } from '../../src/tenancy/storage'
import { LOJA, SALES } from '../support/company-world'
import { givePlan } from '../support/plans'
import { BASE, type World, world } from '../support/world'
import { filesOf } from '../tickets/media/support'
import type { Ids } from './furnish'
import { furnishedWorld } from './furnished'
import { moduleFiles } from './module-files'
import { keyOf, methodOf, routeTable } from './route-table'

const anyFile = () => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ shortcode: 'folheto', number: '5521996124087', body: 'Olá' }))
    form.set(name, value)
  form.set('file', new File(['atalho,mensagem\noi,Bom dia\n'], 'folheto.csv'))
  return form
}

type Uploader = { readonly tenantUuid: string; readonly userId: number }

/** Sends a file to every route that takes one; `before` prepares the uploader. Returns each status and error. */
async function uploadEverywhere(w: World, ids: Ids, before: (uploader: Uploader) => void) {
  const made = await w.admin().json('/api/api-tokens', 'POST', { name: 'Loja virtual', whatsappId: LOJA })
  const { id, secret } = (await made.json()) as { id: number; secret: string } // the answer of its route
  const outcomes: unknown[] = []
  for (const route of w.app.routes.filter((one) => gateOf(one)?.upload === 'form')) {
    const key = keyOf(route)
    const boss = w.attendant([SALES, ids.queue], { profile: 'admin', super: true })
    for (const { give } of moduleFiles) give?.(w, ids, boss.userId)
    const isCall = gateOf(route)?.by === 'key'
    const uploader = isCall ? -id : key.includes('api-tokens') ? -ids.apiToken : boss.userId
    before({ tenantUuid: w.tenant.uuid, userId: uploader })
    const answer = await w.app.handle(
      new Request(`${BASE}${routeTable[key]?.example(ids).path}`, {
        method: methodOf(key),
        headers: { authorization: `Bearer ${isCall ? secret : await boss.token()}` },
        body: anyFile(),
      }),
    )
    const { error } = (await answer.json()) as { error?: string } // the catalogue's shape
    outcomes.push([key, answer.status, error])
  }
  expect(outcomes.length).toBeGreaterThanOrEqual(16)
  return outcomes
}

test('a full plan refuses uploads on every route, and stores nothing', async () => {
  const { w, ids } = await furnishedWorld()
  givePlan(w.server.databases.writableControl(), w.tenant.id, planFlags, { storage: 1 })
  execute(w.db, 'UPDATE stored_bytes SET bytes = ?', GIGABYTE - 10)
  const before = filesOf(w)
  const outcomes = await uploadEverywhere(w, ids, () => {})
  expect(outcomes).toEqual(outcomes.map((outcome) => [(outcome as unknown[])[0], 409, 'ERR_STORAGE_QUOTA']))
  expect(filesOf(w)).toEqual(before)
})

test('who has uploaded the share of an hour waits, on every route', async () => {
  const { w, ids } = await furnishedWorld()
  const spent = new Set<number>()
  const outcomes = await uploadEverywhere(w, ids, (uploader) => {
    if (spent.has(uploader.userId)) return // a token's, on another route
    spent.add(uploader.userId)
    const upload = w.server.storage.roomOf(uploader).begin(0)
    upload.take(MOST_BYTES_AN_HOUR - 10)
    upload.end()
  })
  expect(outcomes).toEqual(outcomes.map((outcome) => [(outcome as unknown[])[0], 429, 'ERR_UPLOAD_RATE']))
})

test('another person, another hour and another company are not bounded by one who has uploaded much', () => {
  const w = world()
  const other = w.company()
  const { storage } = w.server
  const room = (userId: number, tenantUuid = w.tenant.uuid) => storage.roomOf({ tenantUuid, userId })
  room(2).begin(0).take(MOST_BYTES_AN_HOUR)
  expect(() => room(2).begin(1)).toThrow('ERR_UPLOAD_RATE')
  expect(() => room(2).begin(0).take(1)).toThrow('ERR_UPLOAD_RATE')
  room(3).begin(0).take(1)
  room(-2).begin(0).take(1)
  room(2, other.tenant.uuid).begin(0).take(1)
  for (let more = 0; more < 3; more++) room(0).begin(0).take(MOST_BYTES_AN_HOUR) // answers by itself
  w.clock.forward(HOUR)
  room(2).begin(0).take(MOST_BYTES_AN_HOUR)
})
