/** Backup commands: create while the server writes, verify, restore. */
import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { createBackup } from '../../src/operator/backup/create'
import { restoreInstallation } from '../../src/operator/backup/restore'
import { verifyBackup } from '../../src/operator/backup/verify'
import { tenantFolder, tenantPath } from '../../src/platform/databases'
import { createLog } from '../../src/platform/log'
import { storedFiles } from '../../src/stored-files'
import { listCompanies } from '../../src/tenancy/companies'
import { inSuite } from '../support/long'
import { program } from '../support/program'
import {
  ADMIN,
  actsIn,
  adminOf,
  balcao,
  balcaoJson,
  eventually,
  folder,
  installation,
  start,
  withDatabases,
} from './support'

type Made = { folder: string; companies: { uuid: string; counts: { users: number } | null }[]; problems: string[] }

const uuidOf = (data: string, n: number) =>
  withDatabases(data, ({ control }) => listCompanies(control)[n - 1]?.uuid ?? '')

const sha256Of = async (path: string) =>
  new Bun.CryptoHasher('sha256').update(await Bun.file(path).bytes()).digest('hex')

/** Stores a file of a company as a message would. */
async function storeFile(data: string, n: number, content: string): Promise<string> {
  const sha256 = new Bun.CryptoHasher('sha256').update(content).digest('hex')
  const home = join(tenantFolder(data, await uuidOf(data, n)), 'media', sha256.slice(0, 2))
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, sha256), content)
  return join(home, sha256)
}

test('a backup made while the server runs is complete, and can be listed and verified', async () => {
  const data = await installation(2)
  await storeFile(data, 2, 'a picture')
  await start(['serve', '--data', data])
  const made = await balcaoJson<Made>(['backup', 'create', '--data', data])
  expect(made).toMatchObject({ problems: [], companies: [{ counts: { users: 1 } }, { counts: { users: 1 } }] })
  const name = made.folder.split('/').pop() ?? ''
  expect(await balcaoJson<unknown>(['backup', 'list', '--data', data])).toMatchObject([{ name, hasKey: false }])
  expect((await balcao(['backup', 'verify', name, '--data', data])).code).toBe(0)
  expect(existsSync(join(made.folder, 'secret.key'))).toBe(false)
  expect(readdirSync(join(data, 'backups'))).toEqual([name])
})

test('a backup finishes under constant writes, and contains the state at its start', async () => {
  const data = await installation()
  const path = tenantPath(data, await uuidOf(data, 1))
  // Large enough that writes would restart a stepwise copy at each step.
  await withDatabases(data, ({ control, tenant }) => {
    const db = tenant(listCompanies(control)[0]?.uuid ?? '').$client
    db.prepare('INSERT INTO settings VALUES (?, ?)').run('ballast', 'x'.repeat(inSuite(24, 64) * 1024 * 1024))
  })
  const writer = Bun.spawn(
    [
      process.execPath,
      '-e',
      `const db = new (require('bun:sqlite').Database)(${JSON.stringify(path)}); db.run('PRAGMA busy_timeout = 5000'); db.run('PRAGMA synchronous = OFF'); let n = 0
       for (;;) { db.run("INSERT INTO tags (name, color) VALUES (?, '#fff')", [String(n++)]); }`,
    ],
    { stdout: 'ignore', stderr: 'ignore' },
  )
  try {
    const tags = () =>
      new Database(path, { readonly: true }).query('SELECT count(*) AS n FROM tags').get() as { n: number }
    expect(await eventually(() => tags().n > 500)).toBe(true)
    const before = tags().n
    const made = await balcaoJson<Made>(['backup', 'create', '--data', data])
    const copy = new Database(join(made.folder, 'tenants', made.companies[0]?.uuid ?? '', 'tenant.db'), {
      readonly: true,
    })
    expect((copy.query('SELECT count(*) AS n FROM tags').get() as { n: number }).n).toBeGreaterThanOrEqual(before)
  } finally {
    writer.kill()
    await writer.exited
  }
})

test('a stored file in a backup on the same disk takes no extra space', async () => {
  const data = await installation()
  const file = await storeFile(data, 1, 'a picture')
  await balcaoJson<Made>(['backup', 'create', '--data', data])
  expect(statSync(file).nlink).toBe(2)
})

test('a file removed while rows are copied is in the backup, like the rows that name it', async () => {
  const data = await installation()
  const file = await storeFile(data, 1, 'a picture')
  const to = join(folder(), 'elsewhere')
  const making = createBackup(data, Date.now(), { to, withKey: false, storedFiles })
  const rows = `tenants/${await uuidOf(data, 1)}/tenant.db`
  const isCopied = () => readdirSync(join(to, '..')).some((name) => existsSync(join(to, '..', name, rows)))
  while (!isCopied()) await new Promise(setImmediate)
  rmSync(file)
  const made = await making
  expect(existsSync(join(made.folder, dirname(rows), 'media', file.split('/media/')[1] ?? ''))).toBe(true)
  expect((await verifyBackup(made.folder, { readMedia: true, storedFiles })).problems).toEqual([])
})

test('verify detects a changed backup: 4', async () => {
  const data = await installation()
  const file = await storeFile(data, 1, 'a picture')
  const made = await balcaoJson<Made>(['backup', 'create', '--to', join(folder(), 'elsewhere'), '--data', data])
  const inside = join(made.folder, 'tenants', made.companies[0]?.uuid ?? '')
  const copied = join(inside, 'media', file.split('/media/')[1] ?? '')
  rmSync(copied)
  writeFileSync(copied, 'A PICTURE')
  appendFileSync(join(made.folder, 'control.db'), 'x')
  const { code, out } = await balcao(['backup', 'verify', made.folder])
  expect(code).toBe(4)
  expect(out).toContain('control.db')
  expect(out).toContain('media/')
  const refused = await balcao(['backup', 'restore', made.folder, '--to', join(folder(), 'new')])
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('damaged') })
})

test('restore writes only known files, private and writable', async () => {
  const data = await installation()
  const file = await storeFile(data, 1, 'a picture')
  const made = await balcaoJson<Made>(['backup', 'create', '--to', join(folder(), 'elsewhere'), '--data', data])
  const uuid = made.companies[0]?.uuid ?? ''
  for (const name of [`tenants/${uuid}/tenant.db`, 'control.db']) chmodSync(join(made.folder, name), 0o444)
  chmodSync(file, 0o444) // linked
  const to = join(folder(), 'new')
  await restoreInstallation([made.folder], to, { now: 0, storedFiles, log: createLog('silent') })
  const stored = join('tenants', uuid, 'media', file.split('/media/')[1] ?? '')
  for (const name of ['control.db', join('tenants', uuid, 'tenant.db'), stored])
    expect([name, statSync(join(to, name)).mode & 0o777]).toEqual([name, 0o600])

  const path = join(made.folder, 'manifest.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as { files: Record<string, unknown> }
  const spoilt = async (change: () => void) => {
    change()
    writeFileSync(path, JSON.stringify(manifest))
    return restoreInstallation([made.folder], join(folder(), 'not'), {
      now: 0,
      storedFiles,
      log: createLog('silent'),
    }).catch(String)
  }
  const pipe = `tenants/${uuid}/media/aa/${'a'.repeat(64)}`
  const asFile = { sha256: 'a'.repeat(64), size: 0 }
  mkdirSync(join(made.folder, pipe, '..'), { recursive: true })
  Bun.spawnSync(['mkfifo', join(made.folder, pipe)])
  expect(await spoilt(() => Object.assign(manifest.files, { [pipe]: asFile }))).toContain(`${pipe} is missing`)
  chmodSync(join(made.folder, 'control.db'), 0o600)
  const control = new Database(join(made.folder, 'control.db'))
  control.run("UPDATE companies SET uuid = '../../elsewhere'")
  control.close()
  const digest = {
    sha256: await sha256Of(join(made.folder, 'control.db')),
    size: statSync(join(made.folder, 'control.db')).size,
  }
  const renamed = await spoilt(() => Object.assign(manifest.files, { 'control.db': digest }))
  expect(renamed).toContain('control.db names companies that the list does not')
  expect(await spoilt(() => Object.assign(manifest.files, { 'lock.db': asFile }))).toContain('unknown version')
})

test('a restored database keeps only our own triggers and views', async () => {
  const data = await installation()
  const made = await balcaoJson<Made>(['backup', 'create', '--to', join(folder(), 'elsewhere'), '--data', data])
  const uuid = made.companies[0]?.uuid ?? ''
  const name = `tenants/${uuid}/tenant.db`
  const programsIn = (path: string) => {
    const file = new Database(path, { readonly: true })
    const found = file
      .query("SELECT name, sql FROM sqlite_schema WHERE type IN ('trigger', 'view') ORDER BY name")
      .all()
    file.close()
    return found
  }
  const ours = programsIn(join(made.folder, name))
  const spoilt = new Database(join(made.folder, name))
  spoilt.run('CREATE TRIGGER "a ""door" AFTER INSERT ON messages BEGIN UPDATE users SET profile = \'admin\'; END')
  spoilt.run('CREATE VIEW peeping AS SELECT password_hash FROM users')
  spoilt.run('DROP TRIGGER ticket_added')
  spoilt.run('CREATE TRIGGER ticket_added AFTER INSERT ON tickets BEGIN DELETE FROM users; END')
  spoilt.run('DROP VIEW count_ticket') // with its trigger
  spoilt.run('CREATE VIEW count_ticket AS SELECT password_hash AS ticket_id FROM users')
  spoilt.close()
  const path = join(made.folder, 'manifest.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as { files: Record<string, unknown> }
  const digest = { sha256: await sha256Of(join(made.folder, name)), size: statSync(join(made.folder, name)).size }
  Object.assign(manifest.files, { [name]: digest })
  writeFileSync(path, JSON.stringify(manifest))

  const to = join(folder(), 'new')
  await restoreInstallation([made.folder], to, { now: 0, storedFiles, log: createLog('silent') })
  expect(programsIn(join(to, name))).toEqual(ours)
  expect(ours.length).toBeGreaterThan(5)
  expect((await balcao(['backup', 'restore', made.folder, '--tenant', uuid, '--data', data])).code).toBe(0)
  expect(programsIn(tenantPath(data, uuid))).toEqual(ours)
})

test('a damaged company is named and does not prevent the backup of others: 4', async () => {
  const data = await installation(2)
  truncateSync(tenantPath(data, await uuidOf(data, 2)), 5000)
  const { code, out } = await balcao(['backup', 'create', '--data', data, '--json'])
  expect(code).toBe(4)
  expect(JSON.parse(out)).toMatchObject({
    problems: [expect.stringContaining('Empresa 2')],
    companies: [{ missing: null }, { missing: expect.any(String), counts: null }],
  })
})

test('--keep removes all but the newest backups', async () => {
  const data = await installation()
  for (let n = 0; n < 3; n++) await balcaoJson<Made>(['backup', 'create', '--keep', '2', '--data', data])
  expect(await balcaoJson<unknown[]>(['backup', 'list', '--data', data])).toHaveLength(2)
})

test('a restored installation starts on standby with everybody signed out, until it is activated', async () => {
  const data = await installation(2)
  const first = await start(['serve', '--data', data])
  const token = await first.signIn(adminOf(2))
  const made = await balcaoJson<Made>(['backup', 'create', '--with-key', '--data', data])
  await first.stop()
  const to = join(folder(), 'restored')
  const restored = await balcao(['backup', 'restore', made.folder, '--to', to])
  // control.db comes last: a killed restore must not look like an installation.
  const [last, before] = [join(to, 'control.db'), tenantPath(to, await uuidOf(to, 1))].map(
    (path) => statSync(path).birthtimeMs,
  )
  expect(last).toBeGreaterThan(before ?? Number.POSITIVE_INFINITY)
  expect(restored.out).not.toContain('secret.key')
  expect(restored).toMatchObject({ code: 0, out: expect.stringContaining(`balcao activate --data ${to}`) })
  expect((await actsIn(to)).at(-1)).toBe(`backup restore ${basename(made.folder)}`)
  const second = await start(['serve', '--data', to])
  expect(second.said).toMatchObject({ isPassive: true, founded: null })
  expect(await (await second.api('/version')).json()).toMatchObject({ passive: true })
  expect((await second.api('/auth/me', { headers: { authorization: `Bearer ${token}` } })).status).toBe(403)
  expect(await second.signIn(adminOf(2))).toBeString()
  expect(await balcaoJson<unknown>(['activate', '--data', to])).toEqual({ activated: true })
  const isAwake = async () => ((await (await second.api('/version')).json()) as { passive: boolean }).passive === false
  expect(await eventually(isAwake)).toBe(true)
})

test('a restored simulator folder still belongs to the simulator', async () => {
  const data = await installation()
  writeFileSync(join(data, 'simulator'), '')
  const made = await balcaoJson<Made>(['backup', 'create', '--data', data])
  const to = join(folder(), 'restored')
  const restored = await balcao(['backup', 'restore', made.folder, '--to', to])
  expect(restored.out).toContain(`to ${join(to, 'secret.key')}:`)
  const refused = await balcao(['serve', '--data', to])
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('belongs to the simulator')])
})

test('restore refuses a folder that is not empty or in use', async () => {
  const data = await installation()
  const made = await balcaoJson<Made>(['backup', 'create', '--data', data])
  expect(await balcao(['backup', 'restore', made.folder, '--data', data])).toMatchObject({
    code: 1,
    err: expect.stringContaining('not empty'),
  })
  expect((await balcao(['tenant', 'list', '--data', data])).out).toContain('Balcão')
  const busy = folder()
  const { lockDataFolder } = await import('../../src/platform/lock')
  const lock = lockDataFolder(busy)
  expect((await balcao(['backup', 'restore', made.folder, '--to', busy])).code).toBe(3)
  lock.release()
})

test('create prints what the backup contains, or why it cannot be written', async () => {
  const data = await installation()
  const { out } = await balcao(['backup', 'create', '--data', data])
  expect(out).toContain(': 1 company, 2 files, verified.')
  expect(out).toContain('It does not include secret.key.')
  const { err } = await balcao(['backup', 'create', '--data', data, '--to', '/proc/copy'])
  expect(err).toContain('/proc/copy cannot be used: ')
})

test('backups among the company folders are refused', async () => {
  const data = await installation()
  const made = await balcaoJson<Made>(['backup', 'create', '--data', data])
  const inside = join(data, 'tenants', await uuidOf(data, 1), 'copy')
  for (const command of [
    ['backup', 'create', '--data', data, '--to', inside],
    ['backup', 'restore', made.folder, '--data', folder(), '--to', inside],
  ])
    expect(await balcao(command)).toMatchObject({
      code: 1,
      err: expect.stringContaining(`${join(data, 'tenants')} is`),
    })
  expect(existsSync(inside)).toBe(false)
})

test('restore refuses a folder that is not a backup', async () => {
  expect(await balcao(['backup', 'restore', folder(), '--to', folder()])).toMatchObject({ code: 1 })
  expect(await balcao(['backup', 'restore', 'x', '--tenant', 'y', '--to', 'z'])).toMatchObject({ code: 2 })
})

test('one company is restored while the server runs, and its users can sign in again', async () => {
  const data = await installation(3)
  const made = await balcaoJson<Made>(['backup', 'create', '--data', data])
  const uuid = await uuidOf(data, 2)
  truncateSync(tenantPath(data, uuid), 5000)
  const server = await start(['serve', '--data', data])
  expect(await server.signIn(adminOf(2))).toBe(503)
  const doctor = await balcao(['doctor', '--data', data])
  expect(doctor.code).toBe(4)
  const remedy = `backup restore ${made.folder.split('/').pop()} --tenant ${uuid} --data ${data}`
  expect(doctor.out).toContain(`balcao ${remedy}`)

  const restored = await balcao(remedy.split(' '))
  expect(restored.code).toBe(0)
  expect(restored.out).toContain('0 queued messages, 0 scheduled messages, 0 campaigns')
  expect(restored.out).toContain(`balcao activate --tenant ${uuid} --data ${data}`)
  expect(await eventually(async () => (await server.signIn(adminOf(2))) !== 503)).toBe(true)
  expect(await server.signIn(adminOf(2))).toBeString()
  expect(await server.signIn(adminOf(3))).toBeString()
  const activate = () => balcaoJson<{ activated: boolean }>(['activate', '--tenant', uuid, '--data', data])
  expect((await activate()).activated).toBe(true)
  expect((await activate()).activated).toBe(false)
  expect((await balcao(['doctor', '--data', data])).code).toBe(0)
  expect(await server.signIn(ADMIN)).toBeString()
})

test('a company whose open database is deleted stops, is reported, and can be restored', async () => {
  const data = await installation(2)
  const made = await balcaoJson<Made>(['backup', 'create', '--data', data])
  const uuid = await uuidOf(data, 2)
  const server = await start(['serve', '--data', data])
  expect(await server.signIn(adminOf(2))).toBeString()
  rmSync(tenantPath(data, uuid))
  expect(await eventually(async () => (await server.signIn(adminOf(2))) === 503)).toBe(true)
  expect(await server.signIn(ADMIN)).toBeString()
  const held = () => readdirSync(join(data, 'set-aside')).find((name) => name.endsWith('-held')) ?? ''
  expect(await eventually(() => existsSync(join(data, 'set-aside')) && held() !== '')).toBe(true)
  const copy = join(data, 'set-aside', held(), 'tenant.db')
  expect(await eventually(async () => (await balcao(['doctor', '--data', data])).out.includes(copy))).toBe(true)

  expect((await balcao(['backup', 'restore', made.folder, '--tenant', uuid, '--data', data])).code).toBe(0)
  expect(await eventually(async () => (await server.signIn(adminOf(2))) !== 503)).toBe(true)
  expect((await balcao(['doctor', '--data', data])).code).toBe(0)
})

test('a failed restore of one company leaves it unchanged', async () => {
  const data = await installation()
  const uuid = await uuidOf(data, 1)
  const made = await balcaoJson<Made>(['backup', 'create', '--data', data])
  const limited = ['sh', '-c', 'ulimit -f 200 && exec "$@"', 'sh'] // less than tenant.db
  const args = [...program, 'backup', 'restore', made.folder, '--tenant', uuid, '--data', data]
  const { exitCode, stderr } = Bun.spawnSync([...limited, ...args])
  expect({ exitCode, words: stderr.toString() }).toMatchObject({ exitCode: 1, words: expect.stringContaining('EFBIG') })
  expect(readdirSync(join(data, 'tenants'))).toEqual([uuid])
  expect((await balcao(['doctor', '--data', data])).code).toBe(0)
})
