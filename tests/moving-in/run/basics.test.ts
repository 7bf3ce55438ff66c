/** People, queues, connections, settings and hours of another product. */
import { describe, expect, test } from 'bun:test'
import { getColumn, getOnlyRow, getRows, getValue } from '../../../src/platform/sql'
import { filesOf, moveIn, type Rows, sourceCompany, sourceOf } from '../support'
import { connection, option, person, queue } from './basics'

const move = (rows: Rows, company: Parameters<typeof sourceCompany>[0] = {}) =>
  moveIn(sourceOf({ companies: [sourceCompany(company)], rows: { '1': rows } }))

describe('people', () => {
  const bcrypt = Bun.password.hashSync('Segredo123', { algorithm: 'bcrypt', cost: 4 })
  const usual = Bun.password.hashSync('123456', { algorithm: 'bcrypt', cost: 4 })

  test('come with their hash, profile and hours, and those who cannot sign in stay as a name', async () => {
    const moved = await move({
      users: [
        person('1', { profile: 'admin', passwordHash: bcrypt, name: 'Lúcia', email: 'Lucia@Casa.example' }),
        person('2', { passwordHash: usual, startWork: '08:00', endWork: '18:00' }),
        person('3', { passwordHash: 'none', profile: 'supervisor' }),
        person('4', { email: 'no address' }),
        person('5', { email: 'admin@balcao.local', passwordHash: bcrypt, super: true }),
        person('6', { email: 'LUCIA@casa.example' }),
      ],
    })
    expect(moved.missing).toEqual([])
    expect(moved.tally).toMatchObject({
      imported: { users: 4 },
      merged: { 'users alreadyHere': 1 },
      skipped: { 'users invalidEmail': 1 },
      noted: { 'users noHash': 1, 'users defaultPassword': 1, 'users notOperator': 1 },
    })
    expect(
      getRows(moved.db, 'SELECT email, profile, password_hash = ? AS same FROM users WHERE id < 3', bcrypt),
    ).toEqual([
      { email: 'lucia@casa.example', profile: 'admin', same: 1 },
      { email: 'p2@casa.example', profile: 'user', same: 0 },
    ])
    expect(getValue(moved.db, 'SELECT count(*) FROM users WHERE super = 1')).toBe(0)
    expect(
      getColumn(
        moved.world.server.databases.control,
        "SELECT value FROM claims WHERE kind = 'email' AND tenant_uuid = ? ORDER BY value",
        moved.uuid,
      ),
    ).toEqual(['admin@balcao.local', 'lucia@casa.example', 'p2@casa.example', 'p3@casa.example'])
  })

  test('whose address somebody here has are skipped, and the address is named', async () => {
    const moved = await move({ users: [person('1')] })
    moved.world.attendant([], { email: 'p2@casa.example' })
    const again = await moved.again(sourceOf({ rows: { '1': { users: [person('1'), person('2')] } } }))
    expect(again.details).toEqual({ 'users emailTaken': ['p2@casa.example'] })
    expect([again.merged('users', 'alreadyHere'), again.skipped('users', 'emailTaken'), again.missing]).toEqual([
      1,
      1,
      [],
    ])
  })
})

describe('what people changed there since', () => {
  const hashOf = (password: string) => Bun.password.hashSync(password, { algorithm: 'bcrypt', cost: 4 })
  const [before, after] = [hashOf('Segredo123'), hashOf('Segredo456')]
  const boss = person('9', { profile: 'admin', passwordHash: before })
  const place = async () => {
    const old = person('1', { name: 'Lúcia', passwordHash: before })
    const moved = await move({ users: [boss, old] })
    const login = async (email: string, password: string) => {
      const answer = await moved.world.request('/api/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      })
      return answer.status
    }
    const again = (fields: Partial<typeof old>, bossFields: Partial<typeof old> = {}) =>
      moved.again(
        sourceOf({
          rows: {
            '1': {
              users: [
                { ...boss, ...bossFields },
                { ...old, ...fields },
              ],
            },
          },
        }),
      )
    const here = () => getOnlyRow(moved.db, 'SELECT name, email, active FROM users WHERE id = 2')
    return { moved, again, login, here }
  }

  test('comes with the next dump: name, e-mail, password and whether they may sign in', async () => {
    const { again, here, login } = await place()
    expect(await login('p1@casa.example', 'Segredo123')).toBe(200)
    const next = await again({ name: 'Lúcia Alves', email: 'lucia@casa.example', passwordHash: after })
    expect([next.merged('users', 'changedThere'), next.merged('users', 'alreadyHere'), next.missing]).toEqual([
      1,
      1,
      [],
    ])
    expect(here()).toEqual({ name: 'Lúcia Alves', email: 'lucia@casa.example', active: 1 })
    expect(await login('p1@casa.example', 'Segredo123')).toBe(401)
    expect(await login('lucia@casa.example', 'Segredo456')).toBe(200)
    const last = await again({ name: 'Lúcia Alves', email: 'lucia@casa.example', passwordHash: after, active: false })
    expect(last.merged('users', 'changedThere')).toBe(1)
    expect(here()).toMatchObject({ active: 0 })
    expect(
      (await again({ name: 'Lúcia Alves', email: 'lucia@casa.example', active: false })).noted('users', 'changedHere'),
    ).toBe(0)
  })

  test('stays as it is here where it was changed here, too, and the report says so', async () => {
    const { moved, again, here } = await place()
    moved.db.$client.exec("UPDATE users SET name = 'Lu', password_hash = 'x' WHERE id = 2")
    const next = await again({ name: 'Lúcia Alves', email: 'lucia@casa.example', passwordHash: after })
    expect(here()).toEqual({ name: 'Lu', email: 'lucia@casa.example', active: 1 })
    expect(next.details['users changedHere']).toEqual(['lucia@casa.example: name, password'])
    expect(getValue(moved.db, 'SELECT password_hash FROM users WHERE id = 2')).toBe('x')
  })

  test('leaves what only we changed, and the last administrator', async () => {
    const { moved, again, here } = await place()
    moved.db.$client.exec("UPDATE users SET name = 'Lu' WHERE id = 2")
    const next = await again({}, { active: false })
    expect(here()).toMatchObject({ name: 'Lu' })
    expect(next.details).toEqual({ 'users changedHere': ['p9@casa.example: active'] })
    expect(getValue(moved.db, 'SELECT active FROM users WHERE id = 1')).toBe(1)
  })

  test('ends the sessions of an old password once', async () => {
    const { moved, again, login } = await place()
    const ended = () => getValue<number>(moved.db, 'SELECT count(*) FROM sessions WHERE ended_at IS NOT NULL')
    await login('p1@casa.example', 'Segredo123')
    await again({})
    expect(ended()).toBe(0)
    await again({ passwordHash: after })
    expect(ended()).toBe(1)
    await login('p1@casa.example', 'Segredo456')
    await again({ passwordHash: after })
    expect(ended()).toBe(1)
  })
})

describe('queues', () => {
  test('come with options, members and files, each row counted once', async () => {
    const source = sourceOf({
      rows: {
        '1': {
          users: [person('1'), person('2')],
          queues: [
            queue('1', { name: 'Vendas', color: '#ABC', mediaPath: 'a/menu.pdf', mediaName: 'Menu.pdf' }),
            queue('2', { name: 'vendas', color: '#aabbcc' }),
          ],
          queueOptions: [
            option('1', { kind: 'queue', targetId: '2', title: 'x'.repeat(70) }),
            option('2', { parentId: '1', queueId: null, kind: 'user', targetId: '2' }),
            option('3', { queueId: null, parentId: '99' }),
            option('4', { kind: 'queue', targetId: '77', closes: true }),
          ],
          userQueues: [
            { userId: '1', queueId: '1' },
            { userId: '1', queueId: '1' },
            { userId: '9', queueId: '1' },
          ],
        },
      },
    })
    const moved = await moveIn(source, { files: filesOf({ 'a/menu.pdf': '%PDF-1.4' }) })
    expect(moved.missing).toEqual([])
    expect(getRows(moved.db, 'SELECT name, color, media_name AS file, media_type AS type FROM queues')).toEqual([
      { name: 'Vendas', color: '#aabbcc', file: 'Menu.pdf', type: 'application/pdf' },
      { name: 'vendas 2', color: '#2563eb', file: null, type: null },
    ])
    expect(
      getRows(
        moved.db,
        "SELECT position, length(title) AS title, message <> '' AS message, option_type AS type FROM queue_options",
      ),
    ).toEqual([
      { position: 0, title: 60, message: 1, type: 'Fila' },
      { position: 1, title: 7, message: 1, type: 'Texto' },
      { position: 0, title: 7, message: 1, type: 'Atendente' },
    ])
    expect(moved.skipped('queueOptions', 'noParent')).toBe(1)
    expect(moved.tally).toMatchObject({ imported: { userQueues: 1 }, merged: { 'userQueues alreadyHere': 1 } })
    const again = await moved.again(source)
    expect([again.missing, again.imported('queues'), again.imported('queueOptions')]).toEqual([[], 0, 0])
  })
})

describe('connections', () => {
  test('come unlinked, with their number, token and queues', async () => {
    const session = JSON.stringify({ creds: { me: { id: '5511987654321:12@s.whatsapp.net' } } })
    const token = 'a9c1e7f2-7b1c-4d59-9d3f-0f6f1f0a2b3c'
    const moved = await move({
      queues: [queue('1')],
      connections: [
        connection('1', { session, token, isDefault: true }),
        connection('2', { name: 'Loja 1', token: '12345' }),
        connection('3', { channel: 'telegram' }),
        connection('4', { isDeleted: true, name: 'Loja 1' }),
      ],
      connectionQueues: [
        { connectionId: '1', queueId: '1' },
        { connectionId: '3', queueId: '1' },
      ],
    })
    expect(moved.missing).toEqual([])
    expect(
      getRows(
        moved.db,
        'SELECT name, number, status, is_default AS main, deleted_at IS NOT NULL AS gone FROM connections',
      ),
    ).toEqual([
      { name: 'Loja 1', number: '5511987654321', status: 'DISCONNECTED', main: 1, gone: 0 },
      { name: 'Loja 1 2', number: null, status: 'DISCONNECTED', main: 0, gone: 0 },
      { name: 'Loja 1', number: null, status: 'DISCONNECTED', main: 0, gone: 1 },
    ])
    expect(moved.noted('connections', 'weakToken')).toBe(1)
    expect(getOnlyRow(moved.db, 'SELECT connection_id AS id, names_company AS named FROM api_tokens')).toEqual({
      id: 1,
      named: 0,
    })
    const status = async (bearer: string) => {
      const headers = { authorization: `Bearer ${bearer}` }
      const answer = await moved.world.request('/api/messages/checkNumber?number=5511912345678', { headers })
      return answer.status
    }
    expect(await status('b9c1e7f2-7b1c-4d59-9d3f-0f6f1f0a2b3c')).toBe(401)
    expect(await status(token)).toBe(409)
  })
})

describe('settings and hours', () => {
  test('keep their meaning, and what has none here is listed', async () => {
    const moved = await move(
      {
        settings: [
          { key: 'userRating', value: 'enabled' },
          { key: 'call', value: 'disabled' },
          { key: 'enabled', value: '' },
          { key: 'asaas', value: 'secret' },
          { key: 'scheduleType', value: 'nonsense' },
          { key: 'ipmkauth', value: 'https://mk.example' },
        ],
      },
      {
        hours: JSON.stringify([
          { weekdayEn: 'monday', startTimeA: '08:00', endTimeA: '12:00', startTimeB: '13:30', endTimeB: '18:00' },
          { weekdayEn: 'tuesday', startTime: '8:00', endTime: '18:00' },
        ]),
      },
    )
    expect(moved.missing).toEqual([])
    expect(moved.tally).toMatchObject({
      imported: { settings: 3 },
      skipped: { 'settings noCounterpart': 1, 'settings keysTypedAnew': 1, 'settings unreadable': 1 },
      noted: { 'hours lunchBreak': 1 },
    })
    expect(getValue<string>(moved.db, "SELECT value FROM settings WHERE key = 'ipmkauth'")).toStartWith('gcm1.')
    const week = JSON.parse(String(getValue(moved.db, 'SELECT week FROM company_hours')))
    expect(week.days.slice(0, 3)).toEqual([{ from: '08:00', to: '18:00' }, { from: '08:00', to: '18:00' }, null])
  })
})
