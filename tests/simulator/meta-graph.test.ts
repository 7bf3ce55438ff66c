import { expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import type { MetaStandIn } from '../../src/simulator/meta/stand-in'
import { meta } from '../support/meta'
import { metaReceiver } from '../support/meta-receiver'

async function call(at: MetaStandIn, method: string, path: string, token: string, body?: unknown) {
  const answer = await fetch(`${at.url}/v26.0${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as never }
}
const errorOf = ({ body }: { body: { error?: { code: number; error_subcode?: number } } }) => [
  body.error?.code,
  body.error?.error_subcode,
]

test('smoke', async () => {
  const at = meta()
  const app = at.addApp({ secret: 'app-secret' })
  const hook = metaReceiver(app)
  expect(await at.setWebhook(app, hook.url, 'wrong')).toContain('403')
  expect(await at.setWebhook(app, hook.url, app.verifyToken)).toBeNull()
  const user = at.addUser({ name: 'Ana', apps: [app] })
  const page = at.addPage({ name: 'Aurora', admins: [user], instagram: { username: 'aurora' } })
  const token = at.pageToken(app, page)
  const joao = at.person({ name: 'João', phone: '5511988887777' })
  const chat = at.messenger(joao, page)
  await chat.text('nada')
  expect(hook.bodies).toEqual([])
  expect(
    (
      await call(
        at,
        'POST',
        `/${page.id}/subscribed_apps?subscribed_fields=messages,message_echoes,message_deliveries`,
        token,
      )
    ).body,
  ).toEqual({ success: true } as never)
  await chat.text('Olá, ção')
  expect(hook.bodies[0]).toContain('\\u00e7\\u00e3o')
  const sent = await call(at, 'POST', `/me/messages`, token, {
    recipient: { id: chat.id },
    messaging_type: 'RESPONSE',
    message: { text: 'oi', metadata: 'x' },
  })
  expect(sent.status).toBe(200)
  await at.settled()
  expect(hook.bodies[1]).toContain('"is_echo":true')
  const business = at.addBusiness()
  const number = at.addNumber(business, { phone: '5511911112222' })
  const system = at.systemToken(app, [business])
  await call(at, 'POST', `/${business.id}/subscribed_apps`, system)
  const wa = at.whatsapp(joao, number)
  const late = await call(at, 'POST', `/${number.id}/messages`, system, {
    messaging_product: 'whatsapp',
    to: joao.phone,
    type: 'text',
    text: { body: 'oi' },
  })
  expect(late.status).toBe(200)
  await at.settled()
  expect(hook.bodies.at(-1)).toContain('131047')
  await wa.text('oi')
  await call(at, 'POST', `/${number.id}/messages`, system, {
    messaging_product: 'whatsapp',
    to: joao.phone,
    type: 'text',
    text: { body: 'oi' },
  })
  await at.settled()
  expect(hook.bodies.at(-1)).toContain('delivered')
  expect(errorOf(await call(at, 'GET', `/${number.id}`, token))).toEqual([100, 33])
  at.fail('truncated')
  await expect(
    call(at, 'POST', `/${number.id}/messages`, system, {
      messaging_product: 'whatsapp',
      to: joao.phone,
      type: 'text',
      text: { body: 'oi2' },
    }),
  ).rejects.toThrow()
  await at.settled()
  expect(wa.received.length).toBe(2)
})

test('the signature of the known vector', () => {
  expect(createHmac('sha256', 'app-secret').update('{"object":"page","entry":[]}').digest('hex')).toBe(
    'e6e9d7a842a48e17f43a34d6125d0d933e2aab92ee37f0993a4d493b50e3d438',
  )
})
