/** `balcao doctor`: reports problems with remedies, and repairs the login index with --fix. */
import { expect, test } from 'bun:test'
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { openSessionStore, sessionEncryption, sessionPath } from '../../src/channels/sessions/session-store'
import { encryptRow } from '../../src/channels/whatsapp/storage/encrypted-rows'
import { clientOf, noteFact, PASSKEY_DEMAND, VERSION } from '../../src/channels/whatsapp/storage/facts'
import type { WhatsappReport } from '../../src/operator/doctor/whatsapp'
import { beginAttempt, changeAttempt, failAttempt, keepProgram } from '../../src/operator/update/attempts'
import { succeed } from '../../src/operator/update/finish'
import { programPath } from '../../src/operator/update/programs'
import { tenantFolder, tenantPath } from '../../src/platform/databases'
import { listCompanies } from '../../src/tenancy/companies'
import { program } from '../support/program'
import { ADMIN, actsIn, adminOf, balcao, balcaoJson, folder, installation, start, withDatabases } from './support'

type Report = { healthy: boolean; findings: { about: string; level: string; words: string; remedy?: string }[] }
const problemsOf = async (data: string, ...more: string[]) => {
  const { code, out } = await balcao(['doctor', '--data', data, '--json', ...more])
  const report = JSON.parse(out) as Report
  return { code, problems: report.findings.filter(({ level }) => level === 'problem'), report }
}

test('an intact installation is healthy, whether its server runs or not: 0', async () => {
  const data = await installation(2)
  expect(await problemsOf(data)).toMatchObject({ code: 0, problems: [], report: { healthy: true } })
  await start(['serve', '--data', data])
  expect(await problemsOf(data)).toMatchObject({ code: 0, problems: [] })
})

test('reports on WhatsApp: server, clock, version, passkey demands, and each connection’s client', async () => {
  const data = await installation()
  await withDatabases(data, (databases) => {
    const uuid = listCompanies(databases.control)[0]?.uuid ?? ''
    const { $client } = databases.tenant(uuid)
    $client.exec(
      `INSERT INTO connections (id, name, channel, created_at, updated_at) VALUES (1, 'Loja', 'whatsapp', 0, 0)`,
    )
    const store = openSessionStore(tenantFolder(data, uuid), uuid, sessionEncryption(Buffer.alloc(32)))
    noteFact(store, VERSION, { value: '[2,3000,1]', at: Date.now() - 40 * 86_400_000 })
    noteFact(store, PASSKEY_DEMAND, { value: '1', at: 0 })
    noteFact(store, clientOf(1), { value: '2.3000.1', at: 0 })
    store.close()
  })
  const edge = Bun.serve({ port: 0, fetch: () => new Response(null, { headers: { date: new Date(0).toUTCString() } }) })
  const env = { BALCAO_WHATSAPP_URL: `ws://localhost:${edge.port}/ws/chat`, BALCAO_WHATSAPP_ROOT_KEY: 'a'.repeat(64) }
  const ask = async () => {
    const { out } = await balcao(['doctor', '--whatsapp', '--data', data, '--json'], { env })
    return JSON.parse(out) as Report & { whatsapp: WhatsappReport }
  }
  const { whatsapp, findings } = await ask()
  expect(whatsapp).toMatchObject({
    edge: { address: `http://localhost:${edge.port}/` },
    version: { spoken: '2.3000.1' },
    lastPasskeyDemand: { at: '1970-01-01T00:00:00.000Z', company: 1, connection: 'Loja' },
    connections: [{ company: 1, connectionId: 1, client: '2.3000.1' }],
  })
  expect(whatsapp.edge.answersInMs).not.toBeNull()
  const words = (level: string) => findings.filter((one) => one.level === level).map(({ words }) => words)
  expect(words('problem')).toEqual([expect.stringContaining('ahead of WhatsApp’s')])
  expect(words('note')).toContainEqual(expect.stringContaining('2.3000.1, learnt 40 days ago'))
  await edge.stop(true)
  expect((await ask()).findings).toContainEqual(
    expect.objectContaining({ level: 'problem', words: expect.stringContaining('does not respond') }),
  )
})

test('wrong settings and a folder open to others are problems: 4', async () => {
  const data = await installation()
  chmodSync(data, 0o755)
  chmodSync(join(data, 'secret.key'), 0o644)
  const { code, out } = await balcao(['doctor', '--data', data], { env: { BALCAO_PORT: 'eighty' } })
  expect(code).toBe(4)
  expect(out).toContain('BALCAO_PORT')
  expect(out).toContain(`chmod 700 ${data}`)
  expect(out).toContain('secret.key')
})

test('a secret.key that does not match stored sessions is reported with the connections', async () => {
  const data = await installation()
  await withDatabases(data, ({ control }) => {
    const tenantUuid = listCompanies(control)[0]?.uuid ?? ''
    const encryption = sessionEncryption(Buffer.alloc(32, 'another'))
    const store = openSessionStore(tenantFolder(data, tenantUuid), tenantUuid, encryption)
    const value = encryptRow({ ref: { tenantUuid, connectionId: 4 }, encryption }, 'creds', '', '{}')
    store.prepare("INSERT INTO session_rows VALUES (4, 'creds', '', ?)").run(value)
    store.close()
  })
  expect((await problemsOf(data)).problems).toMatchObject([{ words: expect.stringContaining('connections 4') }])
  writeFileSync(join(data, 'secret.key'), '0')
  expect((await problemsOf(data)).problems).toMatchObject([{ words: expect.stringContaining('64 hexadecimal digits') }])
})

test('a user whose e-mail is not claimed cannot sign in until --fix', async () => {
  const data = await installation(2)
  await withDatabases(data, ({ writableControl }) => {
    writableControl().$client.exec(`DELETE FROM claims WHERE value = 'admin@empresa2.example';
      INSERT INTO claims (kind, value, tenant_uuid, taken_at)
        SELECT 'email', 'ghost@nowhere.example', uuid, 0 FROM companies WHERE id = 1`)
  })
  const found = await problemsOf(data)
  expect(found.code).toBe(4)
  expect(found.problems.map(({ words }) => words).join('\n')).toMatch(
    /ghost@nowhere.example[\s\S]*admin@empresa2.example/,
  )
  const server = await start(['serve', '--data', data])
  expect(await server.signIn(adminOf(2))).toBe(401)
  expect(await problemsOf(data, '--fix')).toMatchObject({ code: 0, problems: [] })
  expect(await server.signIn(adminOf(2))).toBeString()
  expect((await problemsOf(data)).code).toBe(0)
  expect(await actsIn(data)).toEqual(['installation fix doctor --fix'])
})

test('a folder without a company is reported and not touched', async () => {
  const data = await installation()
  mkdirSync(join(data, 'tenants', 'whose-is-this'))
  const { code, problems } = await problemsOf(data, '--fix')
  expect(code).toBe(4)
  expect(problems).toMatchObject([{ words: expect.stringContaining('whose-is-this') }])
})

test('missing files of messages are counted', async () => {
  const data = await installation()
  await withDatabases(data, ({ control, tenant }) => {
    const db = tenant(listCompanies(control)[0]?.uuid ?? '').$client
    db.prepare(
      `INSERT INTO messages (contact_id, connection_id, from_me, kind, body, media, created_at) VALUES (1, 1, 0, 'image', '', ?, 0)`,
    ).run(JSON.stringify({ file: 'ab'.repeat(32) }))
  })
  expect(await problemsOf(data)).toMatchObject({
    code: 4,
    problems: [{ words: expect.stringContaining('1 of 1 files') }],
  })
})

test('the doctor of an empty folder says so', async () => {
  const report = await balcao(['doctor', '--data', '/nowhere/at/all'])
  expect(report).toMatchObject({ code: 4, out: expect.stringContaining('no installation') })
})

test('an installation on standby is reported as such, and counts as healthy', async () => {
  const data = await installation()
  await Bun.write(join(data, 'passive'), '')
  const report = await balcaoJson<Report>(['doctor', '--data', data])
  expect(report.healthy).toBe(true)
  expect(report.findings).toContainEqual(
    expect.objectContaining({
      level: 'note',
      about: 'at rest',
      words: expect.stringContaining(`balcao activate --data ${data}`),
    }),
  )
})

test('data on a read-only disk are not reported as damaged, and the server says why it does not start', async () => {
  const data = await installation()
  const { stdout, stderr } = Bun.spawnSync([
    ...['unshare', '--mount', 'sh', '-c'],
    'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && { "$@" doctor --data "$0"; "$@" serve --data "$0" --port 0; }',
    ...[data, ...program],
  ])
  expect(stdout.toString()).toContain(`cannot be written by this user (${data})`)
  expect(stdout.toString()).not.toMatch(/Restore|MB free.*full/)
  expect(stderr.toString()).toContain('the disk is read-only')
})

test('no command creates a new control.db beside existing companies', async () => {
  const data = await installation()
  const control = join(data, 'control.db')
  const lose = [() => rmSync(control), () => rmSync(join(data, 'secret.key')), () => writeFileSync(control, '')]
  for (const [at, change] of lose.entries()) {
    change()
    const why = at < 2 ? 'the file is missing' : 'the file is empty'
    for (const command of ['tenant list', 'backup create', 'serve --port 0'])
      expect(await balcao([...command.split(' '), '--data', data])).toMatchObject({
        code: 1,
        err: `${control}: ${why}. See: balcao doctor`,
      })
    expect((await problemsOf(data)).problems).toMatchObject([
      { words: why, remedy: expect.stringContaining('balcao backup restore') },
    ])
  }
  expect(readdirSync(join(data, 'tenants'))).toHaveLength(1)
})

test('data of a newer version are not reported as damaged, and no older backup is suggested', async () => {
  const data = await installation(2)
  const backup = await balcao(['backup', 'create', '--data', data])
  expect(backup.code).toBe(0)
  const raise = (path: string) => {
    const raw = new Sqlite(path)
    raw.pragma('user_version = 999')
    raw.close()
  }
  const [uuid = ''] = readdirSync(join(data, 'tenants'))
  const newer = {
    words: expect.stringMatching(/^(its database )?was written by a newer version/),
    remedy: expect.stringMatching(/^Install/),
  }
  const company = (await balcaoJson<{ id: number; uuidCompany: string }[]>(['tenant', 'list', '--data', data])).find(
    ({ uuidCompany }) => uuidCompany === uuid,
  )
  for (const path of [tenantPath(data, uuid), join(data, 'control.db')]) {
    raise(path)
    expect((await problemsOf(data)).problems).toMatchObject([newer])
    const people = await balcao(['user', 'list', '--company', String(company?.id), '--data', data])
    expect(people).toMatchObject({ code: 1, err: expect.stringContaining('See: balcao doctor') })
  }
  expect((await balcao(['migrate', 'status', '--data', data])).out).toMatch(
    /control.db +step 999 .* written by a newer/,
  )
})

test('in a folder without access nothing is reported as missing', async () => {
  const data = await installation()
  chmodSync(data, 0)
  const asAnybody = (...args: string[]) => {
    const both = '-dac_override,-dac_read_search'
    const withoutRights = ['setpriv', '--bounding-set', both, '--inh-caps', both, '--', ...program]
    const { stdout, stderr } = Bun.spawnSync([...withoutRights, ...args, '--data', data])
    return `${stdout}${stderr}`
  }
  for (const command of [
    ['tenant', 'list'],
    ['backup', 'list'],
    ['migrate', 'status'],
  ])
    expect(asAnybody(...command)).toBe(`${join(data, 'control.db')} cannot be used: permission denied.\n`)
  expect(asAnybody('doctor')).toContain(`cannot be written by this user (${data})`)
  chmodSync(data, 0o700)
})

test('a full disk is reported, and nothing as damaged', async () => {
  const data = await installation()
  const full = folder()
  const { stdout, exitCode } = Bun.spawnSync([
    ...['unshare', '--mount', 'sh', '-c'],
    `disk=$0 data=$1; shift; mount -t tmpfs -o size=4m,mode=700 tmpfs "$disk" && cp -r "$data"/. "$disk"
     cat /dev/zero > "$disk/filling" 2>/dev/null; "$@" doctor --data "$disk"`,
    ...[full, data, ...program],
  ])
  expect(exitCode).toBe(4)
  expect(stdout.toString()).toMatch(
    /PROBLEM {2}disk: only 0 MB free[\s\S]*PROBLEM {2}databases: cannot be checked on a full disk/,
  )
  expect(stdout.toString()).not.toMatch(/damaged|restore/i)
})

test('with a damaged session.db linking fails with the reason, and everything else works', async () => {
  const data = await installation()
  const [uuid = ''] = readdirSync(join(data, 'tenants'))
  writeFileSync(sessionPath(tenantFolder(data, uuid)), '')
  const server = await start(['serve', '--data', data])
  const token = await server.signIn(ADMIN)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const made = await server.api('/whatsapp', { method: 'POST', headers, body: JSON.stringify({ name: 'Loja' }) })
  const { id } = (await made.json()) as { id: number }
  const refused = await server.api(`/whatsappsession/${id}`, { method: 'POST', headers })
  expect({ status: refused.status, body: await refused.json() }).toMatchObject({
    status: 503,
    body: { error: 'ERR_TENANT_UNAVAILABLE' },
  })
  expect((await server.api(`/whatsapp/${id}`, { headers })).status).toBe(200)
  expect((await balcao(['user', 'list', '--data', data])).code).toBe(0) // the file is not mistaken for an earlier version
})

test('says which programs updates brought, how the last attempt ended, and what was interrupted', async () => {
  const data = await installation()
  const findings = async () => {
    const { report } = await problemsOf(data)
    return report.findings.flatMap(({ about, level, words }) =>
      /^(programs|update)$/.test(about) ? [[level, words]] : [],
    )
  }
  expect(await findings()).toEqual([])
  const path = programPath(data, '1.1.0')
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, 'program')
  beginAttempt(data, { version: '1.1.0', by: 'operator' }, 0)
  const sha256 = new Bun.CryptoHasher('sha256').update('program').digest('hex')
  keepProgram(data, { version: '1.1.0', sha256, size: 7 }, 0)
  succeed(data, 0)
  expect(await findings()).toEqual([['ok', 'version 1.1.0 serves']])
  beginAttempt(data, { version: '1.2.0', by: 'operator' }, 0)
  changeAttempt(data, () => ({ phase: 'trial', process: null }))
  expect(await findings()).toEqual([
    ['ok', 'version 1.1.0 serves'],
    ['problem', 'to version 1.2.0 was interrupted'],
  ])
  expect(await balcao(['tenant', 'list', '--data', data])).toMatchObject({
    code: 1,
    err: expect.stringContaining('The update to 1.2.0 is being tried'),
  })
  failAttempt(data, 'It crashed.', 0)
  writeFileSync(path, 'another')
  expect(await findings()).toEqual([
    ['problem', `${path} has changed since its signature was verified`],
    ['note', 'to version 1.2.0 failed on 1970-01-01: It crashed.'],
  ])
})
