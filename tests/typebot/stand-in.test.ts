/** The stand-in refuses what a Typebot refuses, and fails on demand. */
import { expect, test } from 'bun:test'
import { HOUR } from '../../src/platform/time'
import { startedTypebot } from './support'

const post = async (url: string, body: unknown, type = 'application/json') => {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': type } })
  return {
    status: answer.status,
    body: (await answer.json()) as { sessionId?: string; message?: string; messages?: [] },
  }
}

test('knows published bots, JSON, live sessions and the length of messages', async () => {
  let now = 0
  const { url } = startedTypebot({ now: () => now })
  const start = (bot = 'vitrine-aurora', body: unknown = {}, type?: string) =>
    post(`${url}/api/v1/typebots/${bot}/startChat`, body, type)
  const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status
  expect(await statusOf(start('bot-rascunho'))).toBe(404)
  expect(await statusOf(start('vitrine-aurora', {}, 'text/plain'))).toBe(415)
  expect(await statusOf(start('vitrine-aurora', { message: 'x'.repeat(20_000) }))).toBe(400)
  expect(await statusOf(start('vitrine-aurora', { message: 7 }))).toBe(400)
  const { body } = await start()
  const go = (message?: string, session = body.sessionId) =>
    post(`${url}/api/v1/sessions/${session}/continueChat`, { message })
  expect(await statusOf(go('oi', 'ses-other'))).toBe(404)
  // A single choice is matched by its words, not by its position.
  expect((await go('1')).body.messages).toMatchObject([{ id: 'retry' }])
  expect((await go('Sofás')).body.messages).toHaveLength(2)
  now += 5 * HOUR
  expect((await go('3 lugares')).body.message).toContain('expired')
})

test('asks for the builder’s token, which can be revoked', async () => {
  const { url, token, fail } = startedTypebot()
  const get = (path: string, as = token) =>
    fetch(`${url}/api/v1/${path}`, { headers: { authorization: `Bearer ${as}` } })
  expect((await get('workspaces', 'other')).status).toBe(401)
  expect(await (await get('workspaces')).json()).toMatchObject({ workspaces: [{ id: 'wsp-aurora' }, {}] })
  expect((await get('typebots?workspaceId=other')).status).toBe(404)
  expect(await (await get('typebots?workspaceId=wsp-aurora')).json()).toMatchObject({
    typebots: [{ id: 'bot-vitrine' }, {}],
  })
  expect(await (await get('typebots/bot-vitrine')).json()).toMatchObject({ typebot: { publicId: 'vitrine-aurora' } })
  fail('revokedToken')
  expect((await get('workspaces')).status).toBe(401)
  expect((await get('workspaces')).status).toBe(200)
})

test('takes faults over HTTP, and shows its calls', async () => {
  const { url } = startedTypebot()
  expect((await post(`${url}/__fault`, { next: 'fire' })).status).toBe(400)
  expect((await post(`${url}/__fault`, { next: 'deadMedia' })).status).toBe(200)
  expect((await fetch(`${url}/media/leme.png`)).status).toBe(404)
  expect((await fetch(`${url}/media/leme.png`)).headers.get('content-type')).toBe('image/png')
  expect(await (await fetch(`${url}/__seen`)).json()).toMatchObject([{ path: '/media/leme.png' }, {}])
})
