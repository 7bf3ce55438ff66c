/** Connecting an official number: each value wrong once, what is stored of the right ones, and what becomes of it later. */
import { describe, expect, test } from 'bun:test'
import { DAY, SECOND } from '../../../../src/platform/time'
import { SALES } from '../../../support/company-world'
import { doJob } from '../../../support/jobs'
import { meta } from '../../../support/meta'
import { PNG } from '../../../support/pixel'
import { until } from '../../../support/until'
import { world } from '../../../support/world'
import { officialWorld, registered } from '../official'

type Finding = {
  readonly check: string
  readonly state: string
  readonly fault: string | null
  readonly answer: string | null
}

function prepared() {
  const standIn = meta({})
  const w = world({ environment: { graphUrl: standIn.url } })
  const admin = w.admin()
  const check = async (values: object): Promise<Record<string, string>> => {
    const response = await admin.json('/api/whatsapp/official/check', 'POST', values)
    const { findings } = (await response.json()) as { findings: readonly Finding[] } // our own answer
    return Object.fromEntries(findings.map(({ check, state, fault }) => [check, fault ?? state]))
  }
  const create = async (values: object) => {
    const response = await admin.json('/api/whatsapp', 'POST', {
      name: 'Loja oficial',
      channel: 'whatsapp_cloud',
      queueIds: [SALES],
      ...values,
    })
    return { status: response.status, text: await response.text() }
  }
  return { w, standIn, admin, check, create, ...registered(standIn) }
}

const allGood = { number: 'good', account: 'good', token: 'good', secret: 'good', permissions: 'good' }

describe('the check', () => {
  test('finds the right values right', async () => {
    const p = prepared()
    expect(await p.check(p.values)).toEqual(allGood)
  })

  test('names the value that is wrong', async () => {
    const p = prepared()
    const other = registered(p.standIn)
    expect(await p.check({ ...p.values, phoneNumberId: '999999' })).toEqual({
      ...allGood,
      number: 'notFound',
      account: 'otherNumber',
    })
    expect(await p.check({ ...p.values, businessAccountId: p.values.phoneNumberId })).toMatchObject({
      account: 'notFound',
    })
    expect(await p.check({ ...p.values, accessToken: 'EAAthistokenwasneverissued' })).toMatchObject({
      token: 'refused',
      number: 'wait',
    })
    expect(await p.check({ ...p.values, appSecret: other.app.secret })).toEqual({ ...allGood, secret: 'otherApp' })
    p.standIn.endToken(p.token)
    expect(await p.check(p.values)).toMatchObject({ token: 'refused' })
  })

  test('says what a token lacks, and that a number is not registered', async () => {
    const p = prepared()
    const poor = p.standIn.systemToken(p.app, [p.business], { scopes: ['whatsapp_business_messaging'] })
    expect(await p.check({ ...p.values, accessToken: poor })).toMatchObject({ permissions: 'missing', number: 'wait' })
    p.number.isRegistered = false
    expect(await p.check(p.values)).toMatchObject({ number: 'notRegistered' })
  })

  test('says that Meta does not answer', async () => {
    const p = prepared()
    await p.standIn.goOffline()
    const response = await p.admin.json('/api/whatsapp/official/check', 'POST', p.values)
    expect(response.status).toBe(503)
  })
})

describe('connecting', () => {
  test('stores only what Meta confirms, and sends no secret back', async () => {
    const p = prepared()
    const refused = await p.create({ ...p.values, appSecret: 'another-secret' })
    expect([refused.status, JSON.parse(refused.text).details]).toMatchObject([
      422,
      [{ field: 'appSecret', fault: 'otherApp' }],
    ])
    expect(p.w.rows(`SELECT 1 FROM connections WHERE channel = 'whatsapp_cloud'`)).toEqual([])
    const made = await p.create(p.values)
    expect(made.status).toBe(200)
    for (const secret of [p.values.accessToken, p.values.appSecret]) expect(made.text).not.toContain(secret)
    const { id, status, number, account, webhook } = JSON.parse(made.text)
    expect({ status, number, account }).toMatchObject({
      status: 'CONNECTED',
      number: p.number.phone,
      account: { displayName: 'Casa Aurora', quality: 'GREEN' },
    })
    expect(webhook.url).toEndWith('/api/meta/webhook')
    expect(webhook.verifyToken.length).toBeGreaterThan(20)
    expect(p.business.subscriptions.has(p.app.id)).toBe(true)
    for (const secret of [p.values.accessToken, p.values.appSecret]) {
      const files = JSON.stringify(p.w.control.$client.prepare('SELECT * FROM channel_accounts').all())
      expect(files).not.toContain(secret)
    }
    const removed = await p.admin.json(`/api/whatsapp/${id}`, 'DELETE', {})
    expect(removed.status).toBe(200)
    expect(p.business.subscriptions.has(p.app.id)).toBe(false)
    expect(
      p.w.control.$client.prepare(`SELECT 1 FROM channel_accounts WHERE channel = 'whatsapp_cloud'`).all(),
    ).toEqual([])
  })

  test('a number that was disconnected is connected again with both secrets', async () => {
    const p = prepared()
    const { id } = JSON.parse((await p.create(p.values)).text)
    await p.admin.json(`/api/whatsappsession/${id}`, 'DELETE', {})
    expect(p.business.subscriptions.size).toBe(0)
    const renew = (body: object) => p.admin.json(`/api/whatsapp/${id}`, 'PUT', body)
    const { accessToken, appSecret } = p.values
    expect((await renew({ accessToken })).status).toBe(400)
    expect((await renew({ accessToken, appSecret })).status).toBe(200)
    expect(p.w.rows('SELECT status FROM connections WHERE id = ?', id)).toEqual([{ status: 'CONNECTED' }])
    expect(p.business.subscriptions.size).toBe(1)
  })

  test('refuses a number that another company has connected', async () => {
    const p = prepared()
    expect((await p.create(p.values)).status).toBe(200)
    const other = p.w.company().admin()
    const response = await other.json('/api/whatsapp', 'POST', {
      name: 'Roubada',
      channel: 'whatsapp_cloud',
      ...p.values,
    })
    expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([409, 'ERR_META_IN_USE'])
  })
})

describe('later', () => {
  test('a daily check follows quality and limit, subscribes again, and gives the access back', async () => {
    const o = await officialWorld()
    o.official.business.subscriptions.clear()
    o.official.number.quality = 'RED'
    o.official.number.messagingLimit = 'TIER_250'
    o.w.clock.forward(DAY + SECOND)
    doJob(o.w, 'meta.check')
    const facts = () => o.w.rows('SELECT quality, messaging_limit FROM meta_accounts')[0]
    await until(() => facts()?.quality === 'RED' && o.official.business.subscriptions.size === 1, 'the check')
    expect(facts()).toEqual({ quality: 'RED', messaging_limit: 250 })
  })

  test('news about quality are asked about at once', async () => {
    const o = await officialWorld()
    o.official.number.quality = 'YELLOW'
    await o.meta.webhooks.tellBusiness(o.official.business, 'phone_number_quality_update', {
      display_phone_number: o.official.number.phone,
      event: 'DOWNGRADE',
      current_limit: 'TIER_1K',
    })
    await until(() => o.w.rows('SELECT checked_at FROM meta_accounts')[0]?.checked_at === 0, 'the news')
    doJob(o.w, 'meta.check')
    await until(() => o.w.rows('SELECT quality FROM meta_accounts')[0]?.quality === 'YELLOW', 'the check')
  })

  test('the phone that shares the number brings its address book and its past, without answers', async () => {
    const o = await officialWorld({ isOnBizApp: true })
    expect(o.official.number.isOnBizApp).toBe(true)
    expect(o.meta.seen.filter(({ path }) => path.endsWith('/register'))).toEqual([])
    await until(() => o.official.number.synced.size === 2, 'the requests for the phone’s data')
    await o.meta.phoneApp(o.official.number).contact(o.person, 'João da Silva')
    await o.meta.settled()
    await until(() => o.w.rows('SELECT name FROM phone_chats').length === 1, 'the address book')
    expect(o.w.rows('SELECT name FROM phone_chats')).toEqual([{ name: 'João da Silva' }])
  })

  test('the past of the phone is imported once, where the company wants it, and nobody is answered', async () => {
    const o = await officialWorld({
      isOnBizApp: true,
      more: { importOldMessagesEnable: true, queueIdImportMessages: SALES },
    })
    const at = o.w.clock.now() - 3 * DAY
    const threads = [
      {
        person: o.person,
        lines: [
          { by: 'person' as const, text: 'Têm sofá?', at },
          { by: 'business' as const, text: 'Temos, sim', at: at + SECOND },
        ],
      },
    ]
    o.meta.habits.duplicateWebhooks = true
    await o.meta.phoneApp(o.official.number).syncHistory(threads)
    await o.shows('Têm sofá?', '> Temos, sim')
    expect(o.chat.sent.filter(({ callbackData }) => callbackData !== null)).toEqual([])
    await o.chat.text('Ainda têm?')
    await o.shows('Têm sofá?', '> Temos, sim', 'Ainda têm?')
  })

  test('pictures of the past follow their messages, and fill their places', async () => {
    const o = await officialWorld({
      isOnBizApp: true,
      more: { importOldMessagesEnable: true, queueIdImportMessages: SALES },
    })
    const at = o.w.clock.now() - 3 * DAY
    const image = { bytes: PNG, mimetype: 'image/png' }
    const threads = [
      {
        person: o.person,
        lines: [
          { by: 'person' as const, text: 'Este sofá', at, image },
          { by: 'business' as const, text: 'Temos, sim', at: at + SECOND },
          { by: 'business' as const, text: '', at: at + 2 * SECOND, image },
        ],
      },
    ]
    o.meta.habits.duplicateWebhooks = true
    await o.meta.phoneApp(o.official.number).syncHistory(threads)
    const files = () => o.w.rows("SELECT 1 FROM messages WHERE media ->> 'state' = 'ready'").length
    await until(() => files() === 2, 'the pictures')
    expect(o.w.rows('SELECT kind, body, from_me AS fromMe FROM messages ORDER BY id')).toEqual([
      { kind: 'image', body: 'Este sofá', fromMe: 0 },
      { kind: 'chat', body: 'Temos, sim', fromMe: 1 },
      { kind: 'image', body: '', fromMe: 1 },
    ])
  })
})
