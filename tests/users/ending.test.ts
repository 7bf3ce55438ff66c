/** Who ends sessions: they are over at once, everywhere, and stay over. */
import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { createBackup } from '../../src/operator/backup/create'
import { restoreCompany } from '../../src/operator/backup/restore'
import { resumeCompany, suspendCompany } from '../../src/operator/companies'
import { openInstallation } from '../../src/operator/installation'
import { changePassword } from '../../src/operator/people'
import { deleteTenant } from '../../src/operator/tenants/delete'
import { restoreTenant } from '../../src/operator/tenants/restore'
import { MINUTE, SECOND } from '../../src/platform/time'
import { SERVED_AGAIN, SESSION_OVER } from '../../src/platform/wire'
import { carriedOver } from '../../src/standby'
import { storedFiles } from '../../src/stored-files'
import { findCompanyOrFail, setCompanyActive } from '../../src/tenancy/companies'
import { sessionEnded } from '../../src/users/contract'
import { until } from '../support/until'
import { type World, world } from '../support/world'
import { bodyOf, cookieOf, meWith, refresh, signIn } from './support'

async function place() {
  const w = world()
  const b = w.company('Padaria Sol')
  const root = w.admin({ super: true, name: 'Rafael Lima' })
  const [admin, ana] = [b.admin(), b.attendant()]
  const signed = await signIn(w, ana.email)
  const { token } = await bodyOf(signed)
  return { w, b, root, admin, ana, cookie: cookieOf(signed), token }
}
const refusal = async (w: World, cookie: string) => {
  const answer = await refresh(w, cookie)
  return [answer.status, (await bodyOf(answer)).error]
}

describe('a suspension', () => {
  test('ends the sessions although the company’s file cannot be opened, also once it is resumed', async () => {
    const { w, b, ana, cookie, token } = await place()
    w.expectErrors()
    const { databases } = w.server
    databases.setAside(b.tenant.uuid, 'closed for this test')
    expect(suspendCompany(databases, w.clock.now(), b.tenant.id).signedOut).toBe(0)
    databases.takeBack(b.tenant.uuid)
    expect((await meWith(w, token)).status).toBe(403)
    expect(await refusal(w, cookie)).toEqual([401, 'ERR_COMPANY_BLOCKED'])
    resumeCompany(databases, w.clock.now(), b.tenant.id, null)
    expect((await meWith(w, token)).status).toBe(403)
    expect(await refusal(w, cookie)).toEqual([401, 'ERR_SESSION_EXPIRED'])
    const again = await signIn(w, ana.email)
    expect([again.status, (await refresh(w, cookieOf(again))).status]).toEqual([200, 200])
  })

  test('ends the session of a sign-in that was on its way', async () => {
    const { w, b, ana } = await place()
    const signing = signIn(w, ana.email)
    suspendCompany(w.server.databases, w.clock.now(), b.tenant.id)
    const answer = await signing
    expect(answer.status).toBe(403)
    resumeCompany(w.server.databases, w.clock.now(), b.tenant.id, null)
    expect(b.rows('SELECT 1 FROM sessions WHERE ended_at IS NULL')).toEqual([])
  })

  test('ends the sessions with its own commit', async () => {
    const { w, b, token } = await place()
    const control = w.server.databases.writableControl()
    setCompanyActive(control, b.tenant.id, false)
    setCompanyActive(control, b.tenant.id, true)
    expect((await meWith(w, token)).status).toBe(403)
  })

  test('says how many it signed out', async () => {
    const { w, b } = await place()
    expect(suspendCompany(w.server.databases, w.clock.now(), b.tenant.id).signedOut).toBe(2)
    expect(b.rows('SELECT DISTINCT ended_because AS because FROM sessions')).toContainEqual({ because: 'blocked' })
  })
})

describe('a restored company', () => {
  const backUp = async (w: World) =>
    (await createBackup(w.dataDir, w.clock.now(), { to: null, withKey: false, storedFiles })).folder

  async function restore(w: World, uuid: string, backup: string) {
    const running = setInterval(() => void w.server.wakeUp(), 20)
    const databases = openInstallation(w.dataDir)
    try {
      await restoreCompany(databases, backup, { uuid, now: w.clock.now(), storedFiles, carriedOver })
    } finally {
      databases.close()
      clearInterval(running)
      await w.server.wakeUp()
    }
  }

  test('has no session of the backup, neither one that ended since nor one that was live', async () => {
    const { w, b, ana, admin, cookie, token } = await place()
    const backup = await backUp(w)
    w.server.auth.revoke({ companyId: b.tenant.id, userId: ana.userId }, 'revoked')
    const later = cookieOf(await signIn(w, admin.email))
    await restore(w, b.tenant.uuid, backup)
    const { db } = w.server.cxOf(b.tenant.uuid)
    expect(db.$client.prepare('SELECT * FROM sessions').all()).toEqual([])
    expect((await meWith(w, token)).status).toBe(403)
    expect((await meWith(w, await admin.token())).status).toBe(403)
    for (const one of [cookie, later]) expect(await refusal(w, one)).toEqual([401, 'ERR_SESSION_EXPIRED'])
    expect([ana.closed, admin.closed].map((codes) => codes.includes(SESSION_OVER))).toEqual([true, true])
    const again = await signIn(w, ana.email)
    expect([again.status, (await refresh(w, cookieOf(again))).status]).toEqual([200, 200])
  }, 120_000)

  test('revives nothing even if its file were put there by hand', async () => {
    const { w, b, cookie, token } = await place()
    const { control } = w.server.databases
    const before = b.rows('SELECT * FROM sessions')
    const backup = await backUp(w)
    await restore(w, b.tenant.uuid, backup)
    const { $client } = w.server.cxOf(b.tenant.uuid).db
    for (const row of before)
      $client
        .prepare(
          `INSERT INTO sessions (${Object.keys(row).join()}) VALUES (${Object.keys(row)
            .map((name) => `@${name}`)
            .join()})`,
        )
        .run(row)
    expect(findCompanyOrFail(control, b.tenant.id).sessionGeneration).toBe(1)
    expect((await meWith(w, token)).status).toBe(403)
    expect((await refresh(w, cookie)).status).toBe(401)
  }, 120_000)
})

test('a deleted company that comes back has no session of before', async () => {
  const { w, b, root, cookie, token } = await place()
  const { databases } = w.server
  const running = setInterval(() => void w.server.wakeUp(), 20)
  try {
    await deleteTenant({ databases, cx: w.cx, doer: root.actor(), id: b.tenant.id, name: 'Padaria Sol' })
  } finally {
    clearInterval(running)
    await w.server.wakeUp()
  }
  expect((await meWith(w, token)).status).toBe(403)
  expect(await refusal(w, cookie)).toEqual([401, 'ERR_SESSION_EXPIRED'])
  const command = openInstallation(w.dataDir)
  await restoreTenant(command, w.clock.now(), String(b.tenant.id))
  command.close()
  await w.server.wakeUp()
  expect((await meWith(w, token)).status).toBe(403)
  expect(await refusal(w, cookie)).toEqual([401, 'ERR_SESSION_EXPIRED'])
})

describe('the operator’s visit', () => {
  async function visiting() {
    const there = await place()
    const { w, b, root, admin } = there
    const at = `/api/companies/${b.tenant.id}/support`
    await root.json(at, 'POST', { reason: 'O bot não responde' })
    await admin.json('/api/support', 'PUT', { answer: 'grant' })
    const entered = await root.json(`${at}/enter`, 'POST', {})
    const { token } = (await entered.json()) as { token: string } // as sign-in answers
    expect((await meWith(w, token)).status).toBe(200)
    return { ...there, at, visit: token }
  }

  test('ends with the person’s sessions in company 1, by a command or the server', async () => {
    const { w, root, visit, at } = await visiting()
    const databases = openInstallation(w.dataDir)
    await changePassword(databases, w.clock.now(), { email: root.email, password: 'Segredo456' })
    databases.close()
    await Bun.sleep(6) // writes of other processes are looked for every 5 ms
    expect((await meWith(w, visit)).status).toBe(403)
    const again = await signIn(w, root.email, 'Segredo456')
    const { token } = await bodyOf(again)
    const entered = await w.request(`${at}/enter`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
    expect(entered.status).toBe(200)
    const second = (await bodyOf(entered)).token
    w.server.auth.revoke({ companyId: 1, userId: root.userId }, 'revoked')
    expect((await meWith(w, second)).status).toBe(403)
  })

  test('ends although the company’s file cannot be opened, and stays over', async () => {
    const { w, b, root, visit } = await visiting()
    w.expectErrors()
    const { databases } = w.server
    databases.setAside(b.tenant.uuid, 'closed for this test')
    w.server.auth.revoke({ companyId: 1, userId: root.userId }, 'revoked')
    databases.takeBack(b.tenant.uuid)
    expect((await meWith(w, visit)).status).toBe(403)
  })

  test('is over with the consent, also where the session could not be ended', async () => {
    const { w, b, visit } = await visiting()
    w.control.$client.prepare("UPDATE support_grants SET state = 'ended' WHERE company_id = ?").run(b.tenant.id)
    expect((await meWith(w, visit)).status).toBe(403)
    w.control.$client.prepare("UPDATE support_grants SET state = 'granted' WHERE company_id = ?").run(b.tenant.id)
    expect((await meWith(w, visit)).status).toBe(200)
  })

  test('does not end with somebody else’s sessions', async () => {
    const { w, ana, visit } = await visiting()
    const other = w.admin({ super: true })
    w.server.auth.revoke({ companyId: 1, userId: other.userId }, 'revoked')
    w.server.auth.revoke({ companyId: 1, userId: ana.userId }, 'revoked')
    expect((await meWith(w, visit)).status).toBe(200)
  })
})

describe('a command that changes a password', () => {
  test.each([
    ['open', true],
    ['closed', false],
  ])('closes the person’s page within a second while the company’s file is %s, and no other', async (_file, isOpen) => {
    const w = world()
    const b = w.company('Padaria Sol')
    const [ana, bia, carla] = [b.attendant(), b.attendant(), w.attendant()]
    w.server.followCommands() // looks at all once
    if (!isOpen) w.server.databases.handOver(b.tenant.uuid) // closes it
    w.server.databases.takeBack(b.tenant.uuid)
    const databases = openInstallation(w.dataDir)
    await changePassword(databases, w.clock.now(), { email: ana.email, password: 'Segredo456' })
    databases.close()
    const began = performance.now()
    await until(() => ana.closed.length > 0)
    expect(performance.now() - began).toBeLessThan(1000)
    expect([ana, bia, carla].map(({ closed }) => closed)).toEqual([[SESSION_OVER], [], []])
  })

  test('does not change it without ending the sessions', async () => {
    const { w, b, ana, cookie } = await place()
    b.db.$client.exec(
      "CREATE TRIGGER locked BEFORE UPDATE OF ended_at ON sessions BEGIN SELECT raise(ABORT, 'locked'); END",
    )
    const change = { email: ana.email, password: 'Segredo456' }
    expect(await changePassword(w.server.databases, w.clock.now(), change).catch(String)).toContain('locked')
    b.db.$client.exec('DROP TRIGGER locked')
    expect((await refresh(w, cookie)).status).toBe(200)
    expect((await signIn(w, ana.email, 'Segredo456')).status).toBe(401)
  })
})

test('closes every page of a company whose file cannot be written when its sessions end', async () => {
  const { w, b, root, admin } = await place()
  w.expectErrors()
  w.server.databases.setAside(b.tenant.uuid, 'closed for this test')
  w.server.auth.revoke({ companyId: b.tenant.id }, 'blocked')
  expect([admin.closed, root.closed]).toEqual([[SESSION_OVER], []])
})

test('signing out ends only the session of the token, and works while the company is overdue', async () => {
  const { w, b, ana, admin, token } = await place()
  b.setDue(w.clock.now() - 1)
  const out = await w.request('/api/auth/logout', { method: 'DELETE', headers: { authorization: `Bearer ${token}` } })
  expect(out.status).toBe(200)
  expect((await meWith(w, token)).status).toBe(403)
  expect((await meWith(w, await admin.token())).status).toBe(200)
  expect(ana.heard(sessionEnded)).toHaveLength(1)
})

test('the last sign-in is noted once a minute, after the sign-in, which does not depend on it', async () => {
  const { w, b, ana } = await place()
  const last = () => findCompanyOrFail(w.control, b.tenant.id).lastLoginAt
  const first = w.clock.now()
  expect(last()).toBe(first)
  w.clock.forward(59 * SECOND)
  await signIn(w, ana.email)
  expect(last()).toBe(first)
  w.clock.forward(SECOND)
  await signIn(w, ana.email)
  expect(last()).toBe(first + MINUTE)
  w.clock.forward(MINUTE)
  w.control.$client.exec(
    "CREATE TRIGGER locked BEFORE UPDATE OF last_login_at ON companies BEGIN SELECT raise(ABORT, 'locked'); END",
  )
  expect((await signIn(w, ana.email)).status).toBe(200)
  w.control.$client.exec('DROP TRIGGER locked')
  await signIn(w, ana.email)
  expect(last()).toBe(w.clock.now())
})

test('an idle company is not opened to forget its sessions', async () => {
  const { w, b } = await place()
  const { databases } = w.server
  databases.handOver(b.tenant.uuid)
  databases.takeBack(b.tenant.uuid)
  w.clock.forward(40 * 24 * 60 * MINUTE)
  await w.server.timetable.pass()
  expect(databases.isOpen(b.tenant.uuid)).toBe(false)
  expect(existsSync(w.dataDir)).toBe(true)
})

test('a company that has left the process signs nobody out: its pages connect again', async () => {
  const { w, b, root, admin } = await place()
  w.server.databases.handOver(b.tenant.uuid)
  w.server.recheckSockets(() => true)
  expect([admin.closed, root.closed]).toEqual([[SERVED_AGAIN], []])
  w.server.databases.takeBack(b.tenant.uuid)
})
