/** An e-mail belongs to one company: who wins, what a crash leaves, and every path that gives or frees one. */
import { describe, expect, test } from 'bun:test'
import { fail } from '../../src/errors'
import { openClaims } from '../../src/operator/claims'
import { silentLog } from '../../src/operator/installation'
import { claimLogins } from '../../src/operator/logins'
import { getRows } from '../../src/platform/sql'
import { MINUTE } from '../../src/platform/time'
import { createControlBucket } from '../../src/tenancy/claim-bucket'
import { createClaims } from '../../src/tenancy/claims'
import { changeUser, createUser, deleteUser } from '../../src/users/actions'
import { findLogin, findUserByEmail } from '../../src/users/emails'
import { type CompanyStores, prepareCompany } from '../../src/users/new-company'
import { claimFaults, claimNow, endingAt, slowBucket, slowly } from '../support/claims'
import type { Attendant, CompanyWorld } from '../support/company-world'
import { inSuite } from '../support/long'
import { createRandom, type Random } from '../support/random'
import { NOON, type World, world } from '../support/world'

const EMAIL = 'ana@disputa.example'
const person = (email = EMAIL) => ({ name: 'Ana Disputa', email, password: 'Segredo123' })
const post = (who: Attendant, email = EMAIL) => who.json('/api/users', 'POST', person(email))
const put = (who: Attendant, id: number, email: string) => who.json(`/api/users/${id}`, 'PUT', { email })
const slowWorld = () => world({ claimBucket: slowBucket(() => NOON) })

const OLD = 'velha@disputa.example'

/** What the next process uses, which knows that nothing of an earlier one goes on. */
function nextProcess(w: World): CompanyStores {
  w.clock.forward(1)
  const { databases } = w.server
  return {
    databases,
    claims: openClaims({ databases, log: silentLog(), clock: w.clock.now, startedAt: w.clock.now() }),
  }
}

const activeUsers = ({ db }: Pick<CompanyWorld, 'db'>) =>
  getRows<{ id: number; email: string }>(db, 'SELECT id, email FROM users WHERE deleted_at IS NULL ORDER BY id')

/** Users who cannot sign in. */
async function listShutOut(stores: CompanyStores, companies: readonly CompanyWorld[]): Promise<string[]> {
  const found: string[] = []
  for (const company of companies)
    for (const { id, email } of activeUsers(company)) {
      const login = await findLogin(stores, email)
      if (login?.user.id !== id || login.company.id !== company.tenant.id) found.push(`${company.tenant.id} ${email}`)
    }
  return found
}

/** E-mails that users of several companies have. */
function listShared(companies: readonly CompanyWorld[]): string[] {
  const all = companies.flatMap((company) => activeUsers(company).map(({ email }) => email))
  return all.filter((email, at) => all.indexOf(email) !== at)
}

describe('two requests at once', () => {
  test('of two companies: one gets the e-mail, the other the error', async () => {
    const w = slowWorld()
    const [admin, boss] = [w.admin(), w.company().admin()]
    const answers = await Promise.all([post(admin), post(boss)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(await refused?.json()).toMatchObject({
      error: 'ERR_DUPLICATED_EMAIL',
      details: [{ field: 'email', message: EMAIL }],
    })
    expect(await claimFaults(w.server)).toEqual([])
  })

  test('of one company: one gets the e-mail', async () => {
    const w = slowWorld()
    const [admin, other] = [w.admin(), w.admin()]
    expect((await Promise.all([post(admin), post(other), post(admin)])).map(({ status }) => status).sort()).toEqual([
      200, 409, 409,
    ])
    expect(await claimFaults(w.server)).toEqual([])
  })

  test('one deletes whom the other creates anew: the e-mail is claimed while somebody uses it', async () => {
    const w = slowWorld()
    const admin = w.admin()
    for (let round = 0; round < 3; round++) {
      const ana = w.attendant([], { email: `ana${round}@disputa.example` })
      const [gone] = await Promise.all([
        admin.request(`/api/users/${ana.userId}`, { method: 'DELETE' }),
        post(admin, ana.email),
      ])
      expect(gone.status).toBe(200)
      expect(await claimFaults(w.server)).toEqual([])
    }
  })

  test('two people swap nothing: each takes the other’s e-mail and both are refused', async () => {
    const w = slowWorld()
    const admin = w.admin()
    const [ana, bia] = [w.attendant(), w.attendant()]
    const answers = await Promise.all([put(admin, ana.userId, bia.email), put(admin, bia.userId, ana.email)])
    expect(answers.map(({ status }) => status)).toEqual([409, 409])
    expect(await claimFaults(w.server)).toEqual([])
  })

  test('a company is made with an e-mail that a user gets meanwhile: one of both is there', async () => {
    const w = slowWorld()
    const admin = w.admin()
    const create = await prepareCompany(w.server, { name: 'Nova', days: 30, admin: { ...person(), password: null } })
    const [user, company] = await Promise.allSettled([post(admin), create(NOON)])
    const isUser = user.status === 'fulfilled' && user.value.status === 200
    expect([isUser, company.status === 'fulfilled'].filter(Boolean)).toHaveLength(1)
    expect(await claimFaults(w.server)).toEqual([])
  })

  test('a failed transaction gives the e-mail back, unless the company had it before', async () => {
    const w = slowWorld()
    const [admin, boss] = [w.admin(), w.company().admin()]
    w.db.$client.exec("CREATE TRIGGER full BEFORE INSERT ON users BEGIN SELECT RAISE(ABORT, 'no room'); END")
    w.expectErrors()
    expect((await post(admin)).status).toBe(500)
    expect(await claimFaults(w.server)).toEqual([])
    expect((await post(boss)).status).toBe(200)
    expect((await post(admin, admin.email)).status).toBe(409)
    expect(await claimFaults(w.server)).toEqual([])
  })
})

type Interrupted = (
  companies: { readonly a: CompanyWorld; readonly ana: number },
  stores: CompanyStores,
) => Promise<unknown>

const interrupted: Readonly<Record<string, Interrupted>> = {
  'creating a user': ({ a }, { claims }) => createUser({ cx: a.cx, claims, doer: null }, person(), ''),
  'changing an e-mail': ({ a, ana }, { claims }) =>
    changeUser({ cx: a.cx, claims, doer: null }, ana, { email: EMAIL }, null),
  'deleting a user': ({ a, ana }, { claims }) => deleteUser({ cx: a.cx, claims, doer: null }, ana),
  'creating a company': async (_, stores) => {
    const create = await prepareCompany(stores, { name: 'Nova', days: 30, admin: { ...person(), password: null } })
    await create(NOON)
  },
}

describe('a crash while', () => {
  for (const [name, run] of Object.entries(interrupted))
    test(`${name} blocks no e-mail, and whoever is there can sign in`, async () => {
      for (let step = 0, isWhole = false; !isWhole; step++) {
        const w = world()
        const [a, b] = [w.company('A'), w.company('B')]
        const { userId: ana } = a.attendant([], { email: OLD })
        a.admin()
        const { databases } = w.server
        const own = createControlBucket(databases.writableControl(), w.clock.now)
        const bucket = endingAt(own, step)
        const claims = openClaims({ databases, log: silentLog(), clock: w.clock.now, bucket })
        const work = run({ a, ana }, { databases, claims })
        isWhole = await Promise.race([work.then(() => true), bucket.ended.then(() => false)])

        const next = nextProcess(w)
        expect(await listShutOut(next, [a, b])).toEqual([])
        for (const email of [EMAIL, OLD]) {
          const isUsed = (await findLogin(next, email)) !== undefined
          const taking = createUser({ cx: b.cx, claims: next.claims, doer: null }, person(email), '')
          expect(await taking.then(() => 'taken').catch((error: Error) => error.message)).toBe(
            isUsed ? 'ERR_DUPLICATED_EMAIL' : 'taken',
          )
        }
        expect(await listShutOut(next, [a, b])).toEqual([])
        expect(listShared([a, b])).toEqual([])
        await w.close()
      }
    }, 120_000)

  test('a user is created: the company itself can try again at once', async () => {
    const w = world()
    const { databases } = w.server
    const bucket = endingAt(createControlBucket(databases.writableControl(), w.clock.now), 1)
    const claims = openClaims({ databases, log: silentLog(), clock: w.clock.now, bucket })
    void createUser({ cx: w.cx, claims, doer: null }, person(), '')
    await bucket.ended
    expect((await post(w.admin())).status).toBe(200)
    expect(await claimFaults(w.server)).toEqual([])
  })

  test('a command creates a user: the server doubts its claim after a minute, and not before', async () => {
    const w = world()
    const boss = w.company().admin()
    claimNow(w.control, 'email', EMAIL, { tenantUuid: w.tenant.uuid }, w.clock.now())
    expect((await post(boss)).status).toBe(409)
    w.clock.forward(MINUTE - 1)
    expect((await post(boss)).status).toBe(409)
    w.clock.forward(1)
    expect((await post(boss)).status).toBe(200)
  })

  test('a folder that cannot be asked keeps its e-mails', async () => {
    const w = world()
    const b = w.company()
    claimNow(w.control, 'email', EMAIL, { tenantUuid: b.tenant.uuid })
    w.server.databases.handOver(b.tenant.uuid)
    expect((await post(w.admin())).status).toBe(409)
    w.server.databases.takeBack(b.tenant.uuid)
    expect((await post(w.admin())).status).toBe(200)
  })
})

const POOL = ['um', 'dois', 'tres', 'quatro'].map((name) => `${name}@disputa.example`)

type Step = (random: Random, company: CompanyWorld, stores: CompanyStores) => Promise<unknown>
const anyOf = (random: Random, company: CompanyWorld) => random.pick(activeUsers(company)).id

const steps: readonly Step[] = [
  (random, { cx }, { claims }) => createUser({ cx, claims, doer: null }, person(random.pick(POOL)), ''),
  (random, company, { claims }) => {
    const email = random.pick(POOL)
    return changeUser({ cx: company.cx, claims, doer: null }, anyOf(random, company), { email }, null)
  },
  (random, company, { claims }) => deleteUser({ cx: company.cx, claims, doer: null }, anyOf(random, company)),
]

/** As a restore does: the users of an earlier time. */
function putBack({ db }: CompanyWorld, kept: readonly { id: number; email: string }[]) {
  db.$client.transaction(() => {
    db.$client.exec("UPDATE users SET email = '#' || id, deleted_at = 1")
    for (const { id, email } of kept)
      db.$client.prepare('UPDATE users SET email = ?, deleted_at = NULL WHERE id = ?').run(email, id)
  })()
}

test('a company that uses a claim again loses it to nobody who has just seen that it was unused', async () => {
  const w = world()
  const [ours, theirs] = [{ tenantUuid: w.tenant.uuid }, { tenantUuid: w.company().tenant.uuid }]
  const bucket = createControlBucket(w.server.databases.writableControl(), w.clock.now)
  claimNow(w.server.databases.writableControl(), 'email', EMAIL, theirs)
  const [asked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const late: typeof bucket = {
    ...bucket,
    async remove(...args) {
      asked.resolve()
      await goOn.promise
      return bucket.remove(...args)
    },
  }
  const users = new Set<string>()
  const process = (own: typeof bucket) =>
    createClaims({
      bucket: own,
      log: silentLog(),
      clock: w.clock.now,
      startedAt: w.clock.now(),
      isUsed: async (_kind, _value, { tenantUuid }) => users.has(tenantUuid),
    })
  const taking = process(late).take('email', EMAIL, ours)
  await asked.promise
  await process(bucket).changing('email', theirs, () => ({
    takes: EMAIL,
    work: () => users.add(theirs.tenantUuid),
    refused: () => fail('ERR_DUPLICATED_EMAIL'),
  }))
  goOn.resolve()
  expect(await taking).toBe('taken')
  expect((await bucket.find('email', EMAIL))?.tenantUuid).toBe(theirs.tenantUuid)
})

test('whatever happens in three companies, an e-mail signs in at one, everybody can sign in, and nothing stays blocked', async () => {
  for (let seed = 1; seed <= inSuite(6, 60); seed++) {
    const random = createRandom(seed)
    const w = world()
    const companies = [w.company('A'), w.company('B'), w.company('C')]
    for (const company of companies) company.admin()
    const { databases } = w.server
    const snapshots = new Map(companies.map((company) => [company, activeUsers(company)]))
    const refused = new Set<string>()
    for (let round = 0; round < 25; round++) {
      const bucket = slowly(createControlBucket(databases.writableControl(), w.clock.now))
      const ending = endingAt(bucket, random.below(12))
      const { claims } = nextProcess(w)
      const doomed = openClaims({
        databases,
        log: silentLog(),
        clock: w.clock.now,
        bucket: ending,
        startedAt: w.clock.now(),
      })
      const company = random.pick(companies)
      if (random.oneIn(5)) {
        const kept = snapshots.get(company) ?? []
        putBack(company, kept)
        const logins = { control: databases.control, db: company.db, tenantUuid: company.tenant.uuid }
        if (random.oneIn(2)) await Promise.race([claimLogins({ ...logins, claims: doomed }), ending.ended])
        for (const email of await claimLogins({ ...logins, claims: nextProcess(w).claims }))
          refused.add(`${company.tenant.id} ${email}`)
      } else {
        const used = random.oneIn(3) ? doomed : claims
        const works = Array.from({ length: 1 + random.below(3) }, () =>
          random
            .pick(steps)(random, random.pick(companies), { databases, claims: used })
            .catch(() => {}),
        )
        await Promise.race([Promise.all(works), ending.ended])
        for (let turn = 0; turn < 6; turn++) await new Promise(setImmediate)
      }
      if (random.oneIn(4)) snapshots.set(company, activeUsers(company))
      const next = nextProcess(w)
      const shutOut = await listShutOut(next, companies)
      expect({ seed, round, shutOut: shutOut.filter((one) => !refused.has(one)) }).toEqual({ seed, round, shutOut: [] })
    }
    w.clock.forward(2 * MINUTE)
    const next = nextProcess(w)
    for (const email of POOL)
      if (companies.every(({ db }) => findUserByEmail(db, email) === undefined))
        expect([seed, email, await next.claims.isTaken('email', email)]).toEqual([seed, email, false])
    await w.close()
  }
}, 300_000)
