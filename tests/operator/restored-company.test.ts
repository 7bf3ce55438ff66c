/** A restored company is on standby: nothing is sent twice, and newer opt-outs hold. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { createBackup } from '../../src/operator/backup/create'
import { type RestoredCompany, restoreCompany } from '../../src/operator/backup/restore'
import { companyReleased } from '../../src/operator/contract'
import { openInstallation } from '../../src/operator/installation'
import { releaseCompany } from '../../src/operator/release'
import { isOptedOut, removeOptOut } from '../../src/outbound/suppression/opt-outs'
import { tenantPath } from '../../src/platform/databases'
import { checkpoint } from '../../src/platform/sqlite'
import { carriedOver } from '../../src/standby'
import { storedFiles } from '../../src/stored-files'
import { endStandby } from '../../src/tenancy/standby'
import { addList, type CampaignCompany, campaignCompany, numberOf, people } from '../campaigns/support'
import { emailWorld, runSender, send as sendEmailOf } from '../email/support'
import { LOJA, SALES } from '../support/company-world'
import { doJob } from '../support/jobs'
import { until } from '../support/until'
import type { World } from '../support/world'
import { withoutLog, wreckInside } from './support'

setDefaultTimeout(180_000)
const MINUTE = 60_000

/** Runs the command in this process, with the server's periodic company check. */
async function restore(w: World, backup: string): Promise<RestoredCompany> {
  const running = setInterval(() => void w.server.wakeUp(), 20)
  const databases = openInstallation(w.dataDir)
  try {
    return await restoreCompany(databases, backup, {
      uuid: w.tenant.uuid,
      now: w.clock.now(),
      storedFiles,
      carriedOver,
    })
  } finally {
    databases.close()
    clearInterval(running)
    await w.server.wakeUp()
    w.connect(LOJA)
  }
}

const backUp = async (w: World) =>
  (await createBackup(w.dataDir, w.clock.now(), { to: null, withKey: false, storedFiles })).folder

/** Runs jobs until nothing changes. */
async function runJobs(w: World, rounds = 6) {
  for (let round = 0; round < rounds; round++) {
    w.clock.forward(MINUTE)
    const now = { server: w.server, cx: w.server.cxOf(w.tenant.uuid) }
    for (const name of ['campaigns.run', 'campaigns.fill', 'campaigns.run', 'schedules.send']) doJob(now, name)
    w.wakeOutbox()
    await w.server.wakeUp()
  }
}
const rowsNow = (w: World, sql: string) => w.server.databases.tenant(w.tenant.uuid).$client.prepare(sql).all()
const held = (w: World) =>
  until(() => rowsNow(w, "SELECT 1 FROM campaign_deliveries WHERE state = 'sending'").length === 0)
const perNumber = (w: World) => {
  const counts = new Map<string, number>()
  for (const { to } of w.telephones.sent) counts.set(to.value, (counts.get(to.value) ?? 0) + 1)
  return counts
}
const sortedNumbers = (count: number) => Array.from({ length: count }, (_, n) => numberOf(n + 1)).toSorted()

/** A campaign to twelve contacts, partly sent at the backup and further at the restore. */
async function inTheMiddle(): Promise<CampaignCompany & { backup: string }> {
  const there = await campaignCompany({ dailyCap: 3 })
  const { w, make, act, run, quiet, asked } = there
  await w.server.wakeUp()
  const { id } = await make({ contactListId: addList(w, people(12)) })
  await act(id, 'start')
  run()
  await quiet()
  const backup = await backUp(w)
  await asked('/api/campaign-settings', 'POST', { settings: { dailyCap: 7 } })
  run()
  await quiet()
  return { ...there, backup }
}

test('a campaign restored midway reaches nobody twice, and the rest is sent once after the release', async () => {
  const { w, admin, backup } = await inTheMiddle()
  const before = w.telephones.sent.length
  expect(before).toBe(7)
  const { lost } = await restore(w, backup)
  expect(lost).toEqual([])
  await runJobs(w)
  expect(w.telephones.sent.length).toBe(before)

  const boss = w.signedIn({ id: admin.userId } as Parameters<typeof w.signedIn>[0]) // restored with the company
  await boss.json('/api/campaign-settings', 'POST', { settings: { dailyCap: 0 } })
  const campaigns = await (await boss.request('/api/campaigns')).json()
  expect(campaigns.records[0]).toMatchObject({
    status: 'EM_ANDAMENTO',
    figures: { sent: 7, waiting: 5 },
    wait: { why: 'resting' },
  })
  const version = await (await boss.request('/api/version')).json()
  expect(version).toMatchObject({ resting: true, waiting: { campaigns: 1, messages: 0, schedules: 0 } })

  expect((await boss.json('/api/company/release', 'POST', {})).status).toBe(200)
  expect(boss.heard(companyReleased)).toEqual([{ resting: false }])
  await runJobs(w)
  await held(w)
  expect([...perNumber(w).keys()].toSorted()).toEqual(sortedNumbers(12))
  expect(Math.max(...perNumber(w).values())).toBe(1)
  const after = await (await boss.request('/api/version')).json()
  expect([after.resting, after.waiting]).toEqual([false, undefined])
})

test('restored messages and schedules are held; an attendant’s reply is sent at once', async () => {
  const { w, admin } = await campaignCompany()
  await w.server.wakeUp()
  const [maria, joao] = [w.contact({ number: numberOf(1) }), w.contact({ number: numberOf(2) })]
  const ticket = w.ticket({ contactId: maria.id, userId: admin.userId })
  const sendAt = (minutes: number) => new Date(w.clock.now() + minutes * MINUTE).toISOString()
  const plan = (contactId: number, body: string, minutes: number) =>
    admin.json('/api/schedules', 'POST', { contactId, whatsappId: LOJA, body, sendAt: sendAt(minutes) })
  await plan(joao.id, 'já saiu', 2)
  await plan(joao.id, 'ainda não', 4)
  // The connection is offline, so a message waits.
  w.telephones.report(w.refOf(LOJA), { status: 'OPENING' })
  await admin.json(`/api/messages/${ticket.id}`, 'POST', { body: 'na fila' })
  const backup = await backUp(w)
  w.connect(LOJA)
  w.wakeOutbox()
  await until(() => w.rows('SELECT 1 FROM outbox').length === 0)
  w.clock.forward(2 * MINUTE)
  doJob(w, 'schedules.send')
  await until(() => w.rows('SELECT 1 FROM outbox').length === 0)
  const bodies = () => w.telephones.sent.map(({ body }) => body)
  expect(bodies()).toEqual(['na fila', 'já saiu'])

  await restore(w, backup)
  await runJobs(w)
  const boss = w.signedIn({ id: admin.userId } as Parameters<typeof w.signedIn>[0])
  expect((await boss.json(`/api/messages/${ticket.id}`, 'POST', { body: 'de novo aqui' })).status).toBe(200)
  await until(() => bodies().length === 3)
  expect(bodies()).toEqual(['na fila', 'já saiu', 'de novo aqui'])
  const { schedules } = await (await boss.request('/api/schedules?pending=1')).json()
  expect(schedules).toMatchObject([{ body: 'ainda não', wait: { why: 'resting' } }])

  await boss.json('/api/company/release', 'POST', {})
  await runJobs(w)
  await until(() => bodies().length === 4)
  expect(bodies().at(-1)).toBe('ainda não')
})

test('a message pending in both databases is held and sent after the release', async () => {
  const { w, admin } = await campaignCompany()
  await w.server.wakeUp()
  const ticket = w.ticket({ contactId: w.contact({ number: numberOf(1) }).id, userId: admin.userId })
  w.telephones.report(w.refOf(LOJA), { status: 'OPENING' })
  await admin.json(`/api/messages/${ticket.id}`, 'POST', { body: 'na fila' })
  await restore(w, await backUp(w))
  await runJobs(w, 2)
  expect(w.telephones.sent).toEqual([])
  const boss = w.signedIn({ id: admin.userId } as Parameters<typeof w.signedIn>[0])
  expect(await (await boss.request('/api/version')).json()).toMatchObject({ waiting: { messages: 1 } })
  const cx = w.server.cxOf(w.tenant.uuid)
  const end = (id: number) => endStandby(w.server.databases.writableControl(), id)
  expect(await releaseCompany(end, cx, null)).toBe(true) // like the command
  await w.server.wakeUp()
  await until(() => w.telephones.sent.length === 1)
  const { entries } = await (await boss.request('/api/audit-log')).json()
  expect(entries[0]).toMatchObject({ kind: 'company', act: 'release', userId: null })
})

test('an opt-out after the backup still holds after the restore', async () => {
  const { w, asked, backup } = await inTheMiddle()
  await asked('/api/opt-outs', 'POST', { number: numberOf(30) })
  await restore(w, backup)
  expect(rowsNow(w, 'SELECT number FROM opt_outs')).toEqual([{ number: numberOf(30) }])
})

test('an opt-out removed by an attendant after the backup stays removed; one withdrawn by keyword applies again', async () => {
  const { w, admin, asked } = await campaignCompany()
  await w.server.wakeUp()
  const ids = await Promise.all(
    [31, 32, 33].map(async (n) => (await asked<{ id: number }>('/api/opt-outs', 'POST', { number: numberOf(n) })).id),
  )
  const backup = await backUp(w)
  await admin.request(`/api/opt-outs/${ids[0]}`, { method: 'DELETE' })
  removeOptOut(w.server.cxOf(w.tenant.uuid), null, ids[1] ?? 0)
  await restore(w, backup)
  expect(rowsNow(w, 'SELECT number FROM opt_outs ORDER BY number')).toEqual([
    { number: numberOf(32) },
    { number: numberOf(33) },
  ])
})

test('a contact erased after the backup reappears but gets no messages', async () => {
  const { w, admin } = await campaignCompany()
  await w.server.wakeUp()
  const maria = w.contact({ number: numberOf(34) })
  const backup = await backUp(w)
  expect((await admin.request(`/api/contacts/${maria.id}/personal-data`, { method: 'DELETE' })).status).toBe(200)
  await restore(w, backup)
  const { db } = w.server.cxOf(w.tenant.uuid)
  expect(isOptedOut(db, { contactId: maria.id })).toBe(true)
  expect(isOptedOut(db, { number: numberOf(35) })).toBe(false)
})

test('on standby the bot is silent, and incoming messages arrive', async () => {
  const { w } = await campaignCompany()
  w.connection({ name: 'Robô', queueIds: [SALES, 2], bot: true, greetingMessage: 'Escolha uma fila' })
  await w.server.wakeUp()
  await restore(w, await backUp(w))
  const [bot] = rowsNow(w, "SELECT id FROM connections WHERE name = 'Robô'") as { id: number }[]
  w.connect(bot?.id ?? 0)
  w.whatsapp.person(numberOf(1), { connectionId: bot?.id ?? 0 }).says('oi')
  await until(() => rowsNow(w, "SELECT 1 FROM tickets WHERE status = 'pending'").length === 1)
  await runJobs(w, 2)
  expect(w.telephones.sent).toEqual([])
})

test('if the replaced database is damaged, the command says so and everything stays held', async () => {
  const { w, backup } = await inTheMiddle()
  w.expectErrors()
  checkpoint(w.db.$client)
  const path = tenantPath(w.dataDir, w.tenant.uuid)
  w.server.databases.setAside(w.tenant.uuid, 'wrecked by the test')
  withoutLog(path)
  wreckInside(path)
  const before = w.telephones.sent.length
  const { lost } = await restore(w, backup)
  expect(lost).not.toEqual([])
  rowsNow(w, "DELETE FROM campaign_settings WHERE key = 'dailyCap' RETURNING key")
  await runJobs(w)
  expect(w.telephones.sent.length).toBe(before)
})

test('restored e-mails go to nobody twice, and what was cancelled after the backup stays so', async () => {
  const { w, ana, admin, box, run } = await emailWorld()
  await w.server.wakeUp()
  const at = (minutes: number) => new Date(w.clock.now() + minutes * MINUTE).toISOString()
  const plan = async (assunto: string, minutes: number) =>
    (await sendEmailOf(ana, { assunto, sendAt: at(minutes) }, 'agendar-envio-email')).id
  await plan('já saiu', 2)
  const cancelled = await plan('cancelado', 4)
  const changed = await plan('antigo', 4)
  await sendEmailOf(ana, { assunto: 'a caminho', email: 'a@casa.example, b@casa.example' })
  const underway = w.rows('SELECT max(id) AS id FROM email_recipients') as { id: number }[] // the column is listed
  const backup = await backUp(w)
  await run()
  w.clock.forward(2 * MINUTE)
  await run()
  await ana.request(`/api/emails/${cancelled}`, { method: 'DELETE' })
  await ana.json(`/api/emails/${changed}`, 'PUT', { assunto: 'novo', html: '<p>texto <b>novo</b></p>' })
  // As left behind by a process that was killed while it was sending.
  w.rows(
    "UPDATE email_recipients SET state = 'sending', sent_at = NULL WHERE id = ? RETURNING id",
    underway[0]?.id ?? 0,
  )
  const subjects = () => box.mails().map(({ subject }) => subject)
  expect(subjects().toSorted()).toEqual(['a caminho', 'a caminho', 'já saiu'])

  const account = { provider: 'google' as const, address: 'loja@casa.example', refreshToken: 'newer' }
  w.server.mailSignIn.keep(w.cx, {
    ...account,
    tokens: { access: 'a', life: 1, refresh: null, scopes: null, address: null },
  })

  await restore(w, backup)
  // What was sent after the backup counts, and the account keeps the token that its provider gave last.
  expect(rowsNow(w, 'SELECT sum(recipients) AS many FROM email_uses')).toEqual([{ many: 3 }])
  expect(w.server.mailSignIn.find(w.server.cxOf(w.tenant.uuid))).toMatchObject({
    address: account.address,
    refusedAt: null,
  })
  w.server.mailSignIn.signOut(w.server.cxOf(w.tenant.uuid))
  const boss = w.signedIn({ id: admin.userId } as Parameters<typeof w.signedIn>[0]) // restored with the company
  expect(await (await boss.request('/api/version')).json()).toMatchObject({ resting: true, waiting: { emails: 1 } })
  w.clock.forward(10 * MINUTE)
  const now = () => ({ server: w.server, cx: w.server.cxOf(w.tenant.uuid) })
  await runSender(now())
  expect(subjects()).toHaveLength(3)
  await boss.json('/api/company/release', 'POST', {})
  await runSender(now())
  expect(subjects().toSorted()).toEqual(['a caminho', 'a caminho', 'já saiu', 'novo'])
  expect(box.mails().find(({ subject }) => subject === 'novo')?.html).toContain('texto <strong>novo</strong>')
  expect(rowsNow(w, 'SELECT failure FROM email_recipients WHERE failure IS NOT NULL')).toEqual([
    { failure: 'restored' },
  ])
})
