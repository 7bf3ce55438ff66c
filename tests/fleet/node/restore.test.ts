/** A company that is restored or comes back in a fleet, by commands and on processes of the product. */
import { expect, test } from 'bun:test'
import Sqlite from 'better-sqlite3'
import { tenantPath } from '../../../src/platform/databases'
import { listCompanies } from '../../../src/tenancy/companies'
import { until } from '../../survival/support/until'
import { startTwoNodes } from './product-process'

test('a restored company is what the backup has, on the node where it goes next, too', async () => {
  let uuid = ''
  let token = ''
  const { a, b } = await startTwoNodes(async (w) => {
    token = await w.company('Padaria Sol').attendant([], { profile: 'admin' }).token()
    uuid = listCompanies(w.server.databases.control)[1]?.uuid ?? ''
  })
  const done = async (of: typeof a, ...args: string[]) => {
    const { code, out, err } = await of.command(...args)
    if (code !== 0) throw new Error(`${args.join(' ')}: ${code} ${err}`)
    return JSON.parse(out)
  }
  const standing = async () => (await b.status()).companies.find((one) => one.uuid === uuid)
  const isAt = (node: string) => async () => {
    const found = await standing()
    return found?.owner === node && found.isStandbyReady
  }
  const asPerson = async (of: typeof a): Promise<string> => {
    const response = await fetch(`${of.origin}/api/whatsapp`, { headers: { authorization: `Bearer ${token}` } })
    return response.ok ? 'signed in' : ((await response.json()) as { error: string }).error
  }
  const userEmails = async (of: typeof a): Promise<string[]> =>
    (await done(of, 'user', 'list', '--company', uuid)).map(({ email }: { email: string }) => email)

  await until(isAt('a'), { why: () => 'a copy on b' })
  const before = await userEmails(a)
  const { folder } = await done(a, 'backup', 'create')
  await done(a, 'user', 'create', 'bia@padaria.example', '--name', 'Bia', '--company', uuid)
  expect(await userEmails(a)).toContain('bia@padaria.example')
  expect(await asPerson(a)).toBe('signed in')
  await done(a, 'fleet', 'move', uuid, 'b')

  const restored = await done(a, 'backup', 'restore', folder, '--tenant', uuid)
  expect(restored).toMatchObject({ companies: [{ uuid }], missing: [] })
  expect(await userEmails(a)).toEqual(before)
  expect(await asPerson(a)).toBe('ERR_SESSION_EXPIRED')
  await until(isAt('a'), { why: () => 'a copy of the restored company on b' })
  await done(a, 'fleet', 'move', uuid, 'b')
  await until(isAt('b'), { why: () => 'the restored company on b' })

  // Deleted from where it is, and back.
  await done(a, 'tenant', 'delete', uuid, '--name', 'Padaria Sol')
  expect(await standing()).toBeUndefined()
  expect(await done(a, 'tenant', 'restore', uuid)).toMatchObject({ company: { uuidCompany: uuid } })
  expect(await userEmails(a)).toEqual(before)
  await until(isAt('a'), { why: () => 'a copy of the company that is back' })
  await done(a, 'fleet', 'move', uuid, 'b')
  await until(isAt('b'), { why: () => 'the company on b' })
  await a.stop()
  await b.stop()
  const [one, other] = [a, b].map(({ dataDir }) => contentOf(tenantPath(dataDir, uuid)))
  expect(one).toEqual(other)
}, 300_000)

function contentOf(path: string): unknown {
  const db = new Sqlite(path)
  const users = db.prepare('SELECT * FROM users ORDER BY id').all()
  const check = db.pragma('integrity_check', { simple: true })
  db.close()
  return { users, check }
}
