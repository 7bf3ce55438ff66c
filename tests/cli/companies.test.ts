/** Commands for companies and users while the server runs. */
import { expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { sessionPath } from '../../src/channels/sessions/session-store'
import { tenantFolder, tenantPath } from '../../src/platform/databases'
import { overwrite } from '../operator/support'
import { bareEnvironment } from '../support/clock'
import { program } from '../support/program'
import {
  ADMIN,
  actsIn,
  adminOf,
  afterThisTest,
  balcao,
  balcaoJson,
  eventually,
  folder,
  installation,
  start,
  withDatabases,
} from './support'

test('a company created beside the running server can sign in at once with the printed password', async () => {
  const data = await installation()
  const server = await start(['serve', '--data', data])
  const made = await balcaoJson<{ company: { id: number }; email: string; password: string }>([
    ...['tenant', 'create', 'Padaria Sol', '--email', 'Sol@Padaria.example', '--data', data],
  ])
  expect(made).toMatchObject({ company: { id: 2, name: 'Padaria Sol', status: true }, email: 'sol@padaria.example' })
  expect(await server.signIn(made)).toBeString()
  expect((await balcao(['tenant', 'list', '--data', data])).out).toContain('Padaria Sol')
  for (const company of [1, 2]) expect(await actsIn(data, company)).toEqual(['company create Padaria Sol'])
})

test('a used e-mail creates no company', async () => {
  const data = await installation()
  const refused = await balcao(['tenant', 'create', 'Outra', '--email', ADMIN.email, '--data', data, '--json'])
  expect(refused.code).toBe(1)
  expect(JSON.parse(refused.err)).toMatchObject({ error: 'ERR_DUPLICATED_EMAIL' })
  expect(await balcaoJson<unknown[]>(['tenant', 'list', '--data', data])).toHaveLength(1)
})

test('a suspended company is signed out within seconds, and can sign in again when resumed', async () => {
  const data = await installation(2)
  const server = await start(['serve', '--data', data])
  const token = await server.signIn(adminOf(2))
  const ask = () => server.api('/auth/me', { headers: { authorization: `Bearer ${token}` } })
  expect((await ask()).status).toBe(200)
  expect(await balcaoJson<unknown>(['tenant', 'suspend', '2', '--data', data])).toMatchObject({
    company: { id: 2, status: false },
    signedOut: 1,
  })
  expect(await eventually(async () => (await ask()).status === 403)).toBe(true)
  expect(await server.signIn(adminOf(2))).toBe(403)
  expect(await server.signIn(ADMIN)).toBeString()
  expect((await balcao(['tenant', 'resume', '2', '--data', data])).code).toBe(0)
  expect(await eventually(async () => typeof (await server.signIn(adminOf(2))) === 'string')).toBe(true)
})

test('an overdue company gets 402 until it is resumed', async () => {
  const data = await installation()
  const server = await start(['serve', '--data', data])
  const { email, password } = await balcaoJson<{ email: string; password: string }>([
    ...['tenant', 'create', 'Padaria Sol', '--email', 'sol@padaria.example', '--days', '0', '--data', data],
  ])
  const token = await server.signIn({ email, password })
  const ask = async () => (await server.api('/tickets', { headers: { authorization: `Bearer ${token}` } })).status
  expect(await ask()).toBe(402)
  expect((await balcao(['tenant', 'resume', '2', '--data', data])).out).toContain('overdue')
  expect(await ask()).toBe(402)
  const { company } = await balcaoJson<{ company: { dueDate: string } }>([
    ...['tenant', 'resume', '2', '--days', '30', '--data', data],
  ])
  expect(Math.round((Date.parse(company.dueDate) - Date.now()) / 86_400_000)).toBe(30)
  expect(await ask()).toBe(200)
  expect((await balcao(['tenant', 'resume', '1', '--days', '30', '--data', data])).code).toBe(1)
  const late = await balcao(['tenant', 'resume', '2', '--days', '99999', '--data', data])
  expect([late.code, late.err]).toEqual([1, expect.stringContaining('before the year 2200')])
})

test('a company is created while another process writes to control.db', async () => {
  const data = await installation()
  const other = new Sqlite(join(data, 'control.db'))
  afterThisTest(() => other.close())
  other.exec('BEGIN IMMEDIATE')
  const founding = balcao(['tenant', 'create', 'Padaria', '--email', 'sol@padaria.example', '--data', data])
  expect(await eventually(() => readdirSync(join(data, 'tenants')).length === 2)).toBe(true)
  other.exec("UPDATE companies SET name = 'Outro nome'")
  other.exec('COMMIT')
  expect(await founding).toMatchObject({ code: 0, err: '' })
})

test("the operator's own company cannot be suspended", async () => {
  const data = await installation()
  expect(await balcao(['tenant', 'suspend', '1', '--data', data])).toMatchObject({ code: 1, err: expect.any(String) })
  expect(await balcaoJson<unknown[]>(['tenant', 'list', '--data', data])).toMatchObject([{ status: true }])
})

test('a user is created with a password from stdin, which is never printed', async () => {
  const data = await installation()
  const made = await balcao(
    ['user', 'create', 'ana@loja.example', '--name', 'Ana', '--password-stdin', '--data', data],
    { input: 'Segredo9\n' },
  )
  expect(made.code).toBe(0)
  expect(made.out + made.err).not.toContain('Segredo9')
  const server = await start(['serve', '--data', data])
  expect(await server.signIn({ email: 'ana@loja.example', password: 'Segredo9' })).toBeString()
})

test('without a password one is generated and printed once', async () => {
  const data = await installation()
  const made = await balcaoJson<{ password: string }>([
    ...['user', 'create', 'ana@loja.example', '--name', 'Ana', '--profile', 'supervisor', '--data', data],
  ])
  expect(made.password).toMatch(/^\w{16}$/)
  const people = await balcao(['user', 'list', '--data', data, '--json'])
  expect(JSON.parse(people.out)).toMatchObject([
    { profile: 'admin' },
    { email: 'ana@loja.example', profile: 'supervisor' },
  ])
  expect(people.out).not.toContain('argon2')
})

test('all faults of a new user are reported at once', async () => {
  const refused = await balcao(
    ['user', 'create', 'nobody', '--name', 'A', '--password-stdin', '--data', await installation()],
    { input: 'abc' },
  )
  expect(refused.code).toBe(1)
  const [head, ...faults] = refused.err.trim().split('\n')
  expect(head).toBe('Not accepted:') // without escape sequences
  expect(faults.map((fault) => fault.trim().split(':')[0]).sort()).toEqual(['email', 'name', 'password'])
})

test('a new password signs the user out, and the old one no longer works', async () => {
  const data = await installation()
  const server = await start(['serve', '--data', data])
  const token = await server.signIn(ADMIN)
  const { password } = await balcaoJson<{ password: string }>(['user', 'set-password', ADMIN.email, '--data', data])
  const me = await server.api('/auth/me', { headers: { authorization: `Bearer ${token}` } })
  expect(me.status).toBe(403)
  expect(await server.signIn(ADMIN)).toBe(401)
  expect(await server.signIn({ ...ADMIN, password })).toBeString()
})

test('a password for an unknown user is refused', async () => {
  const refused = await balcao(['user', 'set-password', 'x@y.example', '--data', await installation(), '--json'])
  expect(refused.code).toBe(1)
  expect(JSON.parse(refused.err)).toMatchObject({ error: 'ERR_NO_USER_FOUND' })
})

test('a password with --company is set only for a user of that company', async () => {
  const data = await installation(2)
  const set = (company: string) =>
    balcao(['user', 'set-password', ADMIN.email, '--company', company, '--data', data, '--json'])
  const refused = await set('2')
  expect([refused.code, JSON.parse(refused.err).error]).toEqual([1, 'ERR_NO_USER_FOUND'])
  const done = await set('1')
  expect([done.code, JSON.parse(done.out)]).toMatchObject([0, { companyId: 1, email: ADMIN.email }])
})

test('the first start shows the login and the first steps in one block, behind the log', async () => {
  const child = Bun.spawn([...program, 'serve', '--data', join(folder(), 'new'), '--port', '0'], {
    stdout: 'pipe',
    stderr: 'pipe',
    env: bareEnvironment(),
  })
  let said = ''
  for await (const chunk of child.stdout) {
    said += new TextDecoder().decode(chunk)
    if (/─\n\n$/.test(said)) break
  }
  child.kill('SIGINT')
  expect(await child.exited).toBe(0)
  const lines = said.split('\n')
  expect(lines.slice(0, 2)).toEqual(['', expect.stringMatching(/^─+$/)])
  expect(said).toMatch(
    /\nBalcão serves http:\S+\nFirst start\. Sign in with: admin@balcao\.local\nPassword, shown only this once: \w{16}\n/,
  )
  expect(said).toContain('Primeiros passos')
  const log = (await new Response(child.stderr).text()).split('\n').filter((line) => line.includes('"msg"'))
  expect(log.map((line) => JSON.parse(line).msg)).toEqual(['serving', 'companies awake', 'closing'])
})

test('the next command sees what a command wrote', async () => {
  const data = await installation()
  await Promise.all(
    [1, 2, 3].map((n) => balcao(['user', 'create', `p${n}@loja.example`, '--name', `Pessoa ${n}`, '--data', data])),
  )
  await withDatabases(data, ({ writableControl }) => {
    expect(writableControl().$client.prepare('SELECT count(*) FROM claims').pluck().get()).toBe(4)
  })
})

test('a failed first start leaves nothing behind, and the next one creates the installation', async () => {
  const data = folder()
  await withDatabases(data, ({ writableControl }) =>
    writableControl().$client.exec(
      "CREATE TRIGGER no_room BEFORE INSERT ON claims BEGIN SELECT RAISE(ABORT, 'no room'); END",
    ),
  )
  const { code, out } = await balcao(['serve', '--data', data, '--port', '0'])
  expect([code, out.includes('Balcão serves')]).toEqual([1, false])
  await withDatabases(data, ({ writableControl }) => writableControl().$client.exec('DROP TRIGGER no_room'))
  const { said } = await start(['serve', '--data', data])
  expect(said.founded).toMatchObject({ email: 'admin@balcao.local', password: expect.any(String) })
})

test('a password on stdin ends with its line, and must be UTF-8', async () => {
  const data = await installation()
  const type = async (line: Uint8Array) => {
    const child = Bun.spawn([...program, 'user', 'set-password', ADMIN.email, '--password-stdin', '--data', data], {
      stdio: ['pipe', 'ignore', 'pipe'],
    })
    child.stdin.write(line)
    child.stdin.flush() // and stays open, like a terminal
    return { code: await child.exited, err: await new Response(child.stderr).text() }
  }
  expect(await type(Buffer.from('Segredo de São João 1\n', 'latin1'))).toMatchObject({
    code: 1,
    err: expect.stringContaining('not valid UTF-8'),
  })
  expect(await type(Buffer.from('Segredo de São João 1\n'))).toEqual({ code: 0, err: '' })
})

test('a command newer than the running server does not migrate its files', async () => {
  const data = await installation()
  const [uuid = ''] = readdirSync(join(data, 'tenants'))
  expect((await balcao(['session', 'list', '--data', data])).code).toBe(0) // creates session.db
  await start(['serve', '--data', data])
  const files = [tenantPath(data, uuid), sessionPath(tenantFolder(data, uuid))].map((path) => new Sqlite(path))
  afterThisTest(() => files.forEach((file) => void file.close()))
  for (const file of files) {
    const version = Number(file.pragma('user_version', { simple: true }))
    file.pragma(`user_version = ${version - 1}`)
    for (const command of ['session list', 'user list', 'tenant create Padaria --email sol@padaria.example'])
      expect(await balcao([...command.split(' '), '--data', data])).toMatchObject({
        code: 1,
        err: expect.stringContaining('earlier version'),
      })
    expect(file.pragma('user_version', { simple: true })).toBe(version - 1)
    file.pragma(`user_version = ${version}`)
  }
})

test('a command that finds a damaged file says where to look', async () => {
  const data = await installation(2)
  const companies = await balcaoJson<{ uuidCompany: string }[]>(['tenant', 'list', '--data', data])
  overwrite(tenantPath(data, companies[1]?.uuidCompany ?? ''), 3 * 4096, Buffer.alloc(20 * 4096))
  const { code, err } = await balcao(['user', 'list', '--company', '2', '--data', data, '--json'])
  // Which of the two depends on whether the damage already keeps the file from opening.
  expect({ code, ...JSON.parse(err) }).toEqual({
    code: 1,
    error: expect.stringMatching(/^(DAMAGED|ERR_TENANT_UNAVAILABLE)$/),
    message: expect.stringMatching(/\. See: balcao doctor$/),
  })
})

test('a company is shown with its plan and what it uses, and deleted by its typed name beside the running server', async () => {
  const data = await installation(2)
  const server = await start(['serve', '--data', data])
  await balcao([
    'plan',
    'create',
    'Básico',
    '--users',
    '3',
    '--connections',
    '1',
    '--queues',
    '2',
    '--amount',
    '99',
    '--data',
    data,
  ])
  await balcaoJson(['tenant', 'create', 'Padaria', '--email', 'sol@padaria.example', '--plan', '1', '--data', data])
  expect(await balcaoJson<object>(['tenant', 'show', '3', '--data', data])).toMatchObject({
    id: 3,
    name: 'Padaria',
    email: 'sol@padaria.example',
    plan: { name: 'Básico' },
    used: { users: 1, connections: 0, queues: 0 },
  })
  const token = await server.signIn(adminOf(2))
  const ask = async () => (await server.api('/auth/me', { headers: { authorization: `Bearer ${token}` } })).status
  const { name, uuidCompany } = await balcaoJson<{ name: string; uuidCompany: string }>([
    'tenant',
    'show',
    '2',
    '--data',
    data,
  ])
  expect(await balcao(['tenant', 'delete', '2', '--name', 'Outra', '--data', data])).toMatchObject({
    code: 1,
    err: expect.stringContaining('Company 2 has another name'),
  })
  expect(await ask()).toBe(200)
  const control = new Sqlite(join(data, 'control.db'))
  afterThisTest(() => control.close())
  control.exec(`
    INSERT INTO invoices (id, company_id, period, detail, amount, recurrence, due_at, status, created_at)
      VALUES (7, 2, '2026-11-30', 'Básico', 9900, 'MENSAL', 0, 'paid', 0);
    INSERT INTO charges (id, invoice_id, provider, reference, amount, code, status, created_at)
      VALUES (8, 7, 'efi', 'abc', 9900, '', 'paid', 0);
    INSERT INTO odd_payments (company_id, invoice_id, charge_id, kind, cents, at) VALUES (2, 7, 8, 'again', 9900, 0)`)
  const waiting = () => control.prepare('SELECT invoice_id, charge_id, cents FROM odd_payments').all()
  const { setAside } = await balcaoJson<{ setAside: string }>(['tenant', 'delete', '2', '--name', name, '--data', data])
  expect(readdirSync(setAside)).toContain('tenant.db')
  expect(existsSync(tenantFolder(data, uuidCompany))).toBe(false)
  expect(await ask()).toBe(403)
  expect(await balcao(['tenant', 'restore', '9', '--data', data])).toMatchObject({
    code: 1,
    err: expect.stringContaining(`These can be restored: 2 "${name}"`),
  })
  expect(await balcaoJson<object>(['tenant', 'restore', '2', '--data', data])).toMatchObject({
    company: { id: 2, uuidCompany, name },
    takenEmails: [],
    lostPlan: false,
  })
  expect(waiting()).toEqual([{ invoice_id: 7, charge_id: 8, cents: 9900 }])
  expect(existsSync(setAside)).toBe(false)
  expect(readdirSync(tenantFolder(data, uuidCompany))).not.toContain('company.json')
  expect(await eventually(async () => typeof (await server.signIn(adminOf(2))) === 'string')).toBe(true)
  expect(await balcaoJson<object>(['activate', '--tenant', '2', '--data', data])).toMatchObject({ activated: true })
  expect(await balcao(['tenant', 'restore', '2', '--data', data])).toMatchObject({ code: 1 })
  expect(await balcao(['tenant', 'delete', '1', '--name', 'Balcão', '--data', data])).toMatchObject({
    code: 1,
    err: expect.stringContaining('belongs to the operator'),
  })
})
