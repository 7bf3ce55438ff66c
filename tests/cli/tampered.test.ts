/**
 * A tampered backup with matching digests: foreign names and rights are reported and cleared, and nothing else is lost.
 */
import { expect, test } from 'bun:test'
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { verifyBackup } from '../../src/operator/backup/verify'
import { tenantPath } from '../../src/platform/databases'
import { storedFiles } from '../../src/stored-files'
import { listCompanies } from '../../src/tenancy/companies'
import { balcao, balcaoJson, folder, installation, withDatabases } from './support'

const SECRET = '../../secret.key'
const NAME = 'ab'.repeat(32)

const TAMPERED = `
  INSERT INTO contacts (id, name, name_folded, picture, picture_url, created_at) VALUES
    (1, 'Ana', 'ana', '${SECRET}', '/api/contacts/1/picture/x', 0), (2, 'Bia', 'bia', '${NAME}', '/api/contacts/2/picture/y', 0);
  INSERT INTO messages (id, contact_id, connection_id, from_me, kind, body, media, created_at) VALUES
    (1, 1, 1, 0, 'image', 'veja', '{"file":"${SECRET}","state":"ready","size":3}', 0),
    (2, 1, 1, 0, 'image', 'e isto', '{"file":"\u001b[31m","state":"ready"}', 0),
    (3, 1, 1, 0, 'image', 'e mais', '{"file":"${NAME}","state":"ready"}', 0);
  INSERT INTO contact_merges (kept_id, gone_id, moved, created_at) VALUES
    (1, 2, '{"contact":{"picture":"${SECRET}"},"kept":{"picture":"${NAME}"}}', 0);
  UPDATE users SET super = 1;`

const reported = [
  `1 rows of contacts.picture name what is no stored file: "${SECRET}"`,
  `1 rows of contact_merges.moved name what is no stored file: "${SECRET}"`,
  `2 rows of messages.media name what is no stored file: "${SECRET}", "\\u001b[31m"`,
  '1 people are marked as super, who belong to company 1 alone: "admin@empresa2.example"',
]

/** File names in the rows afterwards. */
function rowsIn(path: string) {
  const raw = new Sqlite(path, { readonly: true })
  const all = (sql: string) => raw.prepare(sql).raw().all()
  const found = {
    contacts: all('SELECT picture, picture_url FROM contacts ORDER BY id'),
    messages: all("SELECT body, media ->> '$.file', media ->> '$.state' FROM messages ORDER BY id"),
    merges: all("SELECT moved ->> '$.contact.picture', moved ->> '$.kept.picture' FROM contact_merges"),
    supers: all('SELECT super FROM users'),
  }
  raw.close()
  return found
}

const cleared = {
  contacts: [
    [null, null],
    [NAME, '/api/contacts/2/picture/y'],
  ],
  messages: [
    ['veja', null, 'failed'],
    ['e isto', null, 'failed'],
    ['e mais', NAME, 'ready'],
  ],
  merges: [[null, NAME]],
  supers: [[0]],
}

/** Two companies, the second tampered with in the installation or in its backup. */
async function twoCompanies() {
  const data = await installation(2)
  const uuid = await withDatabases(data, ({ control }) => listCompanies(control)[1]?.uuid ?? '')
  const change = (path: string, sql: string) => {
    const raw = new Sqlite(path)
    raw.exec(sql)
    raw.close()
  }
  const backUp = async () => {
    const to = join(folder(), 'elsewhere')
    const { code } = await balcao(['backup', 'create', '--to', to, '--data', data])
    return { made: to, code }
  }
  return { data, uuid, change, backUp }
}

function fitDigest(made: string, name: string) {
  const path = join(made, 'manifest.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as { files: Record<string, unknown> } // written by our own command
  const content = readFileSync(join(made, name))
  const sha256 = new Bun.CryptoHasher('sha256').update(content).digest('hex')
  Object.assign(manifest.files, { [name]: { sha256, size: statSync(join(made, name)).size } })
  writeFileSync(path, JSON.stringify(manifest))
}

async function tamperedBackup() {
  const { data, uuid, change, backUp } = await twoCompanies()
  const { made } = await backUp()
  const name = `tenants/${uuid}/tenant.db`
  change(join(made, name), TAMPERED)
  const manifest = JSON.parse(readFileSync(join(made, 'manifest.json'), 'utf8')) as {
    companies: { uuid: string; counts: Record<string, number> }[]
  } // likewise
  for (const company of manifest.companies.filter((one) => one.uuid === uuid))
    Object.assign(company.counts, { contacts: 2, messages: 3 })
  writeFileSync(join(made, 'manifest.json'), JSON.stringify(manifest))
  fitDigest(made, name)
  return { data, uuid, made, name }
}

test('verify reports each column: 4', async () => {
  const { made, name } = await tamperedBackup()
  const { code, out } = await balcao(['backup', 'verify', made, '--json'])
  expect(code).toBe(4)
  expect(JSON.parse(out)).toMatchObject({
    problems: [],
    faults: reported.map((one) => `${name}: ${one}`),
    missing: [`${name}: 1 of 1 files that it names are not in the backup`],
  })
  const plain = await balcao(['backup', 'verify', made])
  expect(plain.out).toContain(reported[0] ?? '')
  expect(plain.out).not.toContain('intact')
})

test('a full restore clears names and super flags, and says so', async () => {
  const { uuid, made } = await tamperedBackup()
  const to = join(folder(), 'new')
  const restored = await balcao(['backup', 'restore', made, '--to', to])
  expect(restored.code).toBe(0)
  for (const one of reported) expect(restored.out).toContain(one)
  expect(rowsIn(tenantPath(to, uuid))).toEqual(cleared)
})

test('a restore of one company does the same', async () => {
  const { data, uuid, made } = await tamperedBackup()
  const restored = await balcaoJson<{ cleared: string[] }>([
    'backup',
    'restore',
    made,
    '--tenant',
    uuid,
    '--data',
    data,
  ])
  expect(restored.cleared).toEqual(reported)
  expect(rowsIn(tenantPath(data, uuid))).toEqual(cleared)
})

test('the doctor reports it, clears it with --fix, and leaves missing files to the operator', async () => {
  const { data, uuid, change, backUp } = await twoCompanies()
  change(tenantPath(data, uuid), TAMPERED)
  expect((await backUp()).code).toBe(4)
  const examined = async (...more: string[]) => {
    const { code, out } = await balcao(['doctor', '--data', data, '--json', ...more])
    const { findings } = JSON.parse(out) as { findings: { level: string; words: string; remedy?: string }[] } // our own --json
    const of = (level: string) => findings.filter((one) => one.level === level).map(({ words }) => words)
    return {
      code,
      problems: of('problem'),
      fixed: of('fixed'),
      remedies: findings.flatMap(({ remedy }) => remedy ?? []),
    }
  }
  const missing = '1 of 1 files it refers to are missing, or are links'
  expect(await examined()).toMatchObject({
    code: 4,
    problems: [...reported, missing],
    remedies: expect.arrayContaining([`balcao doctor --fix --data ${data}`]),
  })
  expect(await examined('--fix')).toMatchObject({
    problems: [missing],
    fixed: reported.map((one) => `cleared: ${one}`),
  })
  expect(rowsIn(tenantPath(data, uuid))).toEqual(cleared)
  expect(await examined()).toMatchObject({ problems: [missing], fixed: [] })
  expect((await backUp()).code).toBe(0)
})

test('a backup with links, or with a file under another name, is refused', async () => {
  const { uuid, backUp } = await twoCompanies()
  const { made } = await backUp()
  const problems = async () => (await verifyBackup(made, { readMedia: true, storedFiles })).problems
  expect(await problems()).toEqual([])

  const [home, away] = [join(made, 'tenants', uuid), join(made, '..', 'away')]
  renameSync(home, away)
  symlinkSync(away, home)
  expect(await problems()).toContain(`tenants/${uuid}/tenant.db is missing, or behind a link`)
  rmSync(home)
  renameSync(away, home)

  const name = `tenants/${uuid}/media/ab/${NAME}`
  mkdirSync(join(made, name, '..'), { recursive: true })
  symlinkSync('/etc/hostname', join(made, name))
  fitDigest(made, name)
  expect(await problems()).toEqual([`${name} is missing, or behind a link`])
  rmSync(join(made, name))
  writeFileSync(join(made, name), 'another')
  fitDigest(made, name)
  expect(await problems()).toEqual([`${name} is named otherwise than its content`])
})

test('a link among stored files is not backed up', async () => {
  const { data, uuid, backUp } = await twoCompanies()
  const home = join(tenantPath(data, uuid), '..', 'media', 'ab')
  mkdirSync(home, { recursive: true })
  symlinkSync(join(data, 'secret.key'), join(home, NAME))
  const { made, code } = await backUp()
  expect(code).toBe(0)
  const { files } = JSON.parse(readFileSync(join(made, 'manifest.json'), 'utf8')) as { files: object } // our own manifest
  expect(Object.keys(files).filter((name) => name.includes('/media/'))).toEqual([])
})
