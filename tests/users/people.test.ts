/** Users: list, search, presence. */
import { describe, expect, test } from 'bun:test'
import Sqlite from 'better-sqlite3'
import { tenantPath } from '../../src/platform/databases'
import { MINUTE, SECOND } from '../../src/platform/time'
import { userUpdated } from '../../src/users/contract'
import { inventPassword, isPassword } from '../../src/users/password'
import { LOJA, SALES } from '../support/company-world'
import { world } from '../support/world'

describe('the user list', () => {
  test('is searched by name without case or accents, and by e-mail; wildcards match literally', async () => {
    const w = world()
    const admin = w.admin({ name: 'Chefe', email: 'chefe@loja.example' })
    for (const [name, email] of [
      ['José Antônio', 'ze@loja.example'],
      ['ÁLVARO', 'alvaro@loja.example'],
      ['100% Ana', 'ana_b@loja.example'],
    ] as const)
      w.attendant([], { name, email })
    const found = async (searchParam: string) =>
      (await admin.api.users.get({ query: { searchParam } })).data?.users.map(({ name }) => name)
    expect(await found('jose')).toEqual(['José Antônio'])
    expect(await found('álv')).toEqual(['ÁLVARO'])
    expect(await found('ZE@loja')).toEqual(['José Antônio'])
    expect(await found('%')).toEqual(['100% Ana'])
    expect(await found('_')).toEqual(['100% Ana'])
    for (const odd of ["'", '"', '\\', '\u0000', "' OR 1=1 --"]) expect(await found(odd)).toEqual([])
  })

  test('contains each user’s access and farewell message', async () => {
    const w = world()
    const ana = w.attendant([SALES], { allUserChat: true, farewell: 'Até logo!', connections: [LOJA] })
    const shown = {
      queueIds: [SALES],
      super: false,
      allUserChat: true,
      farewellMessage: 'Até logo!',
      connectionAccess: [LOJA],
    }
    expect((await w.admin().api.users.get({ query: {} })).data?.users).toContainEqual(expect.objectContaining(shown))
    expect((await ana.api.users({ id: ana.userId }).get()).data).toMatchObject(shown)
  })

  test('is sorted by name in pages of forty, with a total count', async () => {
    const w = world()
    const admin = w.admin({ name: 'AAA' })
    for (let n = 0; n < 50; n++) w.attendant([], { name: 'Mesmo Nome' })
    const [one, two] = [
      await admin.api.users.get({ query: {} }),
      await admin.api.users.get({ query: { pageNumber: '2' } }),
    ]
    expect([one.data?.users.length, one.data?.hasMore, one.data?.count, two.data?.hasMore]).toEqual([
      40,
      true,
      51,
      false,
    ])
    expect(new Set([...(one.data?.users ?? []), ...(two.data?.users ?? [])].map(({ id }) => id)).size).toBe(51)
  })

  test('can be filtered by active and inactive', async () => {
    const w = world()
    const admin = w.admin({ name: 'Chefe' })
    const beto = w.attendant([], { name: 'Beto' })
    w.rows('UPDATE users SET active = 0 WHERE id = ? RETURNING id', beto.userId)
    const found = async (active: 'true' | 'false' | '') => {
      const { data } = await admin.api.users.get({ query: { active } })
      return [data?.users.map(({ name }) => name), data?.count]
    }
    expect(await found('true')).toEqual([['Chefe'], 1])
    expect(await found('false')).toEqual([['Beto'], 1])
    expect(await found('')).toEqual([['Beto', 'Chefe'], 2])
    const answer = await admin.request('/api/users?active=talvez')
    expect([answer.status, await answer.json()]).toMatchObject([400, { details: [{ field: 'active' }] }])
  })

  test('shows profile user only themselves; pickers show names of colleagues without e-mails', async () => {
    const w = world()
    const [ana, beto] = [
      w.attendant([SALES], { name: 'Ana' }),
      w.attendant([], { name: 'Beto', email: 'beto@loja.example' }),
    ]
    expect((await ana.api.users({ id: ana.userId }).get()).status).toBe(200)
    expect((await ana.api.users({ id: beto.userId }).get()).status).toBe(404)
    const list = await ana.api.users.list.get()
    expect(list.data?.map(({ name }) => name)).toEqual(['Ana', 'Beto'])
    expect(JSON.stringify(list.data)).not.toContain('@')
  })

  test('offers no inactive users for transfers', async () => {
    const w = world()
    const [ana, beto] = [w.attendant([], { name: 'Ana' }), w.attendant([], { name: 'Beto' })]
    w.rows('UPDATE users SET active = 0 WHERE id = ? RETURNING id', beto.userId)
    expect((await ana.api.users.list.get()).data?.map(({ name }) => name)).toEqual(['Ana'])
  })
})

describe('online', () => {
  test('is stored at most once a minute', () => {
    const w = world()
    const ana = w.attendant()
    const seenAt = () =>
      w.rows<{ at: number | null }>('SELECT last_seen_at AS at FROM users WHERE id = ?', ana.userId)[0]?.at
    const start = w.clock.now()
    for (const [forward, written] of [
      [0, 0],
      [30 * SECOND, 0],
      [29 * SECOND, 0],
      [SECOND, MINUTE],
      [2 * MINUTE, 3 * MINUTE],
      [-10 * MINUTE, -7 * MINUTE],
    ] as const) {
      w.clock.forward(forward)
      w.server.seen(ana.actor())
      expect(seenAt()).toBe(start + written)
    }
  })

  test('means active within five minutes; coming online is announced to those who see the user list', async () => {
    const w = world()
    const [admin, ana, beto] = [w.admin(), w.attendant(), w.attendant()]
    const isOnline = async () => (await admin.api.users({ id: ana.userId }).get()).data?.online
    expect(await isOnline()).toBe(false)
    w.server.seen(ana.actor())
    expect(await isOnline()).toBe(true)
    expect(admin.heard(userUpdated)).toMatchObject([{ user: { id: ana.userId, online: true } }])
    expect(beto.heard(userUpdated)).toEqual([])
    w.clock.forward(4 * MINUTE)
    w.server.seen(ana.actor())
    expect(admin.heard(userUpdated)).toHaveLength(1)
    w.clock.forward(5 * MINUTE)
    expect(await isOnline()).toBe(false)
  })
})

test('a generated password has sixteen unambiguous characters', () => {
  const made = Array.from({ length: 200 }, inventPassword)
  expect(new Set(made).size).toBe(200)
  for (const password of made) expect(password).toMatch(/^[a-km-np-zA-HJ-NP-Z2-9]{16}$/)
})

test('many simultaneous password checks all finish', async () => {
  const hash = Bun.password.hashSync('certa', { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 })
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => isPassword(n % 2 ? 'certa' : 'errada', hash, { queue: `${n % 3}` })),
  )
  expect(answers).toEqual(Array.from({ length: 20 }, (_, n) => n % 2 === 1))
  expect(await isPassword('certa', 'not a hash', { queue: 'x' }).catch(() => 'throws')).not.toBe(true)
})

test('while another process locks the file, forty users’ activity blocks the server no longer than one’s', () => {
  const w = world()
  const people = Array.from({ length: 40 }, () => w.attendant())
  const other = new Sqlite(tenantPath(w.dataDir, w.tenant.uuid))
  other.exec('BEGIN IMMEDIATE')
  const started = performance.now()
  for (const one of people) expect(() => w.server.seen(one.actor())).toThrow('locked')
  expect(performance.now() - started).toBeLessThan(1_000) // individually it would be 40 × 50 ms
  other.exec('ROLLBACK')
  other.close()
  w.server.seen(w.attendant().actor())
  expect(w.rows('SELECT id FROM users WHERE last_seen_at IS NOT NULL')).toHaveLength(1)
})
