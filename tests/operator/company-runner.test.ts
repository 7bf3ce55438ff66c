/** The server follows commands: it stops suspended companies, keeps standby, and hands over folders. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { resumeCompany, suspendCompany } from '../../src/operator/companies'
import { processName, withExclusiveAccess } from '../../src/operator/handover'
import { activate, enterStandby } from '../../src/operator/standby'
import { mailbox } from '../support/mailbox'
import { world } from '../support/world'

setDefaultTimeout(180_000)

const calls = (w: ReturnType<typeof world>, what: string) =>
  w.telephones.calls.filter((call) => call.what === what).length

test('messenger sessions of a suspended company stop, and restart when it is resumed', async () => {
  const w = world()
  const company = w.company()
  await w.server.wakeUp()
  const [started, stopped] = [calls(w, 'start'), calls(w, 'stop')]
  suspendCompany(w.server.databases, w.clock.now(), company.tenant.id)
  await w.server.wakeUp()
  expect(calls(w, 'stop')).toBe(stopped + 1)
  await w.server.wakeUp()
  expect(calls(w, 'stop')).toBe(stopped + 1)
  resumeCompany(w.server.databases, w.clock.now(), company.tenant.id, null)
  await w.server.wakeUp()
  expect(calls(w, 'start')).toBe(started + 1)
})

test('a company that failed to start is started in a later round', async () => {
  const w = world()
  w.expectErrors()
  const company = w.company()
  const started = calls(w, 'start')
  company.db.$client.exec('ALTER TABLE connections RENAME TO connections_away')
  await w.server.wakeUp()
  expect(calls(w, 'start')).toBe(started + 1) // the other company's
  company.db.$client.exec('ALTER TABLE connections_away RENAME TO connections')
  await w.server.wakeUp()
  expect(calls(w, 'start')).toBe(started + 2)
})

test('an installation on standby opens no session, links nothing and sends nothing until it is activated', async () => {
  const first = world()
  const { id: contactId } = first.contact({ number: '5521999990000' })
  const anna = first.attendant()
  const ticket = first.ticket({ contactId, userId: anna.userId })
  await first.close()
  enterStandby(first.dataDir)

  const box = await mailbox()
  const w = world({ dataDir: first.dataDir, mail: box })
  await w.server.wakeUp()
  expect(w.server.mailer.configured).toBe(false)
  const boss = w.admin()
  const person = w.signedIn({ id: anna.userId } as Parameters<typeof w.signedIn>[0]) // its row already exists
  expect((await person.json(`/api/messages/${ticket.id}`, 'POST', { body: 'oi' })).status).toBe(200)
  const refused = await boss.json('/api/whatsappsession/1', 'POST', {})
  expect(await refused.json()).toMatchObject({ error: 'ERR_PASSIVE' })
  expect(await (await w.request('/api/version')).json()).not.toHaveProperty('waiting')
  const waiting = { messages: 1, schedules: 0, campaigns: 0, emails: 0 }
  expect(await (await boss.request('/api/version')).json()).toMatchObject({ passive: true, waiting })
  expect([calls(w, 'start'), calls(w, 'pair'), w.telephones.sent.length]).toEqual([0, 0, 0])

  activate(w.dataDir)
  await w.server.wakeUp()
  const awake = await (await boss.request('/api/version')).json()
  expect([awake.passive, awake.waiting]).toEqual([false, undefined])
  expect(calls(w, 'start')).toBe(1)
  expect(w.server.mailer.configured).toBe(true)
  w.connect(1)
  w.wakeOutbox()
  expect(w.telephones.sent).toMatchObject([{ body: 'oi' }])
})

test('the running server hands a company’s folder to a command and takes it back', async () => {
  const w = world()
  const company = w.company()
  const anna = company.attendant()
  await w.server.wakeUp()
  const running = setInterval(() => void w.server.wakeUp(), 10)
  try {
    const work = async () => {
      const refused = await anna.request('/api/auth/me')
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
      expect(await refused.json()).toMatchObject({ error: 'ERR_COMPANY_AWAY', details: { work: 'restore' } })
      expect((await w.admin().request('/api/auth/me')).status).toBe(200)
    }
    await withExclusiveAccess(w.dataDir, company.tenant.uuid, work, 'restore')
    await w.server.wakeUp()
    await w.server.wakeUp()
    expect((await anna.request('/api/auth/me')).status).toBe(200)
  } finally {
    clearInterval(running)
    await w.server.wakeUp()
  }
})

test('when a folder is returned, open pages refetch, since a backup may have been restored', async () => {
  const w = world()
  const company = w.company()
  const [anna, boss] = [company.attendant(), w.admin()]
  await w.server.wakeUp()
  const word = join(w.dataDir, 'handover', `${company.tenant.uuid}.asked`)
  await Bun.write(word, processName(process.pid))
  await w.server.wakeUp()
  rmSync(word.replace('.asked', '.given'))
  await w.server.wakeUp()
  const events = [anna, boss].map(({ frames }) =>
    frames.map(({ event }) => event).filter((event) => event === 'resync'),
  )
  expect(events).toEqual([['resync'], []])
})

test('a folder handed to a command that died is taken back', async () => {
  const w = world()
  const company = w.company()
  const dead = Bun.spawnSync(['true'])
  const word = join(w.dataDir, 'handover', `${company.tenant.uuid}.given`)
  await Bun.write(word, String(dead.pid))
  await w.server.wakeUp()
  expect(existsSync(word)).toBe(false)
  expect((await company.attendant().request('/api/auth/me')).status).toBe(200)
  writeFileSync(word, `${process.pid} 1`) // another process has its id now
  await w.server.wakeUp()
  expect(existsSync(word)).toBe(false)
  writeFileSync(word, processName(process.pid))
  await w.server.wakeUp()
  expect(w.server.databases.isAvailable(company.tenant.uuid)).toBe(false)
})
