/** How sessions end: sign-in elsewhere, sign-out, command, expiry. */
import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { DAY, SECOND } from '../../src/platform/time'
import { sessionEnded } from '../../src/users/contract'
import { users } from '../../src/users/tables'
import type { Attendant } from '../support/company-world'
import { world } from '../support/world'
import { bodyOf, cookieOf, meWith, refresh, signIn } from './support'

test('an unused session expires after thirty days', async () => {
  const w = world()
  const ana = w.attendant()
  const first = cookieOf(await signIn(w, ana.email))
  w.clock.forward(29 * DAY)
  const second = cookieOf(await refresh(w, first))
  w.clock.forward(29 * DAY)
  expect((await refresh(w, second)).status).toBe(200)
  w.clock.forward(31 * DAY)
  expect((await refresh(w, second)).status).toBe(401)
})

test('signing in elsewhere ends the earlier session and notifies its page, and no other', async () => {
  const w = world()
  const [ana, bia] = [w.attendant(), w.attendant()]
  const oldToken = await ana.token()
  expect((await signIn(w, ana.email)).status).toBe(200)
  expect(ana.heard(sessionEnded)).toEqual([{ userId: ana.userId, sessionId: ana.sessionId, reason: 'elsewhere' }])
  expect(ana.frames.map(({ event }) => event)).toEqual(['company-1-auth'])
  expect(bia.heard(sessionEnded)).toEqual([])
  expect((await meWith(w, oldToken)).status).toBe(403)
})

test('signing out ends the session, its refresh token and its cookie', async () => {
  const w = world()
  const ana = w.attendant()
  const signed = await signIn(w, ana.email)
  const { token } = await bodyOf(signed)
  const out = await w.request('/api/auth/logout', { method: 'DELETE', headers: { authorization: `Bearer ${token}` } })
  expect(out.status).toBe(200)
  expect(out.headers.get('set-cookie')).toContain('Max-Age=0')
  expect((await meWith(w, token)).status).toBe(403)
  expect((await refresh(w, cookieOf(signed))).status).toBe(401)
})

test('a deactivated user is signed out at once, on open pages too', async () => {
  const w = world()
  const ana = w.attendant()
  const signed = await signIn(w, ana.email)
  w.db.update(users).set({ active: false }).where(eq(users.id, ana.userId)).run()
  expect((await meWith(w, (await bodyOf(signed)).token)).status).toBe(403)
  expect((await refresh(w, cookieOf(signed))).status).toBe(401)
  expect(w.server.auth.recheck(ana.listener.actor)).toBeUndefined()
})

test('users of a suspended company are signed out at once, those of other companies are not', async () => {
  const w = world()
  const b = w.company()
  const [ana, bruno] = [w.attendant(), b.attendant()]
  b.suspend()
  expect((await bruno.api.auth.me.get()).status).toBe(403)
  expect((await ana.api.auth.me.get()).status).toBe(200)
})

test('an overdue company can sign in and out and manage itself, and gets 402 for everything else', async () => {
  const w = world()
  const b = w.company()
  const bruno = b.admin()
  b.setDue(w.clock.now() - 1)
  const signed = await signIn(w, bruno.email)
  expect(signed.status).toBe(200)
  const { token } = await bodyOf(signed)
  const headers = { authorization: `Bearer ${token}` }
  const me = await bodyOf(await w.request('/api/auth/me', { headers }))
  expect(me).toMatchObject({ user: { company: { isOverdue: true } } })
  const body = JSON.stringify({ language: 'es' })
  const json = { ...headers, 'content-type': 'application/json' }
  const changed = await w.request(`/api/companies/${b.tenant.id}`, { method: 'PUT', headers: json, body })
  expect(changed.status).toBe(200)
  for (const path of ['/api/tickets', '/api/users/list', '/api/whatsapp', '/api/contacts']) {
    const answer = await w.request(path, { headers })
    expect([answer.status, (await bodyOf(answer)).error]).toEqual([402, 'ERR_SUBSCRIPTION_EXPIRED'])
  }
  expect((await refresh(w, cookieOf(signed))).status).toBe(200)
  expect((await w.request('/api/auth/logout', { method: 'DELETE', headers })).status).toBe(200)
  expect((await refresh(w, cookieOf(signed))).status).toBe(401)
})

test('a command that ends a company’s sessions closes its pages and no others', async () => {
  const w = world()
  const b = w.company()
  const [ana, bia, bruno] = [w.attendant(), w.attendant(), b.attendant()]
  w.server.auth.revoke({ companyId: 1 }, 'blocked')
  const reasons = (person: Attendant) => person.heard(sessionEnded).map(({ reason }) => reason)
  expect([reasons(ana), reasons(bia), reasons(bruno)]).toEqual([['blocked'], ['blocked'], []])
})

test('ended sessions are deleted a day later with their tokens; live ones stay', async () => {
  const w = world()
  const [ana, bia, carla] = [w.attendant(), w.attendant(), w.attendant()]
  const signed = await signIn(w, bia.email)
  const fresh = cookieOf(await refresh(w, cookieOf(signed)))
  w.server.auth.revoke({ companyId: 1, userId: ana.userId }, 'revoked')
  const { $client } = w.db
  const kept = () => ({
    sessions: $client.prepare('SELECT user_id FROM sessions ORDER BY user_id').pluck().all(),
    tokens: $client.prepare('SELECT count(*) FROM refresh_tokens').pluck().get(),
  })
  expect(kept().sessions).toEqual([ana.userId, bia.userId, bia.userId, carla.userId])
  w.clock.forward(DAY + SECOND)
  await signIn(w, carla.email)
  expect(kept()).toEqual({ sessions: [bia.userId, carla.userId, carla.userId], tokens: 4 })
  w.clock.forward(28 * DAY)
  const next = cookieOf(await refresh(w, fresh))
  expect(kept()).toEqual({ sessions: [bia.userId, carla.userId], tokens: 4 })
  w.clock.forward(DAY)
  expect((await refresh(w, next)).status).toBe(200)
  expect(kept().tokens).toBe(4) // no browser still needs the first one
})
