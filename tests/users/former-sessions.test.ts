/** The upgrade from the version that kept sign-in sessions in control.db: nobody is signed out, and nothing comes back to life. */
import { describe, expect, test } from 'bun:test'
import Sqlite from 'better-sqlite3'
import { suspendCompany } from '../../src/operator/companies'
import { openInstallation } from '../../src/operator/installation'
import { changePassword } from '../../src/operator/people'
import { tenantPath } from '../../src/platform/databases'
import { loadSecret } from '../../src/platform/secret'
import { DAY, HOUR, MINUTE, SECOND } from '../../src/platform/time'
import { createCookies } from '../../src/users/cookies'
import { runJob } from '../support/jobs'
import { NOON, type World, world } from '../support/world'
import { type FormerFolder, formerFolder } from './former'
import { bodyOf, cookieOf, meWith, refresh, signIn } from './support'

const upgraded = (folder: FormerFolder, startsAt = NOON + MINUTE): World => {
  folder.leave()
  return world({ dataDir: folder.dataDir, startsAt })
}
const withCookie = (w: World, token: string) => refresh(w, `balcao_refresh=${token}`)
const refusal = async (w: World, token: string) => {
  const answer = await withCookie(w, token)
  return [answer.status, (await bodyOf(answer)).error]
}
const waiting = (w: World) =>
  w.control.$client.prepare('SELECT count(*) FROM former_sessions WHERE is_taken = 0').pluck().get()
const sessionsOf = (w: World, uuid: string) =>
  w.server.databases
    .tenant(uuid)
    .$client.prepare('SELECT id, ended_because AS because FROM sessions ORDER BY user_id, created_at, id')
    .all()

test('who is signed in stays signed in: the old access token works, and the old cookie is exchanged for one that names its company', async () => {
  const folder = formerFolder()
  const all = [1, 2].flatMap((companyId) => [1, 2, 3].map((userId) => folder.open(companyId, userId)))
  const w = upgraded(folder)
  for (const one of all) {
    const me = await meWith(w, await folder.accessToken(one))
    expect([me.status, (await bodyOf(me)).user]).toMatchObject([200, { id: one.userId, companyId: one.companyId }])
  }
  for (const { token, companyId, userId } of all) {
    const renewed = await withCookie(w, token)
    expect([renewed.status, (await bodyOf(renewed)).user]).toMatchObject([200, { id: userId, companyId }])
    const value = cookieOf(renewed).replace('balcao_refresh=', '')
    expect(createCookies(loadSecret(w.dataDir)).companyOf(value)).toBe(companyId)
    expect((await withCookie(w, value)).status).toBe(200)
  }
  expect(waiting(w)).toBe(0)
})

test('pictures are shown by the old cookie, also by one that was just exchanged', async () => {
  const folder = formerFolder()
  const { token } = folder.open(2, 1)
  const w = upgraded(folder)
  /** 404 means authenticated, but no such file. */
  const fileWith = async () =>
    (await w.request('/api/media/1', { headers: { cookie: `balcao_refresh=${token}` } })).status
  expect(await fileWith()).toBe(404)
  await withCookie(w, token)
  expect(await fileWith()).toBe(404)
  w.clock.forward(11 * SECOND)
  expect(await fileWith()).toBe(403)
})

test('the reason of an ended session is still shown', async () => {
  const folder = formerFolder()
  const [first, blocked, expedient, out, old] = [
    folder.open(1, 1),
    folder.open(1, 2),
    folder.open(2, 1),
    folder.open(2, 2),
    folder.open(2, 3, { at: NOON - 31 * DAY }),
  ]
  folder.open(1, 1)
  folder.end(blocked.id, 'blocked')
  folder.end(expedient.id, 'expedient')
  folder.end(out.id, 'logout')
  const w = upgraded(folder)
  for (let lap = 0; lap < 2; lap++) {
    expect(await refusal(w, first.token)).toEqual([401, 'ERR_SESSION_ELSEWHERE'])
    expect(await refusal(w, blocked.token)).toEqual([401, 'ERR_INVALID_ACTIVE'])
    expect(await refusal(w, expedient.token)).toEqual([401, 'ERR_OUT_OF_HOURS'])
    expect(await refusal(w, out.token)).toEqual([401, 'ERR_SESSION_EXPIRED'])
    expect(await refusal(w, old.token)).toEqual([401, 'ERR_SESSION_EXPIRED'])
  }
  suspendCompany(w.server.databases, w.clock.now(), 2)
  expect(await refusal(w, expedient.token)).toEqual([401, 'ERR_COMPANY_BLOCKED'])
})

describe('a token that was rotated before the upgrade', () => {
  test.each([
    ['long ago', NOON - 20 * DAY],
    ['half a minute ago', NOON + MINUTE / 2],
  ])('%s ends the session when it comes back', async (_when, rotatedAt) => {
    const folder = formerFolder()
    const one = folder.open(2, 1, { at: rotatedAt - DAY })
    const next = folder.rotate(one.id, one.token, { at: rotatedAt })
    const w = upgraded(folder)
    expect(await refusal(w, one.token)).toEqual([401, 'ERR_SESSION_EXPIRED'])
    expect(await refusal(w, next)).toEqual([401, 'ERR_SESSION_EXPIRED'])
    expect(sessionsOf(w, folder.uuids[1] ?? '')).toEqual([{ id: one.id, because: 'reuse' }])
  })

  test('ends the session also after the newest was exchanged here, and only its own', async () => {
    const folder = formerFolder()
    const [one, other] = [folder.open(2, 1, { at: NOON - DAY }), folder.open(2, 2)]
    const newest = folder.rotate(one.id, one.token, { at: NOON - HOUR })
    const w = upgraded(folder)
    const fresh = cookieOf(await withCookie(w, newest))
    expect((await refresh(w, fresh)).status).toBe(200)
    expect((await withCookie(w, one.token)).status).toBe(401)
    expect((await refresh(w, fresh)).status).toBe(401)
    expect((await withCookie(w, other.token)).status).toBe(200)
  })

  test('may be repeated by its browser within the minute', async () => {
    const folder = formerFolder()
    const browser = 'a word of this browser'
    const one = folder.open(1, 1)
    folder.rotate(one.id, one.token, { at: NOON + MINUTE / 2, browser })
    const w = upgraded(folder)
    const again = await w.request('/api/auth/refresh_token', {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: `balcao_refresh=${one.token}` },
      body: JSON.stringify({ browser }),
    })
    expect(again.status).toBe(200)
  })
})

test('a session by consent goes on until its hour, and is over with the consent', async () => {
  const folder = formerFolder({ companies: 3 })
  const until = NOON + HOUR
  const visits = [2, 3].map((companyId) => {
    const guest = addGuest(folder, companyId)
    folder.control
      .prepare(
        "INSERT INTO support_grants (company_id, asked_by, asker, reason, asked_at, state, until) VALUES (?, 1, 'Rafael', 'x', ?, 'granted', ?)",
      )
      .run(companyId, NOON, until)
    return folder.open(companyId, guest, { until })
  })
  const [first, second] = visits
  const w = upgraded(folder)
  const inside = async (visit = first) => (visit ? (await meWith(w, await folder.accessToken(visit))).status : 0)
  expect([await inside(first), await inside(second)]).toEqual([200, 200])
  w.server.auth.revoke({ companyId: 1, userId: 1 }, 'revoked')
  expect([await inside(first), await inside(second)]).toEqual([403, 403])
  expect(await refusal(w, first?.token ?? '')).toEqual([401, 'ERR_SESSION_EXPIRED'])
})

function addGuest({ dataDir, uuids }: FormerFolder, companyId: number): number {
  const file = new Sqlite(tenantPath(dataDir, uuids[companyId - 1] ?? ''))
  const { lastInsertRowid } = file
    .prepare(
      "INSERT INTO users (name, email, password_hash, profile, active, support, created_at, deleted_at) VALUES ('Rafael, por suporte', 'support', '', 'admin', 0, 1, 0, 0)",
    )
    .run()
  file.close()
  return Number(lastInsertRowid)
}

test('signing in ends the session from before the upgrade', async () => {
  const folder = formerFolder()
  const one = folder.open(2, 1)
  const w = upgraded(folder)
  expect((await signIn(w, folder.emailOf(2, 1))).status).toBe(200)
  expect(await refusal(w, one.token)).toEqual([401, 'ERR_SESSION_ELSEWHERE'])
  expect((await meWith(w, await folder.accessToken(one))).status).toBe(403)
})

test('a command ends the sessions of a company that no server has opened since the upgrade', async () => {
  const folder = formerFolder()
  const [ana, bia, carla] = [folder.open(2, 1), folder.open(2, 2), folder.open(1, 2)]
  folder.leave()
  const databases = openInstallation(folder.dataDir)
  await changePassword(databases, NOON, { email: folder.emailOf(2, 1), password: 'Segredo456' })
  databases.close()
  const w = world({ dataDir: folder.dataDir, startsAt: NOON + MINUTE })
  const status = async (one: typeof ana) => (await meWith(w, await folder.accessToken(one))).status
  expect([await status(ana), await status(bia), await status(carla)]).toEqual([403, 200, 200])
  expect((await withCookie(w, ana.token)).status).toBe(401)
  expect((await withCookie(w, bia.token)).status).toBe(200)
})

describe('a take-over that was killed', () => {
  /** As if the process had ended between the company's commit and that of control.db. */
  const killed = async (folder: FormerFolder) => {
    const w = upgraded(folder)
    w.expectErrors()
    w.control.$client.exec(
      "CREATE TRIGGER killed BEFORE UPDATE OF is_taken ON former_sessions BEGIN SELECT raise(ABORT, 'killed'); END",
    )
    return { w, revive: () => w.control.$client.exec('DROP TRIGGER killed') }
  }

  test('is repeated: nobody is signed out, and nothing is there twice', async () => {
    const folder = formerFolder()
    const [ana, bia] = [folder.open(2, 1), folder.open(2, 2)]
    const { w, revive } = await killed(folder)
    expect((await meWith(w, await folder.accessToken(ana))).status).toBe(200)
    expect(sessionsOf(w, folder.uuids[1] ?? '')).toHaveLength(2)
    revive()
    const next = await w.reopen()
    expect(waiting(next)).toBe(2)
    expect((await meWith(next, await folder.accessToken(ana))).status).toBe(200)
    expect((await withCookie(next, bia.token)).status).toBe(200)
    expect([waiting(next), sessionsOf(next, folder.uuids[1] ?? '').length]).toEqual([0, 2])
  })

  test('brings back nothing that has ended and was forgotten meanwhile', async () => {
    const folder = formerFolder()
    const one = folder.open(2, 1)
    const { w, revive } = await killed(folder)
    expect((await meWith(w, await folder.accessToken(one))).status).toBe(200)
    const file = w.server.databases.tenant(folder.uuids[1] ?? '').$client
    file.prepare('DELETE FROM sessions').run()
    revive()
    expect((await meWith(w, await folder.accessToken(one))).status).toBe(403)
    expect([waiting(w), sessionsOf(w, folder.uuids[1] ?? '')]).toEqual([0, []])
  })
})

test('a company that cannot be opened now answers 503 and signs nobody out; it takes its sessions over later', async () => {
  const folder = formerFolder()
  const one = folder.open(2, 1)
  const w = upgraded(folder)
  w.expectErrors()
  const { databases } = w.server
  databases.setAside(folder.uuids[1] ?? '', 'closed for this test')
  expect((await withCookie(w, one.token)).status).toBe(503)
  await runJob(w.server, 'access.take-former-sessions')
  expect(waiting(w)).toBe(1)
  databases.takeBack(folder.uuids[1] ?? '')
  await runJob(w.server, 'access.take-former-sessions')
  expect(waiting(w)).toBe(0)
  expect(databases.isOpen(folder.uuids[1] ?? '')).toBe(false)
  expect((await withCookie(w, one.token)).status).toBe(200)
})

test('sessions of people who are no longer there are left behind, and do not keep the others', async () => {
  const folder = formerFolder()
  const [gone, bia] = [folder.open(2, 99), folder.open(2, 2)]
  const w = upgraded(folder)
  expect(await refusal(w, gone.token)).toEqual([401, 'ERR_SESSION_EXPIRED'])
  expect((await withCookie(w, bia.token)).status).toBe(200)
})

test('control.db forgets them when their tokens have expired', async () => {
  const folder = formerFolder()
  const one = folder.open(2, 1)
  const w = upgraded(folder)
  const left = () => w.control.$client.prepare('SELECT count(*) FROM former_tokens').pluck().get()
  let cookie = cookieOf(await withCookie(w, one.token))
  w.clock.forward(29 * DAY)
  await runJob(w.server, 'access.forget-former-sessions')
  expect(left()).toBe(1)
  cookie = cookieOf(await refresh(w, cookie))
  w.clock.forward(2 * DAY)
  await runJob(w.server, 'access.forget-former-sessions')
  expect(left()).toBe(0)
  expect(w.control.$client.prepare('SELECT count(*) FROM former_sessions').pluck().get()).toBe(0)
  expect((await refresh(w, cookie)).status).toBe(200)
})
