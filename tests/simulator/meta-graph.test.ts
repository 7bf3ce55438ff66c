import { describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { furnishedMeta, graphCall, meta } from '../support/meta'
import { metaReceiver } from '../support/meta-receiver'

const HOUR = 3_600_000

/** Without a token, as the sign-in is. */
async function plain(url: string) {
  const answer = await fetch(url, { redirect: 'manual' })
  const text = await answer.text()
  const body = text.startsWith('{') ? (JSON.parse(text) as Record<string, never>) : {}
  const error = body.error as { code: number; error_subcode?: number } | undefined
  return {
    status: answer.status,
    body,
    text,
    location: answer.headers.get('location') ?? '',
    error: error && [error.code, error.error_subcode],
  }
}

describe('tokens', () => {
  test('are refused when unknown, absent, expired, or made invalid by a new password', async () => {
    let now = Date.UTC(2026, 10, 1)
    const { meta: standIn, app, admin } = await furnishedMeta({ now: () => now })
    const short = standIn.userToken(app, admin)
    const other = standIn.userToken(app, admin, { isLong: true })
    expect((await graphCall(standIn, short, '/me')).body).toEqual({ id: admin.id, name: 'Lia Prado' })
    expect((await graphCall(standIn, 'EAAnothing', '/me')).error).toBe('190')
    expect((await plain(`${standIn.url}/v26.0/me`)).error?.[0]).toBe(104)
    now += 3 * HOUR
    expect((await graphCall(standIn, short, '/me')).error).toBe('190/463')
    standIn.changePassword(admin)
    expect((await graphCall(standIn, other, '/me')).error).toBe('190/460')
  })

  test('a proof by another secret is refused, and where the app demands one, its absence', async () => {
    const { meta: standIn, app, admin } = await furnishedMeta()
    const token = standIn.userToken(app, admin)
    const proof = (secret: string) => createHmac('sha256', secret).update(token).digest('hex')
    expect((await graphCall(standIn, token, `/me?appsecret_proof=${proof('other')}`)).error).toBe('100')
    app.requiresProof = true
    expect((await graphCall(standIn, token, '/me')).error).toBe('100')
    expect((await graphCall(standIn, token, `/me?appsecret_proof=${proof('app-secret')}`)).status).toBe(200)
  })

  test('a short one becomes a long one only with the app and its secret', async () => {
    const { meta: standIn, app, admin } = await furnishedMeta()
    const token = standIn.userToken(app, admin)
    const exchange = (secret: string, id = app.id) =>
      plain(
        `${standIn.url}/v26.0/oauth/access_token?grant_type=fb_exchange_token&client_id=${id}&client_secret=${secret}&fb_exchange_token=${token}`,
      )
    expect((await exchange('wrong')).error?.[0]).toBe(1)
    expect((await exchange('app-secret', '1')).error?.[0]).toBe(101)
    const { body } = await exchange('app-secret')
    expect(body).toMatchObject({ token_type: 'bearer', expires_in: 5_183_944 })
    const facts = await graphCall(standIn, '700|app-secret', `/debug_token?input_token=${String(body.access_token)}`)
    expect(facts.body.data).toMatchObject({ app_id: '700', type: 'USER', is_valid: true, user_id: admin.id })
  })

  test("a page's token drawn from a long one does not end, one from a short one ends with it", async () => {
    let now = Date.UTC(2026, 10, 1)
    const { meta: standIn, app, admin, page } = await furnishedMeta({ now: () => now })
    const drawn = async (isLong: boolean) => {
      const { body } = await graphCall(
        standIn,
        standIn.userToken(app, admin, { isLong }),
        `/${admin.id}/accounts?fields=id,access_token`,
      )
      return (body.data as { access_token: string }[])[0]?.access_token ?? ''
    }
    const [brief, lasting] = [await drawn(false), await drawn(true)]
    now += 100 * 24 * HOUR
    expect((await graphCall(standIn, brief, `/${page.id}`)).error).toBe('190/463')
    expect((await graphCall(standIn, lasting, `/${page.id}`)).status).toBe(200)
  })
})

describe('signing in', () => {
  const dialogOf = (url: string, redirect: string) =>
    `${url}/v26.0/dialog/oauth?client_id=700&state=s1&response_type=code&scope=pages_show_list,pages_messaging&redirect_uri=${encodeURIComponent(redirect)}`

  test('goes back with a code that becomes a token once, at the same address', async () => {
    const { meta: standIn, admin } = await furnishedMeta()
    standIn.answerSignIn({ user: admin, declined: ['pages_messaging'] })
    const back = new URL((await plain(dialogOf(standIn.url, 'https://balcao.example/back'))).location)
    expect(back.searchParams.get('state')).toBe('s1')
    const redeem = (redirect: string) =>
      plain(
        `${standIn.url}/v26.0/oauth/access_token?client_id=700&client_secret=app-secret&redirect_uri=${encodeURIComponent(redirect)}&code=${back.searchParams.get('code')}`,
      )
    expect((await redeem('https://balcao.example/other')).error).toEqual([100, 36008])
    const { body } = await redeem('https://balcao.example/back')
    expect((await redeem('https://balcao.example/back')).error).toEqual([100, 36009])
    const granted = await graphCall(standIn, String(body.access_token), '/me/permissions')
    expect(granted.body.data).toContainEqual({ permission: 'pages_messaging', status: 'declined' })
  })

  test('goes back with an error when cancelled, and nowhere that the app does not list', async () => {
    const { meta: standIn, app } = await furnishedMeta()
    app.redirectUris = ['https://balcao.example/back']
    standIn.answerSignIn({ user: null })
    expect((await plain(dialogOf(standIn.url, 'https://balcao.example/back'))).location).toContain(
      'error=access_denied',
    )
    const blocked = await plain(dialogOf(standIn.url, 'https://evil.example/'))
    expect([blocked.location, blocked.text]).toEqual(['', expect.stringContaining('URL blocked')])
  })

  test('lists the pages of the person alone, by cursors, Instagram only with its permission', async () => {
    const { meta: standIn, app, admin, page } = await furnishedMeta()
    const other = standIn.addUser({ name: 'Rui', apps: [app] })
    standIn.addPage({ name: 'Alheia', admins: [other] })
    for (const name of ['B', 'C']) standIn.addPage({ name, admins: [admin] })
    const token = standIn.userToken(app, admin)
    const fields = 'fields=name,instagram_business_account{id,username}&limit=2'
    const first = await graphCall(standIn, token, `/me/accounts?${fields}`)
    const { paging, data } = first.body as {
      paging: { cursors: { after: string }; next: string }
      data: { name: string }[]
    }
    expect(data[0]).toMatchObject({ id: page.id, instagram_business_account: { username: 'aurora.moveis' } })
    const second = await graphCall(standIn, token, `/me/accounts?${fields}&after=${paging.cursors.after}`)
    expect([data, second.body.data as { name: string }[]].flat().map(({ name }) => name)).toEqual(['Aurora', 'B', 'C'])
    expect(paging.next).toStartWith(`${standIn.url}/v26.0/me/accounts`)
    const lesser = standIn.addUser({ name: 'Sem', apps: [app], scopes: ['pages_show_list'] })
    page.admins.add(lesser)
    const plainly = await graphCall(
      standIn,
      standIn.userToken(app, lesser),
      '/me/accounts?fields=name,instagram_business_account',
    )
    expect(plainly.body.data).toEqual([{ id: page.id, name: 'Aurora' }])
  })
})

describe('a callback', () => {
  test('must send the challenge back to the right verify token', async () => {
    const standIn = meta()
    const app = standIn.addApp()
    const hook = metaReceiver(app)
    expect(await standIn.setWebhook(app, hook.url, 'wrong')).toContain('403')
    expect(app.callbackUrl).toBeNull()
    const form = { object: 'page', callback_url: hook.url, verify_token: 'wrong' }
    expect((await graphCall(standIn, `${app.id}|${app.secret}`, `/${app.id}/subscriptions`, form)).error).toBe('2200')
    const right = { ...form, verify_token: app.verifyToken }
    expect((await graphCall(standIn, `${app.id}|${app.secret}`, `/${app.id}/subscriptions`, right)).status).toBe(200)
    expect(app.callbackUrl).toBe(hook.url)
  })

  test('hears, signed with the secret, of a person who leaves or wants their data deleted', async () => {
    const { meta: standIn, app, admin } = await furnishedMeta()
    const heard: string[] = []
    const server = Bun.serve({
      port: 0,
      async fetch(request) {
        heard.push(String((await request.formData()).get('signed_request')))
        return Response.json({ url: 'https://balcao.example/d', confirmation_code: 'c1' })
      },
    })
    app.deletionUrl = app.deauthorizeUrl = `http://127.0.0.1:${server.port}/`
    const token = standIn.userToken(app, admin)
    expect(await standIn.requestDeletion(app, admin)).toEqual({
      status: 200,
      url: 'https://balcao.example/d',
      confirmation_code: 'c1',
    })
    expect(await standIn.deauthorize(app, admin)).toBe(200)
    await server.stop(true)
    const [signature, payload = ''] = heard[0]?.split('.') ?? []
    expect(createHmac('sha256', 'app-secret').update(payload).digest('base64url')).toBe(signature ?? '')
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
      algorithm: 'HMAC-SHA256',
      user_id: admin.id,
    })
    expect((await graphCall(standIn, token, '/me')).error).toBe('190/458')
  })
})

test('faults answer the calls that they concern, each once', async () => {
  const { meta: standIn, messenger, pageToken, page } = await furnishedMeta()
  await messenger.text('oi')
  const send = () =>
    graphCall(standIn, pageToken, `/${page.id}/messages`, {
      recipient: { id: messenger.id },
      message: { text: 'x', metadata: 'm' },
    })
  standIn.fail({ on: 'messages', fault: 'appRate' }, 'lost')
  expect((await graphCall(standIn, pageToken, `/${page.id}`)).status).toBe(200)
  expect((await send()).error).toBe('4')
  await expect(send()).rejects.toThrow()
  expect((await send()).status).toBe(200)
  // What was lost had been accepted.
  expect(standIn.sentTwice).toEqual(['m'])
})

test('obeys over HTTP', async () => {
  const { meta: standIn, page, hook } = await furnishedMeta()
  const command = async (what: string, body: unknown) =>
    (await fetch(`${standIn.url}/__control/${what}`, { method: 'POST', body: JSON.stringify(body) })).json()
  await command('person', { name: 'Bia' })
  expect(await command('say', { account: page.id, person: 'Bia', text: 'oi' })).toEqual({ id: expect.any(String) })
  expect(hook.elements()).toHaveLength(1)
  expect(await command('conversation', { account: page.id, person: 'Bia' })).toMatchObject([
    { by: 'person', content: { text: 'oi' } },
  ])
  expect(await command('say', { account: 'none', person: 'Bia', text: 'oi' })).toEqual({ error: 'unknown account' })
})
