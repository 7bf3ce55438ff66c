/** Password reset with a code sent by e-mail. */
import { expect, test } from 'bun:test'
import { HOUR, MINUTE } from '../../src/platform/time'
import { setCompanyActive } from '../../src/tenancy/companies'
import { PASSWORD, SALES } from '../support/company-world'
import { mailbox } from '../support/mailbox'
import { type World, world } from '../support/world'
import { signIn } from '../users/support'

const NEW = 'Sofa2026'

const post = (w: World, path: string, body?: unknown) =>
  w.request(`/api/${path}`, {
    method: 'POST',
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
const request = (w: World, email: string) => post(w, `forgetpassword/${encodeURIComponent(email)}`)
const reset = (w: World, email: string, token: string, password = NEW) =>
  post(w, `resetpasswords/${encodeURIComponent(email)}`, { token, password })
const errorOf = async (answer: Response) => [answer.status, ((await answer.json()) as { error: string }).error]

async function office() {
  const box = await mailbox()
  const w = world({ mail: box })
  const ana = w.attendant([SALES], { email: 'ana@loja.example', name: 'Ana' })
  const codeSent = () => /\b\d{8}\b/.exec(box.mails()[0]?.text ?? '')?.[0] ?? ''
  return { w, box, ana, codeSent }
}

test('a code arrives by e-mail and sets a new password once, and all sessions of the user end', async () => {
  const { w, box, ana, codeSent } = await office()
  const answer = await request(w, ' ANA@loja.example')
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { expiresAt: new Date(w.clock.now() + 15 * MINUTE).toISOString(), tries: 5, retryAfter: 60 },
  ])
  const [mail] = box.mails()
  expect(mail).toMatchObject({ to: ['ana@loja.example'], subject: 'Seu código para a nova senha' })
  expect(mail?.subject).not.toMatch(/\d/)
  expect(mail?.text).toContain('Olá, Ana!')
  expect(mail?.html).toContain(codeSent())

  expect((await reset(w, ana.email, codeSent())).status).toBe(200)
  expect((await ana.request('/api/users/list')).status).toBe(403)
  expect((await signIn(w, ana.email, PASSWORD)).status).toBe(401)
  expect((await signIn(w, ana.email, NEW)).status).toBe(200)
  expect(await errorOf(await reset(w, ana.email, codeSent()))).toEqual([410, 'ERR_RESET_CODE_EXPIRED'])
  expect(w.rows("SELECT act, user_name, changes FROM audit_log WHERE kind = 'user'").at(-1)).toEqual({
    act: 'update',
    user_name: 'Ana',
    changes: JSON.stringify([{ field: 'password', from: null, to: 'set' }]),
  })
})

test('the code is not stored as plain text', async () => {
  const { w, codeSent, ana } = await office()
  await request(w, ana.email)
  const rows = JSON.stringify(w.server.databases.writableControl().$client.prepare('SELECT * FROM mail_codes').all())
  expect([rows.includes('gcm1.'), rows.includes(codeSent())]).toEqual([true, false])
})

test('after five wrong codes the right one is refused too', async () => {
  const { w, ana, codeSent } = await office()
  await request(w, ana.email)
  const right = codeSent()
  const wrong = right === '00000000' ? '00000001' : '00000000'
  for (const triesLeft of [4, 3, 2, 1, 0]) {
    const answer = await reset(w, ana.email, wrong)
    expect([answer.status, await answer.json()]).toMatchObject([
      422,
      { error: 'ERR_RESET_CODE_WRONG', details: { triesLeft } },
    ])
  }
  expect(await errorOf(await reset(w, ana.email, right))).toEqual([410, 'ERR_RESET_CODE_EXPIRED'])
  expect((await signIn(w, ana.email, PASSWORD)).status).toBe(200)
})

test('a code expires after 15 minutes, and a new one replaces it', async () => {
  const { w, ana, codeSent } = await office()
  await request(w, ana.email)
  const first = codeSent()
  w.clock.forward(15 * MINUTE)
  expect(await errorOf(await reset(w, ana.email, first))).toEqual([410, 'ERR_RESET_CODE_EXPIRED'])
  await request(w, ana.email)
  expect((await reset(w, ana.email, codeSent())).status).toBe(200)
})

test('one address gets at most one code a minute', async () => {
  const { w, box, ana } = await office()
  await request(w, ana.email)
  expect(await errorOf(await request(w, ana.email))).toEqual([429, 'ERR_TOO_MANY_ATTEMPTS'])
  w.clock.forward(MINUTE)
  expect((await request(w, ana.email)).status).toBe(200)
  expect(box.mails()).toHaveLength(2)
})

test('unknown, inactive and suspended users get no code', async () => {
  const { w, box } = await office()
  const bia = w.attendant([SALES], { email: 'bia@loja.example' })
  w.db.$client.prepare('UPDATE users SET active = 0 WHERE id = ?').run(bia.userId)
  const padaria = w.company('Padaria Sol')
  const caio = padaria.attendant([], { email: 'caio@padaria.example' })
  setCompanyActive(w.server.databases.writableControl(), padaria.tenant.id, false)
  for (const email of ['ninguem@loja.example', bia.email, caio.email])
    expect([email, ...(await errorOf(await request(w, email)))]).toEqual([email, 404, 'ERR_EMAIL_NOT_FOUND'])
  expect(box.mails()).toEqual([])
})

test('a missing mail server or its refusal is reported', async () => {
  const silent = world()
  const ana = silent.attendant()
  expect(await errorOf(await request(silent, ana.email))).toEqual([503, 'ERR_MAIL_NOT_CONFIGURED'])

  const box = await mailbox({ taking: () => '451 4.3.0 Try again later' })
  const w = world({ mail: box })
  const bia = w.attendant()
  expect(await errorOf(await request(w, bia.email))).toEqual([502, 'ERR_MAIL_NOT_SENT'])
  expect(w.server.databases.writableControl().$client.prepare('SELECT code FROM mail_codes').pluck().all()).toEqual([
    null,
  ])
})

test('a weak password is refused without costing a try', async () => {
  const { w, ana, codeSent } = await office()
  await request(w, ana.email)
  for (const weak of ['Sofa202', 'sofa2026', 'SOFA2026', 'SofaSofa', '']) {
    const answer = await reset(w, ana.email, codeSent(), weak)
    expect([weak, answer.status, await answer.json()]).toMatchObject([
      weak,
      400,
      { error: 'ERR_INVALID_INPUT', details: [{ field: 'password' }] },
    ])
  }
  expect((await reset(w, ana.email, codeSent())).status).toBe(200)
})

test('token and password are also accepted in the query, as specified', async () => {
  const { w, ana, codeSent } = await office()
  await request(w, ana.email)
  const query = `token=${codeSent()}&password=${NEW}`
  expect((await post(w, `resetpasswords/${encodeURIComponent(ana.email)}?${query}`)).status).toBe(200)
  expect((await signIn(w, ana.email, NEW)).status).toBe(200)
})

test('an account gets five codes a day', async () => {
  const { w, box, ana } = await office()
  for (let n = 0; n < 5; n++) {
    expect((await request(w, ana.email)).status).toBe(200)
    w.clock.forward(HOUR)
  }
  const refused = await request(w, ana.email)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String((19 * HOUR) / 1000)])
  const again = await w.reopen()
  expect((await request(again, ana.email)).status).toBe(429)
  again.clock.forward(19 * HOUR)
  expect((await request(again, ana.email)).status).toBe(200)
  expect(box.mails()).toHaveLength(6)
})

test.each([
  ['for a code', request],
  ['with a code', (w: World, email: string) => reset(w, email, '12345678')],
])(
  'a network that asks %s learns of at most five unknown addresses an hour, and then of no known one',
  async (_, ask) => {
    const { w, ana } = await office()
    for (let n = 0; n < 5; n++) expect((await ask(w, `ninguem${n}@loja.example`)).status).toBe(404)
    for (const email of ['ninguem9@loja.example', ana.email])
      expect(await errorOf(await ask(w, email))).toEqual([429, 'ERR_TOO_MANY_ATTEMPTS'])
    w.clock.forward(HOUR)
    expect((await ask(w, ana.email)).status).not.toBe(429)
  },
)
