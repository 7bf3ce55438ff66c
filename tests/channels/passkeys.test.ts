/** Access to a passkey demand through the API: seeing, answering and sharing it. */
import { expect, test } from 'bun:test'
import { sessionUpdated } from '../../src/channels/connections/contract'
import type { PasskeyState } from '../../src/channels/passkeys/contract'
import { MINUTE } from '../../src/platform/time'
import { LOJA, SALES } from '../support/company-world'
import { NOON, world } from '../support/world'
import { credential, demanded, errorOf, opened, options, PATH, response, shared, stateOf, visit } from './passkeys'

test('gives the request to the person who links the number, and accepts their answer', async () => {
  const w = world()
  const { admin, answers } = await demanded(w)
  const state = (await (await admin.request(PATH)).json()) as PasskeyState
  expect(state).toEqual({
    stage: 'demanded',
    options,
    expiresAt: new Date(NOON + 10 * MINUTE).toISOString(),
    code: null,
    reason: null,
    mine: true,
    link: null,
  })
  expect((await admin.json(PATH, 'POST', { credential: { ...credential, clientExtensionResults: {} } })).status).toBe(
    200,
  )
  expect(answers).toEqual([credential])
})

test('responds 404 without a demand', async () => {
  const w = world()
  const admin = w.admin()
  expect((await admin.request(PATH)).status).toBe(404)
  expect(await errorOf(await admin.json(PATH, 'POST', { credential }))).toBe('ERR_NO_PASSKEY_DEMANDED')
})

test('publishes every change of stage without challenge and code', async () => {
  const w = world()
  const { admin, become } = await demanded(w)
  become({ stage: 'code', options: null, code: 'ABCD-1234' })
  const heard = admin.heard(sessionUpdated).map(({ session }) => session)
  expect(heard.flatMap(({ passkey }) => passkey?.stage ?? [])).toEqual(['demanded', 'code'])
  expect(JSON.stringify(admin.frames)).not.toContain(options.challenge)
  expect(JSON.stringify(admin.frames)).not.toContain('ABCD-1234')
})

test('another admin sees that somebody links the number, but neither request nor code, and their answer is ignored', async () => {
  const w = world()
  const { answers, compared, given, become } = await demanded(w)
  const other = w.attendant([SALES], { profile: 'admin' })
  expect(await (await other.request(PATH)).json()).toMatchObject({ mine: false, options: null, link: null })
  become({ stage: 'code', code: 'ABCD-1234' })
  expect(await (await other.request(PATH)).json()).toMatchObject({ mine: false, code: null })
  for (const refused of [
    await other.json(PATH, 'POST', { credential }),
    await other.json(`${PATH}/confirm`, 'POST', {}),
    await other.json(`${PATH}/link`, 'POST', {}),
    await other.request(PATH, { method: 'DELETE' }),
  ])
    expect(await errorOf(refused)).toBe('ERR_PASSKEY_OF_ANOTHER')
  expect([answers, compared, given.up]).toEqual([[], [], 0])
})

test('ignores an answer from another company', async () => {
  const w = world()
  const { answers } = await demanded(w)
  const stranger = w.company('Padaria').admin()
  expect((await stranger.json(PATH, 'POST', { credential })).status).toBe(404)
  expect(answers).toEqual([])
})

test('the person who requested the latest code may answer', async () => {
  const w = world()
  const { admin, become } = await demanded(w)
  const other = w.attendant([SALES], { profile: 'admin' })
  await other.request(`/api/whatsappsession/${LOJA}`, { method: 'PUT' })
  become({ id: 'second' })
  expect(await (await other.request(PATH)).json()).toMatchObject({ mine: true, options })
  expect(await errorOf(await admin.json(PATH, 'POST', { credential }))).toBe('ERR_PASSKEY_OF_ANOTHER')
})

test.each([
  ['notAwaited', 'ERR_PASSKEY_NOT_AWAITED', 409],
  ['other', 'ERR_PASSKEY_OTHER_REQUEST', 422],
  ['elsewhere', 'ERR_PASSKEY_OTHER_PAGE', 422],
  ['unreadable', 'ERR_PASSKEY_UNREADABLE', 422],
] as const)('says what is wrong with an answer: %s', async (fault, code, status) => {
  const w = world()
  const { admin } = await demanded(w, { answer: () => fault })
  const answer = await admin.json(PATH, 'POST', { credential })
  expect([answer.status, await errorOf(answer)]).toEqual([status, code])
})

test('comparing the code continues or ends it', async () => {
  const w = world()
  const { admin, compared, become } = await demanded(w)
  become({ stage: 'code', code: 'ABCD-1234' })
  expect(await (await admin.request(PATH)).json()).toMatchObject({ stage: 'code', code: 'ABCD-1234' })
  await admin.json(`${PATH}/confirm`, 'POST', {})
  await admin.json(`${PATH}/confirm`, 'POST', { same: false })
  expect(compared).toEqual([true, false])
})

test('can be cancelled', async () => {
  const w = world()
  const { admin, given } = await demanded(w)
  expect((await admin.request(PATH, { method: 'DELETE' })).status).toBe(200)
  expect(given.up).toBe(1)
})

test('a link opens once without signing in, and its visitor may answer', async () => {
  const w = world()
  const { admin, answers, become } = await demanded(w)
  const { token } = await shared(w, admin)
  const key = await opened(w, token)
  expect(await errorOf(await visit(w, 'open', { token }))).toBe('ERR_PASSKEY_LINK')
  expect(await stateOf(await visit(w, 'state', { key }))).toMatchObject({
    stage: 'demanded',
    name: 'Loja',
    company: 'Loja Centro',
    options,
  })
  expect(await (await admin.request(PATH)).json()).toMatchObject({ link: { openedBy: 'Firefox on a desk' } })
  expect((await visit(w, 'answer', { key, credential })).status).toBe(200)
  expect(answers).toEqual([credential])
  become({ stage: 'code', options: null, code: 'ABCD-1234' })
  expect(await stateOf(await visit(w, 'state', { key }))).toMatchObject({ stage: 'code', code: 'ABCD-1234' })
  w.telephones.demands.clear()
  w.telephones.report(w.refOf(LOJA), { status: 'CONNECTED', number: '5511988887777' })
  expect(await stateOf(await visit(w, 'state', { key }))).toMatchObject({ stage: 'linked', options: null, code: null })
})

test('a link is valid for ten minutes, for its own request, and until it is replaced', async () => {
  const w = world()
  const { admin, answers, become } = await demanded(w, { expiresAt: NOON + 60 * MINUTE })
  const first = await shared(w, admin)
  const second = await shared(w, admin)
  expect(await errorOf(await visit(w, 'open', { token: first.token }))).toBe('ERR_PASSKEY_LINK')
  const key = await opened(w, second.token)
  become({ id: 'another request' })
  expect(await stateOf(await visit(w, 'state', { key }))).toMatchObject({ stage: 'over', options: null })
  expect(await errorOf(await visit(w, 'answer', { key, credential }))).toBe('ERR_PASSKEY_NOT_AWAITED')
  const third = await shared(w, admin)
  w.clock.forward(10 * MINUTE)
  expect(await errorOf(await visit(w, 'open', { token: third.token }))).toBe('ERR_PASSKEY_LINK')
  expect(answers).toEqual([])
})

test('pages of other sites cannot use links, and guessing is rate-limited', async () => {
  const w = world()
  const { admin } = await demanded(w)
  const { token } = await shared(w, admin)
  const evil = await visit(w, 'open', { token }, { origin: 'https://evil.example' })
  expect([evil.status, evil.headers.get('access-control-allow-origin')]).toEqual([403, null])
  const guesses = []
  for (let n = 0; n < 31; n++) guesses.push((await visit(w, 'open', { token: `AAAA-AAAA-${n}` })).status)
  expect([guesses[0], guesses.at(-1)]).toEqual([404, 429])
})

test('challenge, answer and token are neither stored nor logged', async () => {
  const w = world()
  const { admin } = await demanded(w)
  const { token } = await shared(w, admin)
  await admin.json(PATH, 'POST', { credential })
  const kept = JSON.stringify([w.logged, w.rows('SELECT * FROM audit_log'), w.rows('SELECT * FROM connections')])
  for (const secret of [options.challenge, response.signature, token]) expect(kept).not.toContain(secret)
  expect(kept).toContain('sharePasskey')
})
