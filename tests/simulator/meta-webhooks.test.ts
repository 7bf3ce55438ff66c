import { describe, expect, test } from 'bun:test'
import { signatureOf } from '../../src/simulator/meta/webhooks'
import { furnishedMeta, graphCall } from '../support/meta'

const HOUR = 3_600_000

test('the signature is that of the known vector', () => {
  expect(signatureOf('app-secret', '{"object":"page","entry":[]}')).toBe(
    'e6e9d7a842a48e17f43a34d6125d0d933e2aab92ee37f0993a4d493b50e3d438',
  )
})

test('a body is escaped, and signed as sent; a wrong signature comes only when asked for', async () => {
  const { meta, messenger, hook } = await furnishedMeta()
  await messenger.text('ação em https://x.example')
  const [body = ''] = hook.bodies
  expect(body).toContain(String.raw`a\u00e7\u00e3o em https:\/\/x.example`)
  expect(body).not.toContain('ç')
  expect(hook.forged).toEqual([])
  meta.webhooks.signsWrongly = true
  await messenger.text('de novo')
  expect(hook.forged).toHaveLength(1)
})

describe('events', () => {
  test('are not sent for what is not subscribed, nor in fields that are not', async () => {
    const { meta, app, page, business, pageToken, messenger, instagram, whatsapp, hook } = await furnishedMeta()
    page.subscriptions.clear()
    business.subscriptions.clear()
    for (const chat of [messenger, instagram, whatsapp]) await chat.text('ninguém ouve')
    expect(hook.bodies).toEqual([])
    await graphCall(meta, pageToken, `/${page.id}/subscribed_apps`, { subscribed_fields: ['messages'] })
    await messenger.text('ouve')
    await messenger.postback('Começar', 'GET_STARTED')
    expect(hook.elements()).toMatchObject([{ message: { text: 'ouve' } }])
    expect([...(page.subscriptions.get(app.id) ?? [])]).toEqual(['messages'])
  })

  test('of several accounts come in one POST when they were held', async () => {
    const { meta, app, admin, messenger, whatsapp, hook, number } = await furnishedMeta()
    const other = meta.addPage({ name: 'Outra', admins: [admin] })
    meta.subscribe(app, other)
    meta.hold()
    await messenger.text('1')
    await meta.messenger(meta.person({ name: 'Bia' }), other).text('2')
    await messenger.text('3')
    await whatsapp.text('4')
    await whatsapp.text('5')
    expect(hook.bodies).toEqual([])
    await meta.flush({ together: true })
    const [pages, cloud] = hook.posted()
    expect(pages?.entry.map(({ id, messaging }) => [id, messaging?.length])).toEqual([
      [messenger.account.id, 1],
      [other.id, 1],
      [messenger.account.id, 1],
    ])
    const value = cloud?.entry[0]?.changes?.[0]?.value
    expect(value).toMatchObject({ metadata: { phone_number_id: number.id }, messages: [{}, {}] })
  })

  test('come again until answered 200, and twice where Meta is in the mood', async () => {
    const { meta, messenger, hook } = await furnishedMeta()
    hook.answerWith(500, 503)
    await messenger.text('oi')
    await meta.settled()
    expect(meta.deliveries.map(({ status, attempt }) => [status, attempt])).toEqual([
      [500, 0],
      [503, 1],
      [200, 2],
    ])
    meta.habits.duplicateWebhooks = true
    await messenger.text('duas vezes')
    expect(hook.bodies[1]).toBe(hook.bodies[2] ?? '')
  })

  test('an hour of failures unsubscribes the page, not the business account', async () => {
    let now = Date.UTC(2026, 10, 1)
    const { meta, app, page, business, messenger, whatsapp, hook } = await furnishedMeta({
      now: () => now,
      retryAfterMs: [],
    })
    hook.answerWith(500, 500, 500)
    await messenger.text('1')
    await whatsapp.text('2')
    now += HOUR
    expect(page.subscriptions.has(app.id)).toBe(true)
    await messenger.text('3')
    expect([page.subscriptions.has(app.id), business.subscriptions.has(app.id)]).toEqual([false, true])
    await messenger.text('ninguém ouve')
    expect(meta.deliveries).toHaveLength(3)
  })

  test('go to each app that subscribed, and stand by where another app holds the conversation', async () => {
    const { meta, page, messenger, hook } = await furnishedMeta()
    const other = meta.addApp({ callbackUrl: hook.url, secret: 'app-secret' })
    meta.subscribe(other, page)
    await messenger.text('para os dois')
    expect(meta.deliveries.map(({ app }) => app)).toEqual(['700', other.id])
    page.primaryApp = other.id
    await messenger.text('espera')
    expect(hook.posted()[2]?.entry[0]?.standby).toHaveLength(1)
  })

  test("a business account's own address replaces the app's, after a handshake", async () => {
    const { meta, app, business, systemToken, whatsapp, hook } = await furnishedMeta()
    app.callbackUrl = 'http://127.0.0.1:1/'
    const own = { override_callback_uri: hook.url, verify_token: 'wrong' }
    expect((await graphCall(meta, systemToken, `/${business.id}/subscribed_apps`, own)).error).toBe('2200')
    const right = { ...own, verify_token: app.verifyToken }
    expect((await graphCall(meta, systemToken, `/${business.id}/subscribed_apps`, right)).status).toBe(200)
    await whatsapp.text('oi')
    expect(hook.values()).toHaveLength(1)
  })
})
