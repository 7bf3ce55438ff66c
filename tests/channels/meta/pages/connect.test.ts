import { describe, expect, test } from 'bun:test'
import { connectByToken, metaWorld, post } from './connected'

const found = async (answer: Response) =>
  (await answer.json()) as {
    key: string
    person: string
    pages: { id: string; isConnected: boolean; refusal: string | null; instagram: object | null }[]
  }

/** Follows Meta's dialog. Returns what the browser comes back with. */
async function signIn({ admin, standIn, user }: ReturnType<typeof metaWorld>, declined: readonly string[] = []) {
  standIn.answerSignIn({ user, declined })
  const { url } = (await (await post(admin, '/api/facebook/sign-in')).json()) as { url: string }
  const back = new URL((await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '')
  return { path: back.pathname, state: back.searchParams.get('state') ?? '', code: back.searchParams.get('code') ?? '' }
}

describe('connecting by the token of a person', () => {
  test('makes a connection of each page and each Instagram account, and subscribes them', async () => {
    const all = metaWorld()
    const { connected, refused } = await connectByToken(all)
    expect(refused).toEqual([])
    expect(connected).toMatchObject([
      { channel: 'facebook', id: all.page.id, name: 'Casa Aurora', isNew: true },
      { channel: 'instagram', id: all.page.instagram?.id, name: 'Casa Aurora (Instagram)', isNew: true },
    ])
    expect([...(all.page.subscriptions.get('700') ?? [])]).toContain('message_echoes')
    const list = await all.admin.request('/api/whatsapp/').then((answer) => answer.json())
    expect(list).toMatchObject([{ channel: 'facebook', status: 'CONNECTED' }, { channel: 'instagram' }, {}])
  })

  test('leaves a page with an Instagram account connected alone, if that is not wanted', async () => {
    const { connected } = await connectByToken(metaWorld(), false)
    expect(connected.map(({ channel }) => channel)).toEqual(['facebook'])
  })

  test('draws the tokens of pages from a lasting one, so that they do not end', async () => {
    const all = metaWorld()
    await connectByToken(all)
    const [page] = all.standIn.world.tokens.list().filter(({ holder }) => holder.type === 'PAGE')
    expect(page?.expiresAt).toBeNull()
  })

  test('says what is wrong with the token, and stores nothing', async () => {
    const { admin, user } = metaWorld()
    const answer = await post(admin, '/api/facebook', { facebookUserId: user.id, facebookUserToken: 'EAAwrong' })
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({ error: 'ERR_META_SIGN_IN_FAILED' })
  })

  test('renews the access of what is connected already', async () => {
    const all = metaWorld()
    await connectByToken(all)
    all.standIn.changePassword(all.user)
    const again = await connectByToken(all)
    expect(again.connected).toMatchObject([{ isNew: false }, { isNew: false }])
  })

  test('gives a disconnected page its connection back', async () => {
    const all = metaWorld()
    const [first] = (await connectByToken(all, false)).connected
    await all.admin.request(`/api/whatsappsession/${first?.whatsappId}`, { method: 'DELETE' })
    expect((await connectByToken(all, false)).connected).toEqual([{ ...first, isNew: false }] as never)
  })

  test('refuses a page of another company without saying whose it is', async () => {
    const all = metaWorld()
    await connectByToken(all)
    const other = await connectByToken({ ...all, admin: all.w.company('Outra').admin() })
    expect(other.connected).toEqual([])
    expect(other.refused).toMatchObject([{ reason: 'otherCompany' }, { reason: 'otherCompany' }])
    expect(JSON.stringify(other)).not.toContain('Loja')
  })

  test('connects what it can, and says the reason of the rest', async () => {
    const all = metaWorld()
    all.standIn.addPage({ name: 'Outlet', admins: [all.user] })
    all.standIn.fail({ on: 'subscribed_apps', status: 403, code: 200 })
    const { connected, refused } = await connectByToken(all, false)
    expect(connected).toHaveLength(1)
    expect(refused).toMatchObject([{ reason: 'permission' }])
  })

  test('needs the operator’s app', async () => {
    const { w, admin, user } = metaWorld({}, { environment: { metaAppId: '' } })
    expect(w).toBeDefined()
    const answer = await post(admin, '/api/facebook', { facebookUserId: user.id, facebookUserToken: 'x' })
    expect(await answer.json()).toMatchObject({ error: 'ERR_META_SIGN_IN_OFF' })
  })
})

describe('signing in with Meta', () => {
  test('finds the pages, connects those chosen, and can be used once', async () => {
    const all = metaWorld()
    const { path, ...back } = await signIn(all)
    expect(path).toBe('/meta-sign-in')
    const { key, person, pages } = await found(await post(all.admin, '/api/facebook/sign-in/finish', back))
    expect(person).toBe('Lia Prado')
    expect(pages).toMatchObject([
      {
        id: all.page.id,
        name: 'Casa Aurora',
        isConnected: false,
        refusal: null,
        instagram: { username: 'casa.aurora', isConnected: false, refusal: null },
      },
    ])
    const chosen = { key, ids: [all.page.id] }
    expect(await (await post(all.admin, '/api/facebook/pages', chosen)).json()).toMatchObject({
      connected: [{ channel: 'facebook', name: 'Casa Aurora' }],
      refused: [],
    })
    expect((await post(all.admin, '/api/facebook/pages', chosen)).status).toBe(409)
    const again = await found(await post(all.admin, '/api/facebook/sign-in/finish', await signIn(all)))
    expect(again.pages).toMatchObject([{ isConnected: true, instagram: { isConnected: false } }])
  })

  test('belongs to the person who began it', async () => {
    const all = metaWorld()
    const { state, code } = await signIn(all)
    const stranger = await post(all.w.admin(), '/api/facebook/sign-in/finish', { state, code })
    expect(await stranger.json()).toMatchObject({ error: 'ERR_META_SIGN_IN_STATE' })
    const { key } = await found(await post(all.admin, '/api/facebook/sign-in/finish', { state, code }))
    expect((await post(all.w.admin(), '/api/facebook/pages', { key, ids: [all.page.id] })).status).toBe(409)
    all.w.clock.forward(16 * 60_000)
    expect((await post(all.admin, '/api/facebook/pages', { key, ids: [all.page.id] })).status).toBe(409)
  })

  test('says which pages lack a permission', async () => {
    const all = metaWorld()
    const { state, code } = await signIn(all, ['instagram_manage_messages'])
    const { pages } = await found(await post(all.admin, '/api/facebook/sign-in/finish', { state, code }))
    expect(pages).toMatchObject([{ refusal: null, instagram: { refusal: 'permission' } }])
  })

  test('fails when the person cancels', async () => {
    const all = metaWorld()
    const { state } = await signIn(all)
    const answer = await post(all.admin, '/api/facebook/sign-in/finish', { state, error: 'access_denied' })
    expect(await answer.json()).toMatchObject({ error: 'ERR_META_SIGN_IN_FAILED' })
  })
})
