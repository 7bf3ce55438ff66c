/** The company that a request names, before anything is verified. */
import { expect, test } from 'bun:test'
import { SignJWT } from 'jose'
import { clueOf } from '../../src/fleet/forwarding/company-clue'
import { createTokens } from '../../src/users/tokens'

const secret = new Uint8Array(32)
const asked = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  clueOf(new Request(`http://atende.example.com${path}`, { method, headers }))
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const COOKIE = `balcao_refresh=1z.${'a'.repeat(43)}.${'b'.repeat(22)}`

test('an access token, an API token, a cookie and the address of a socket name the company', async () => {
  const token = await createTokens(secret, () => 0).issue({ sessionId: 's', companyId: 71, userId: 3 })
  expect(asked('/api/tickets', bearer(token), 'POST')).toEqual({ id: 71 })
  expect(asked('/api/external/send', bearer('bk71_abc'), 'POST')).toEqual({ id: 71 })
  expect(asked('/v1/api/external/send', bearer('bk71_abc'), 'POST')).toEqual({ id: 71 })
  expect(asked('/api/media/1', { cookie: COOKIE })).toEqual({ id: 71 })
  expect(asked('/api/auth/refresh_token', { cookie: `a=b; ${COOKIE}; c=d` }, 'POST')).toEqual({ id: 71 })
  expect(asked('/api/support/leave', { cookie: COOKIE }, 'POST')).toEqual({ id: 71 })
  expect(asked('/ws/00000000000040008000000000000001?userId=3')).toEqual({ uuid: '00000000000040008000000000000001' })
})

test('the token counts rather than the cookie, which may be of somebody else who has signed in here, except where only the cookie is read', async () => {
  const token = await createTokens(secret, () => 0).issue({ sessionId: 's', companyId: 5, userId: 3 })
  expect(asked('/api/tickets', { ...bearer(token), cookie: COOKIE })).toEqual({ id: 5 })
  expect(asked('/api/auth/login', { cookie: COOKIE }, 'POST')).toBeUndefined()
  expect(asked('/api/auth/refresh_token', { ...bearer(token), cookie: COOKIE }, 'POST')).toEqual({ id: 71 })
  expect(asked('/api/tickets', { cookie: COOKIE }, 'DELETE')).toBeUndefined()
})

test('what names no company is answered where it arrives', async () => {
  const claims = (text: string) => `e30.${Buffer.from(text).toString('base64url')}.x`
  const huge = await new SignJWT({ c: 7, x: 'x'.repeat(5000) }).setProtectedHeader({ alg: 'HS256' }).sign(secret)
  const tokens = ['', 'x', 'a.b.c', 'bk_x', 'bk0_x', `bk${'9'.repeat(15)}9_x`, 'a.b', 'a.b.c.d', huge]
  const forged = [
    'null',
    '1',
    '"c"',
    '[]',
    '{}',
    '{"c":"7"}',
    '{"c":-1}',
    '{"c":0}',
    '{"c":1.5}',
    '{"c":1e99}',
    '{"c":null}',
  ]
  for (const token of [...tokens, ...forged.map(claims)]) expect(asked('/api/tickets', bearer(token))).toBeUndefined()
  for (const scheme of ['Basic YTpi', 'bearer bk7_x'])
    expect(asked('/api/tickets', { authorization: scheme })).toBeUndefined()
  const cookies = [
    'balcao_refresh=',
    `balcao_refresh=${'a'.repeat(43)}`,
    'balcao_refresh=0.abc',
    'xbalcao_refresh=1z.abc',
  ]
  for (const cookie of cookies) expect(asked('/api/media/1', { cookie })).toBeUndefined()
  for (const path of ['/', '/login', '/assets/app.js', '/health', '/ws/', '/ws/../api', '/ws/0000', '/apix/1'])
    expect(asked(path, { ...bearer('bk7_x'), cookie: COOKIE })).toBeUndefined()
})
