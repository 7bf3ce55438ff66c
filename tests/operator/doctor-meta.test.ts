/** What `balcao doctor` says about Meta's channels. */
import { describe, expect, test } from 'bun:test'
import { createConnection } from '../../src/channels/connections/actions'
import { storeMetaAccount } from '../../src/channels/meta/accounts'
import { askMeta, examineMeta } from '../../src/operator/doctor/meta'
import { DAY } from '../../src/platform/time'
import { listCompanies } from '../../src/tenancy/companies'
import { meta } from '../support/meta'
import { type World, world } from '../support/world'

const APP = { BALCAO_META_APP_ID: '123', BALCAO_META_APP_SECRET: 'segredo' }
const HTTPS = { BALCAO_PUBLIC_URL: 'https://balcao.example' }

const examined = (w: World, settings: Record<string, string>, now = w.clock.now()) => {
  const { databases } = w.server
  const companies = listCompanies(databases.control)
  return examineMeta({ databases, companies, secret: Buffer.alloc(32), settings, now }).map(
    ({ level, words }) => `${level}: ${words}`,
  )
}

test('says nothing where nobody uses Meta', () => {
  expect(examined(world(), {})).toEqual([])
})

test('warns that Meta needs a public https address, and says which version is spoken', () => {
  const w = world()
  expect(examined(w, APP)).toEqual(['ok: speaks Graph API v26.0', expect.stringContaining('names no https address')])
  expect(examined(w, { ...APP, ...HTTPS })).toEqual(['ok: speaks Graph API v26.0'])
  expect(examined(w, { ...APP, BALCAO_GRAPH_URL: 'http://127.0.0.1:1' })).toEqual(['ok: speaks Graph API v26.0'])
})

test('warns of an address that only this network reaches', () => {
  const words = examined(world(), { ...APP, BALCAO_PUBLIC_URL: 'https://192.168.1.10' })
  expect(words[1]).toContain('note: Meta cannot reach https://192.168.1.10')
})

test('asks Meta whether it sends the events of the operator’s app here', async () => {
  const standIn = meta()
  const app = standIn.addApp({ id: '123', secret: 'segredo' })
  const settings = { ...APP, ...HTTPS, BALCAO_GRAPH_URL: standIn.url }
  const { databases } = world().server
  const words = async () => {
    const found = await askMeta({ databases, secret: Buffer.alloc(32), settings })
    return found.map(({ level, words }) => `${level}: ${words}`)[1]
  }
  expect(await words()).toBe('problem: the app has no webhook for page, instagram, whatsapp_business_account')
  app.callbackUrl = 'https://outro.example/webhook'
  expect(await words()).toBe("problem: Meta sends the app's events to https://outro.example/webhook")
  app.callbackUrl = 'https://balcao.example/api/meta/webhook'
  expect(await words()).toBe("ok: Meta sends the app's events to https://balcao.example/api/meta/webhook")
})

test('warns 90 days before a version of the API ends', () => {
  const w = world()
  const on = (day: string) => examined(w, { ...APP, ...HTTPS, BALCAO_GRAPH_VERSION: 'v21.0' }, Date.parse(day))
  expect(on('2026-10-01')).toEqual(['ok: speaks Graph API v21.0, which ends on 2027-01-21'])
  expect(on('2026-10-24')).toEqual(['note: Graph API v21.0 ends on 2027-01-21'])
  expect(on('2027-02-01')).toEqual([expect.stringContaining('problem: Graph API v21.0 ended on 2027-01-21')])
})

describe('a connection', () => {
  const connected = (tokenEndsIn: number | null, subscribedAgo: number | null) => {
    const w = world()
    const { id } = createConnection(w.cx, { name: 'Página', channel: 'facebook' })
    w.rows("UPDATE connections SET status = 'CONNECTED' WHERE id = ? RETURNING id", id)
    const now = w.clock.now()
    storeMetaAccount(w.cx, {
      connectionId: id,
      account: '1',
      businessId: null,
      displayName: 'Página',
      username: null,
      quality: null,
      limit: null,
      isCoexistent: false,
      tokenEndsAt: tokenEndsIn === null ? null : now + tokenEndsIn,
      subscribedAt: subscribedAgo === null ? null : now - subscribedAgo,
      checkedAt: now,
    })
    return examined(w, HTTPS).slice(1)
  }
  test('is fine with lasting access and a confirmed subscription', () => {
    expect(connected(null, DAY)).toEqual([])
  })
  test('whose access ends soon, or whose events may not come, is named', () => {
    expect(connected(5 * DAY, DAY)).toEqual([expect.stringContaining('permission for "Página" ends on')])
    expect(connected(null, null)).toEqual([expect.stringContaining('the events of "Página"')])
  })
})
