/** The operator's monitor: its data, its cost and its actions. */
import { describe, expect, onTestFinished, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BackupPlan, CompanyPage, Overview, Point } from '../../src/features/monitor/contract'
import { type Installation, installationUpdated } from '../../src/operator/contract'
import { defineCompanyJob } from '../../src/platform/jobs'
import type { Services } from '../../src/platform/module'
import { changeMark } from '../../src/platform/sqlite'
import { DAY, HOUR, MINUTE } from '../../src/platform/time'
import { changeOperatorSettings } from '../../src/settings/operator/actions'
import { isDown } from '../../ui/features/directory/holds'
import { attending } from '../channels/outbox/support'
import { LOJA } from '../support/company-world'
import { runJob } from '../support/jobs'
import { mailbox } from '../support/mailbox'
import { until } from '../support/until'
import { type World, type WorldOptions, world } from '../support/world'
import { until as untilResolved } from '../survival/support/until'

type Who = ReturnType<World['admin']>
const ask = async <T>(who: Who, path: string, method = 'GET') =>
  (await who.request(`/api/monitor${path}`, { method })).json() as Promise<T>
const overview = async (w: World, root: Who) => {
  await w.server.wakeUp()
  await w.server.timetable.pass()
  return ask<Overview>(root, '/')
}

describe('the overview', () => {
  test('shows a thousand companies with their sockets and sessions, without opening a file', async () => {
    const w = world()
    const root = w.admin({ super: true })
    w.company('Padaria Sol').admin()
    // Opening one of these would fail, and be logged: they have no folder.
    w.server.databases.writableControl().$client.exec(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
       INSERT INTO companies (uuid, name, due_at, created_at) SELECT 'none-' || i, 'Empresa ' || i, 9e12, 0 FROM n`,
    )
    const { companies, sockets } = await ask<Overview>(root, '/')
    expect(companies.count).toBe(1002)
    expect(companies.records.slice(0, 2).map(({ name }) => name)).toEqual(['Loja Centro', 'Padaria Sol'])
    expect(sockets).toEqual({ count: 2, people: 2, companies: 2 })
    const page = await ask<CompanyPage>(root, '/companies?searchParam=PADARIA')
    expect(page).toMatchObject({ count: 1, hasMore: false, records: [{ name: 'Padaria Sol', sockets: 1 }] })
    expect(await ask<CompanyPage>(root, '/companies?pageNumber=2')).toMatchObject({ count: 1002, hasMore: true })
    expect(w.logged).toEqual([])
  })

  test('counts messages waiting since when, and failed ones; a retry sends them at once', async () => {
    const { w, say, message, waiting } = attending(1)
    const root = w.admin({ super: true })
    const since = new Date(w.clock.now()).toISOString()
    w.telephones.answerAlways({ outcome: 'unknown' })
    const id = await say(0, 'olá')
    await until(() => waiting()[0]?.attempts === 1)
    const outbox = async () => (await overview(w, root)).queues.find(({ name }) => name === 'outbox')
    expect(await outbox()).toEqual({
      name: 'outbox',
      waiting: 1,
      isCut: false,
      companies: 1,
      since,
      failed: 1,
      canRetry: true,
    })
    w.telephones.answerAlways({ outcome: 'sent' })
    expect(await ask<{ companies: number }>(root, '/queues/outbox/retry', 'POST')).toEqual({ companies: 1 })
    await until(() => message(id)?.ack === 2)
    expect(await outbox()).toMatchObject({ waiting: 0, failed: 0, since: null })
    expect(w.rows("SELECT act, subject_name FROM audit_log WHERE kind = 'monitor'")).toEqual([
      { act: 'retry', subject_name: 'outbox' },
    ])
  })

  test('counts as down what the company’s own pages count: also a connection that was never linked', async () => {
    const w = world()
    const root = w.admin({ super: true })
    const { id } = w.connection({ name: 'Nova' })
    w.rows("UPDATE connections SET status = 'DISCONNECTED', number = NULL WHERE id = ? RETURNING id", id)
    const shown = (await (await root.request('/api/whatsapp')).json()) as Parameters<typeof isDown>[0][]
    const { down, connections, companies } = await overview(w, root)
    const count = shown.filter(isDown).length
    expect(count).toBe(1)
    expect(down.count).toBe(count)
    expect(connections).toEqual({ total: shown.length, up: shown.length - count })
    expect(companies.records[0]).toMatchObject({ connections: shown.length, up: shown.length - count })
  })

  test('measures the folder of each company that is shown, in the background', async () => {
    const w = world()
    const root = w.admin({ super: true })
    const disk = async () => (await ask<CompanyPage>(root, '/companies')).records[0]?.disk
    writeFileSync(join(w.dataDir, 'tenants', w.tenant.uuid, 'media', 'foto'), 'x'.repeat(5_000_000))
    expect(await disk()).toBeNull()
    expect(await untilResolved(disk, { every: 5, why: () => 'the folder is measured' })).toBeGreaterThan(5_000_000)
  })

  test('lists connections that are down, with reason and since when', async () => {
    const w = world()
    const root = w.admin({ super: true })
    w.connect(LOJA)
    expect((await overview(w, root)).down).toEqual({ count: 0, records: [] })
    w.telephones.report(w.refOf(LOJA), { status: 'DISCONNECTED', reason: 'loggedOut' })
    const { down, connections } = await overview(w, root)
    expect(down).toMatchObject({
      count: 1,
      records: [{ company: { name: 'Loja Centro' }, id: LOJA, status: 'DISCONNECTED', reason: 'loggedOut' }],
    })
    expect(connections).toEqual({ total: 1, up: 0 })
  })

  test('shows a failed job until the operator reruns it', async () => {
    let isBroken = true
    const job = defineCompanyJob<Services>({
      name: 'test.breaks',
      every: HOUR,
      due: 'SELECT 0',
      run() {
        if (isBroken) throw new Error('broken')
      },
    })
    const w = world({ modules: [{ name: 'test', jobs: [job] }] })
    w.expectErrors()
    const root = w.admin({ super: true })
    const found = async () => (await overview(w, root)).jobs.find(({ name }) => name === 'test.breaks')
    expect(await found()).toMatchObject({ runs: 1, failures: 1, failedAt: expect.any(String), due: 1 })
    isBroken = false
    expect(await ask<{ companies: number }>(root, '/jobs/test.breaks/retry', 'POST')).toEqual({ companies: 1 })
    expect(await found()).toMatchObject({ runs: 2, failures: 1, failedAt: null })
    expect((await root.request('/api/monitor/jobs/none/retry', { method: 'POST' })).status).toBe(404)
  })

  test('groups errors by cause with count, first and last time, also after a restart, and without their contents', async () => {
    const w = world()
    w.expectErrors()
    const root = w.admin({ super: true })
    const fail = (n: number) => {
      const err = new Error(`could not read "Maria ${n}" of 55119${n}`)
      w.server.log.error({ err, reference: `r${n}`, tenant: w.tenant.uuid, job: 'test.job' }, 'job failed')
    }
    fail(1)
    w.clock.forward(MINUTE)
    fail(2)
    const errors = async (who: Who) => (await ask<Overview>(who, '/')).errors
    const [group, ...others] = await errors(root)
    expect(others).toEqual([])
    expect(group).toMatchObject({
      words: 'job failed',
      error: 'Error: could not read … of #',
      place: 'test.job',
      reference: 'r2',
      count: 2,
      companies: 1,
    })
    expect(Date.parse(group?.lastAt ?? '') - Date.parse(group?.firstAt ?? '')).toBe(MINUTE)
    const again = await w.reopen()
    const operator = again.admin({ super: true })
    expect(await errors(operator)).toEqual(group ? [group] : [])
    expect(await ask<unknown>(operator, `/errors/${group?.key}`, 'DELETE')).toEqual({ ok: true })
    expect(await errors(operator)).toEqual([])
  })

  test('keeps a sample per minute, and reduces a day to the points of a chart', async () => {
    const w = world()
    const root = w.admin({ super: true })
    for (let minute = 0; minute < 300; minute++) {
      w.clock.forward(MINUTE)
      await runJob(w.server, 'monitor.sample')
    }
    const points = async (hours: number) => (await ask<{ records: Point[] }>(root, `/points?hours=${hours}`)).records
    expect(await points(1)).toHaveLength(61)
    expect(await points(24)).toHaveLength(150)
    expect((await points(1)).at(-1)).toMatchObject({ at: new Date(w.clock.now()).toISOString(), received: 0 })
  })

  test('keeps a week by hour, also after a restart, with one commit an hour', async () => {
    const w = world()
    const { control } = w.server.databases
    const minutes = async (w: World, count: number) => {
      for (let minute = 0; minute < count; minute++) {
        w.clock.forward(MINUTE)
        await runJob(w.server, 'monitor.sample')
      }
    }
    const week = async (w: World) =>
      (await ask<{ records: Point[] }>(w.admin({ super: true }), '/points?hours=168')).records
    const mark = changeMark(control.$client)
    await minutes(w, 58)
    expect(changeMark(control.$client)).toBe(mark)
    await minutes(w, 92)
    const before = await week(w)
    expect(before.map(({ at }) => at)).toEqual([
      '2026-03-02T12:00:00.000Z',
      '2026-03-02T13:00:00.000Z',
      '2026-03-02T14:00:00.000Z',
    ])
    const again = await w.reopen()
    await minutes(again, 1)
    const after = await week(again)
    expect(after.map(({ at }) => at)).toEqual(before.map(({ at }) => at))
    expect(after.slice(0, 2)).toEqual(before.slice(0, 2))
    again.clock.forward(7 * DAY)
    await minutes(again, 61)
    expect((await week(again)).every(({ at }) => Date.parse(at) >= again.clock.now() - 7 * DAY)).toBe(true)
    const stored = again.server.databases.writableControl().$client.prepare('SELECT count(*) FROM load_hours').pluck()
    expect(Number(stored.get())).toBeLessThanOrEqual(3)
  })

  test('is told to Prometheus as well', async () => {
    const w = world({ metricsToken: 'prometheus-da-loja' })
    const text = await (await w.request('/metrics', { headers: { authorization: 'Bearer prometheus-da-loja' } })).text()
    for (const name of [
      ...['balcao_queue_waiting{queue="outbox"} 0', 'balcao_connections_down 0', 'balcao_errors_total 0'],
      ...['balcao_backup_failed 0', 'balcao_job_due{job="outbox.expire"} 0', 'balcao_requests_slow_total 0'],
    ])
      expect(text).toContain(name)
    expect(text).toMatch(/balcao_disk_free_bytes [1-9]/)
  })

  test('is only for the operator’s users', async () => {
    const w = world()
    expect((await w.admin().request('/api/monitor/')).status).toBe(403)
  })
})

describe('scheduled backups', () => {
  const scheduled = (pattern: string, more: object = {}, options: WorldOptions = {}) => {
    const w = world(options)
    changeOperatorSettings(w.cx, null, w.server.operatorSettings, { backupCron: pattern, ...more })
    return { w, root: w.admin({ super: true }) }
  }
  const plan = (root: Who) => ask<BackupPlan>(root, '/backups')

  test('are made at their time, in the company’s time zone, verified, and the oldest removed', async () => {
    const { w, root } = scheduled('0 3 * * *', { backupKeep: 2 })
    expect((await plan(root)).next).toBe('2026-03-03T06:00:00.000Z') // 3:00 in São Paulo
    await runJob(w.server, 'monitor.back-up')
    expect((await plan(root)).records).toEqual([])
    for (let day = 0; day < 3; day++) {
      w.clock.forward(DAY)
      await runJob(w.server, 'monitor.back-up')
    }
    const { records, hasFailed } = await plan(root)
    expect(hasFailed).toBe(false)
    expect(records).toMatchObject([
      { kind: 'scheduled', state: 'verified', companies: 1, problem: null },
      { kind: 'scheduled', state: 'verified' },
    ])
    expect(records.map(({ folder }) => existsSync(join(folder, 'manifest.json')))).toEqual([true, true])
    expect(existsSync(join(w.dataDir, 'backups'))).toBe(true)
  })

  test('that fail are told to the operator’s open pages, by mail, in /version and /metrics, until one succeeds', async () => {
    const box = await mailbox()
    const { w, root } = scheduled('0 3 * * *', {}, { mail: box, publicUrl: 'https://balcao.example/' })
    const admin = w.admin()
    w.expectErrors()
    // The data of tests lie in /dev, where no backup may.
    const home = mkdtempSync(join(tmpdir(), 'balcao-backups-'))
    onTestFinished(() => rmSync(home, { recursive: true }))
    writeFileSync(join(home, 'blocked'), '')
    changeOperatorSettings(w.cx, null, w.server.operatorSettings, { backupFolder: join(home, 'blocked') })
    w.clock.forward(DAY)
    await runJob(w.server, 'monitor.back-up')
    expect((await plan(root)).records).toMatchObject([{ state: 'failed', problem: expect.stringContaining('blocked') }])
    expect(root.heard(installationUpdated).at(-1)).toEqual({ backupFailed: true })
    expect(admin.heard(installationUpdated)).toEqual([])
    const [mail, ...others] = box.mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: [root.email], subject: 'A cópia de segurança do Balcão falhou' })
    expect(mail?.text).toContain('blocked')
    expect(mail?.text).toContain('https://balcao.example/monitor?tab=backups')
    const version = async (who: Who) => (await (await who.request('/api/version')).json()) as Installation
    expect([(await version(root)).backupFailed, (await version(admin)).backupFailed]).toEqual([true, undefined])
    changeOperatorSettings(w.cx, null, w.server.operatorSettings, { backupFolder: join(home, 'other') })
    await ask<BackupPlan>(root, '/backups', 'POST')
    await until(() => !w.server.backups.isRunning())
    expect((await plan(root)).records[0]?.state).toBe('verified')
    expect(root.heard(installationUpdated).at(-1)).toEqual({ backupFailed: false })
    expect((await version(root)).backupFailed).toBeUndefined()
  })

  test('remove old ones, and nothing that is not a backup', async () => {
    const { w } = scheduled('0 3 * * *', { backupKeep: 1 })
    const folder = join(w.dataDir, 'documents')
    mkdirSync(folder)
    w.server.databases
      .writableControl()
      .$client.prepare(
        "INSERT INTO backup_runs (kind, folder, state, started_at) VALUES ('scheduled', ?, 'verified', 0)",
      )
      .run(folder)
    await runJob(w.server, 'monitor.back-up')
    expect(existsSync(folder)).toBe(true)
    expect(w.server.backups.list(10)).toHaveLength(1)
  })

  test('are reported as damaged when they are verified again', async () => {
    const { w, root } = scheduled('')
    await ask<BackupPlan>(root, '/backups', 'POST')
    await until(() => !w.server.backups.isRunning())
    expect((await plan(root)).records[0]?.state).toBe('verified')
    const [made] = (await plan(root)).records
    const control = join(made?.folder ?? '', 'control.db')
    const verify = async () => {
      await ask<BackupPlan>(root, `/backups/${made?.id}/verify`, 'POST')
      await until(() => !w.server.backups.isRunning())
      return plan(root)
    }
    expect((await verify()).records).toMatchObject([{ state: 'verified', problem: null }])
    writeFileSync(control, Buffer.concat([readFileSync(control), Buffer.from('x')]), { mode: 0o600 })
    expect((await verify()).records).toMatchObject([
      { state: 'failed', problem: expect.stringContaining('control.db') },
    ])
    expect(w.rows("SELECT act FROM audit_log WHERE kind = 'backup'")).toEqual([{ act: 'create' }])
  })
})
