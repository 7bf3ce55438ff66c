/** Typebot of a company: workspaces and bots from its builder, and queues that name a bot. */
import { describe, expect, test } from 'bun:test'
import { typebotOfQueue } from '../../src/features/typebot/queues'
import { findQueueOrFail } from '../../src/queues/queries'
import type { SettingKey } from '../../src/settings/contract'
import { SALES } from '../support/company-world'
import { allowLocal } from '../support/webhook-receiver'
import { world } from '../support/world'
import { startedTypebot } from './support'

async function company() {
  const typebot = startedTypebot()
  const w = world({ outsideAllow: allowLocal })
  const admin = w.admin()
  const set = (key: SettingKey, value: string) => admin.json(`/api/settings/${key}`, 'PUT', { value })
  const configure = async ({ url = `${typebot.url}/`, token = typebot.token } = {}) => {
    await set('urlTypebotBuilder', url)
    await set('urlTypebotViewer', url)
    await set('tokenTypebot', token)
  }
  const get = async (path: string, who = admin) => {
    const answer = await who.request(`/api/typebot/${path}`)
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  const put = (body: object) => admin.json(`/api/queue/${SALES}`, 'PUT', body)
  return { w, typebot, admin, configure, get, put, set, queue: () => findQueueOrFail(w.db, SALES) }
}

describe('workspaces and bots', () => {
  test('are listed with the token of the settings', async () => {
    const { get, configure } = await company()
    expect(await get('listworkspaces')).toMatchObject({ status: 409, body: { error: 'ERR_TYPEBOT_NOT_CONFIGURED' } })
    await configure()
    expect(await get('listworkspaces')).toEqual({
      status: 200,
      body: {
        workspaces: [
          { id: 'wsp-aurora', name: 'Casa Aurora', icon: '🛋️', plan: 'STARTER' },
          { id: 'wsp-testes', name: 'Testes', icon: null, plan: 'FREE' },
        ],
      },
    })
    expect((await get('listtypebots?workspaceId=wsp-testes')).body).toEqual({
      typebots: [{ id: 'bot-rascunho', name: 'Black Friday (rascunho)', icon: '📝', isPublished: false }],
    })
    expect(await get('listtypebots?workspaceId=other')).toMatchObject({ body: { error: 'ERR_NO_TYPEBOT_FOUND' } })
    expect((await get('listtypebots')).status).toBe(400)
  })

  test('name what is wrong: token, address, another server', async () => {
    const { w, get, configure, typebot } = await company()
    await configure({ token: 'other' })
    expect(await get('listworkspaces')).toMatchObject({ status: 409, body: { error: 'ERR_TYPEBOT_TOKEN' } })
    await configure()
    typebot.fail('revokedToken')
    expect(await get('listworkspaces')).toMatchObject({ status: 409, body: { error: 'ERR_TYPEBOT_TOKEN' } })
    await configure({ url: 'http://169.254.169.254' })
    expect(await get('listworkspaces')).toMatchObject({ status: 409, body: { error: 'ERR_TYPEBOT_ADDRESS' } })
    await configure({ url: 'not an address' })
    expect(await get('listworkspaces')).toMatchObject({ status: 409, body: { error: 'ERR_TYPEBOT_ADDRESS' } })
    await configure({ url: `${typebot.url}/elsewhere` })
    expect((await get('listworkspaces')).status).toBe(404)
    expect((await get('listworkspaces', w.attendant())).status).toBe(403)
  })
})

test('another builder does not get the token of the first', async () => {
  const { configure, get, set } = await company()
  await configure()
  expect((await get('listworkspaces')).status).toBe(200)
  await set('urlTypebotBuilder', 'https://outro.example')
  expect(await get('listworkspaces')).toMatchObject({ body: { error: 'ERR_TYPEBOT_NOT_CONFIGURED' } })
})

describe('a queue that names a bot', () => {
  const named = { typeChatbot: 'typebot', workspaceTypebot: 'wsp-aurora', typebotId: 'bot-vitrine' }

  test('learns its public id when it is saved, and is then run by it', async () => {
    const { w, configure, put, queue, typebot } = await company()
    await configure()
    expect((await put(named)).status).toBe(200)
    expect(queue().typebotPublicId).toBe('vitrine-aurora')
    expect(typebotOfQueue.of(w.cx, queue())).toMatchObject({
      id: 0,
      type: 'typebot',
      urlIntegration: typebot.url,
      typebotSlug: 'vitrine-aurora',
      typebotExpires: 0,
      typebotKeywordRestart: '00',
    })
    const asked = typebot.seen.length
    await put({ greetingMessage: 'Olá!' })
    expect(typebot.seen).toHaveLength(asked)
    await put({ typeChatbot: 'option' })
    expect(typebotOfQueue.of(w.cx, queue())).toBeUndefined()
  })

  test('is refused if the bot does not exist or is not published, and keeps what it had', async () => {
    const { configure, put, queue } = await company()
    await configure()
    await put(named)
    const refused = async (typebotId: string) => {
      const answer = await put({ typebotId })
      return [answer.status, ((await answer.json()) as { error: string }).error]
    }
    expect(await refused('bot-rascunho')).toEqual([409, 'ERR_TYPEBOT_NOT_PUBLISHED'])
    expect(await refused('other')).toEqual([404, 'ERR_NO_TYPEBOT_FOUND'])
    expect(queue()).toMatchObject({ typebotId: 'bot-vitrine', typebotPublicId: 'vitrine-aurora' })
    await put({ typebotId: '' })
    expect(queue().typebotPublicId).toBeNull()
  })

  test('keeps its options until Typebot is configured and it is saved again', async () => {
    const { w, configure, put, queue } = await company()
    expect((await put(named)).status).toBe(200)
    expect(typebotOfQueue.of(w.cx, queue())).toBeUndefined()
    await configure()
    await put(named)
    expect(typebotOfQueue.of(w.cx, queue())?.typebotSlug).toBe('vitrine-aurora')
  })
})
