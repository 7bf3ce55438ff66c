/** The figures are kept by triggers; a recount of tickets, messages, ratings and contacts must always give the same. */
import { expect, test } from 'bun:test'
import type { RatingResults } from '../../../src/features/ratings/contract'
import { createBackup } from '../../../src/operator/backup/create'
import { restoreCompany } from '../../../src/operator/backup/restore'
import { examine } from '../../../src/operator/doctor/doctor'
import { openInstallation, silentLog } from '../../../src/operator/installation'
import { tenantPath } from '../../../src/platform/databases'
import { HOUR, MINUTE } from '../../../src/platform/time'
import { writeSetting } from '../../../src/settings/settings'
import { carriedOver } from '../../../src/standby'
import { storedFiles } from '../../../src/stored-files'
import { kept, messageColumns, TABLES, ticketColumns } from '../../../src/tickets/figures/columns'
import { countAnew, countDifferences, isCounting } from '../../../src/tickets/figures/recount'
import { type Attendant, LOJA, SALES, SUPPORT } from '../../support/company-world'
import { dueAt, jobNamed, runJob } from '../../support/jobs'
import { inSuite } from '../../support/long'
import { createRandom } from '../../support/random'
import { type World, world } from '../../support/world'

const differences = (w: World) => countDifferences(w.cx.db.$client.name)
const filled = (w: World) =>
  (['figures', 'messages', 'ratings'] as const).map((name) => {
    const { key, columns } = kept[name]
    const some = columns.map((column) => `${column} <> 0`).join(' OR ')
    return w.rows(`SELECT * FROM ${TABLES[name]} WHERE ${some} ORDER BY ${key.join(', ')}`)
  })
/** What the ratings' results must be, from the rows themselves. */
type Counted = { asked: number; answered: number; satisfied: number; promoters: number; detractors: number }
const ratingsCounted = (w: World, where: string, ...params: number[]): Counted | null =>
  w.rows<Counted>(
    `SELECT count(*) AS asked, count(r.value) AS answered, count(*) FILTER (WHERE r.type = 'csat' AND r.satisfied = 1) AS satisfied,
       count(*) FILTER (WHERE r.type = 'nps' AND r.value >= 9) AS promoters, count(*) FILTER (WHERE r.type = 'nps' AND r.value <= 6) AS detractors
     FROM ticket_ratings r JOIN tickets t ON t.id = r.ticket_id WHERE ${where}`,
    ...params,
  )[0] ?? null
const resultsOf = async (who: Attendant, query = ''): Promise<Counted | null> => {
  const { total, times } = (await (await who.request(`/api/ratings/results?${query}`)).json()) as RatingResults
  const { asked, answered, csat, nps } = total
  expect(times.spans.reduce((sum, span) => sum + span.asked, 0)).toBe(asked)
  return { asked, answered, satisfied: csat.satisfied, promoters: nps.promoters, detractors: nps.detractors }
}
const sumsOf = (w: World) => [
  ...Object.entries(
    w.rows<object>(`SELECT ${ticketColumns.map((one) => `sum(${one}) AS ${one}`).join(', ')} FROM figures`)[0] ?? {},
  ),
  ...Object.entries(
    w.rows<object>(`SELECT ${messageColumns.map((one) => `sum(${one}) AS ${one}`).join(', ')} FROM message_hours`)[0] ??
      {},
  ),
]

async function company() {
  const w = world()
  writeSetting(w.db, 'userRating', 'enabled')
  const boss = w.admin()
  const people = [boss, w.attendant([SALES, SUPPORT]), w.attendant([SALES])]
  const second = w.connection({ name: 'Segunda' }).id
  const numbers = Array.from({ length: 8 }, (_, at) => `55219960000${10 + at}`)
  const writers = numbers.flatMap((number) => [
    w.whatsapp.person(number),
    w.whatsapp.person(number, { connectionId: second }),
  ])
  const made = await boss.json('/api/ratings', 'POST', { name: 'Como foi?', type: 'csat', message: 'De 1 a 3?' })
  const nps = await boss.json('/api/ratings', 'POST', { name: 'Indicaria?', type: 'nps', message: 'De 0 a 10?' })
  const idOf = async (answer: Response) => ((await answer.json()) as { id: number }).id
  return { w, boss, people, second, writers, ratings: [await idOf(made), await idOf(nps)] }
}

/** One random act of a contact or a person; most of them are refused now and then, which is as good. */
async function act({ w, boss, people, second, writers, ratings }: Awaited<ReturnType<typeof company>>, seed: number) {
  const random = createRandom(seed)
  const ids = (sql: string) => w.rows<{ id: number }>(sql).map(({ id }) => id)
  const pickId = (sql: string) => random.pick([0, ...ids(sql)].slice(-40))
  const ticket = () => pickId('SELECT id FROM tickets ORDER BY id')
  const contact = () => pickId('SELECT id FROM contacts ORDER BY id')
  const who = random.pick(people)
  const put = (body: object) => who.json(`/api/tickets/${ticket()}`, 'PUT', body)
  const queueId = random.pick([SALES, SUPPORT])
  const acts: readonly (() => unknown)[] = [
    () => random.pick(writers).says(random.pick(['oi', '1', '3', '9', '0', 'obrigado'])),
    () => random.pick(writers).says(random.pick(['e agora?', '9', '8', '2'])),
    () => random.pick(writers).getsFromPhone('do telefone'),
    () => who.json(`/api/messages/${ticket()}`, 'POST', { body: 'olá' }),
    () => who.json(`/api/messages/registerComment/${ticket()}`, 'POST', { body: 'nota' }),
    () => put({ status: 'open', queueId }),
    () => put({ status: 'open', queueId }),
    () => put({ status: 'pending', userId: null }),
    () => put({ userId: random.pick(people).userId, queueId }),
    () => put({ userId: null, status: 'pending', queueId }),
    () => boss.json(`/api/tickets/${ticket()}`, 'PUT', { queueId, whatsappId: random.pick([LOJA, second]) }),
    () => put({ status: 'closed' }),
    async () => {
      const id = ticket()
      await boss.json(`/api/tickets/${id}`, 'PUT', { status: 'closed', ratingId: random.pick(ratings) })
      const asked = w.rows<{ number: string | null; connectionId: number }>(
        'SELECT c.number, t.connection_id AS connectionId FROM tickets t JOIN contacts c ON c.id = t.contact_id WHERE t.id = ?',
        id,
      )[0]
      if (asked?.number)
        w.whatsapp.person(asked.number, asked).says(random.pick(['0', '1', '2', '3', '8', '9', 'obrigado']))
    },
    () => put({ status: 'open', reopen: true }),
    () => put({ undoTransfer: true }),
    () => boss.json('/api/tickets', 'POST', { contactId: contact() }),
    () => random.oneIn(4) && boss.request(`/api/tickets/${ticket()}`, { method: 'DELETE' }),
    () => random.oneIn(6) && boss.request(`/api/contacts/${contact()}`, { method: 'DELETE' }),
    () =>
      random.oneIn(6) &&
      boss.json('/api/contacts/merge', 'POST', {
        sourceContactId: contact(),
        targetContactId: contact(),
        mergedData: {},
      }),
    () => boss.json(`/api/contacts/merges/${pickId('SELECT id FROM contact_merges ORDER BY id')}/undo`, 'POST', {}),
    () => w.clock.forward(random.pick([MINUTE, 20 * MINUTE, HOUR])),
    () => w.clock.forward(2 * MINUTE),
  ]
  await random.pick(acts)()
}

test('after any moves, merges, undone merges and deletions they equal a recount', async () => {
  const place = await company()
  const { w, boss, people, ratings } = place
  const rounds = inSuite(1_200, 10_000)
  for (let round = 0; round < rounds; round++) {
    await act(place, round)
    if (round % 250 === 0) expect(`${round}: ${differences(w)}`).toBe(`${round}: 0`)
  }
  const before = filled(w)
  expect(differences(w)).toBe(0)
  for (const [column, sum] of sumsOf(w)) expect(`${column}: ${sum > 0}`).toBe(`${column}: true`)
  const period = 'dateStart=2020-01-01'
  expect(await resultsOf(boss, period)).toEqual(ratingsCounted(w, '1'))
  for (const id of ratings)
    expect(await resultsOf(boss, `${period}&ratingId=${id}`)).toEqual(ratingsCounted(w, 'r.rating_id = ?', id))
  for (const { userId } of people)
    expect(await resultsOf(boss, `${period}&userId=${userId}`)).toEqual(ratingsCounted(w, 'r.user_id = ?', userId))
  const chief = w.attendant([SALES], { profile: 'supervisor' })
  w.rows('UPDATE queues SET is_restricted = 1 WHERE id = ? RETURNING id', SUPPORT)
  expect(await resultsOf(chief, period)).toEqual(ratingsCounted(w, 't.queue_id IS NULL OR t.queue_id <> ?', SUPPORT))
  await boss.request(`/api/ratings/${ratings[0]}`, { method: 'DELETE' })
  expect(differences(w)).toBe(0)
  await boss.request(`/api/queue/${SUPPORT}`, { method: 'DELETE' })
  expect(w.rows('SELECT id FROM queues WHERE id = ?', SUPPORT)).toEqual([])
  expect(differences(w)).toBe(0)
  expect(filled(w)).not.toEqual(before)
})

test('counted anew in slices they are the same, also when messages and moves come in between', async () => {
  const place = await company()
  const { w } = place
  for (let round = 0; round < 150; round++) await act(place, round)
  for (let more = 0; more < 500; more++) w.ticket({ status: 'closed', closedAt: w.clock.now() })
  countAnew(w.cx.db.$client)
  expect(isCounting(w.db)).toBe(true)
  expect(differences(w)).toBe(0)
  const slice = jobNamed('tickets.former-figures')
  if (!('due' in slice)) throw new Error('not a job of companies')
  let slices = 0
  do {
    for (let round = 0; round < 40; round++) await act(place, 1000 + 50 * slices + round)
    expect(differences(w)).toBe(0)
    slices += 1
  } while (slice.run(w.cx, w.server) === true)
  expect(slices).toBeGreaterThan(2)
  expect(isCounting(w.db)).toBe(false)
  expect(differences(w)).toBe(0)
  const kept = filled(w)
  countAnew(w.cx.db.$client)
  await runJob(w.server, 'tickets.former-figures')
  expect(filled(w)).toEqual(kept)
})

test('a week later they are compared, and counted anew where they differ', async () => {
  const { w } = await company()
  w.expectErrors()
  w.whatsapp.person('5521996124087').says('oi')
  const compare = jobNamed('tickets.compare-figures')
  if (!('due' in compare)) throw new Error('not a job of companies')
  w.rows('INSERT INTO figures_compared VALUES (?) RETURNING at', w.clock.now() - 1)
  expect(dueAt(w.cx, w.server, compare)).toBe(w.clock.now() - 1 + 7 * 24 * HOUR)
  w.rows('UPDATE message_hours SET received = received + 1 RETURNING hour')
  expect(differences(w)).toBeGreaterThan(0)
  w.clock.forward(8 * 24 * HOUR)
  await compare.run(w.cx, w.server)
  await runJob(w.server, 'tickets.former-figures')
  expect(differences(w)).toBe(0)
  expect(w.logged.map(({ msg }) => msg)).toEqual(['figures differed from a recount and are counted anew'])
  expect(dueAt(w.cx, w.server, compare)).toBeNull()
})

test('the doctor tells a difference, and has the figures counted anew', async () => {
  const { w } = await company()
  w.whatsapp.person('5521996124087').says('oi')
  const examined = async (fix: boolean) =>
    (await examine({ dataDir: w.dataDir, settings: {}, fix, storedFiles, log: silentLog(), now: Date.now() }))
      .filter(({ words }) => words.includes('figures'))
      .map(({ level, words }) => `${level}: ${words}`)
  const words = '1 rows of the figures for dashboard and reports differ from a recount'
  expect(await examined(false)).toEqual([])
  w.rows('UPDATE message_hours SET received = received + 1 WHERE received > 0 RETURNING hour')
  expect(await examined(false)).toEqual([`problem: ${words}`])
  expect(await examined(true)).toEqual([`fixed: ${words}: the server counts them anew`])
  await runJob(w.server, 'tickets.former-figures')
  expect(await examined(false)).toEqual([])
})

test('a restored company has the figures of its backup', async () => {
  const place = await company()
  const { w } = place
  for (let round = 0; round < 60; round++) await act(place, round)
  const before = filled(w)
  const { folder } = await createBackup(w.dataDir, w.clock.now(), { to: null, withKey: false, storedFiles })
  for (let round = 60; round < 100; round++) await act(place, round)
  expect(filled(w)).not.toEqual(before)
  await w.close()
  const databases = openInstallation(w.dataDir)
  await restoreCompany(databases, folder, { uuid: w.tenant.uuid, now: w.clock.now(), storedFiles, carriedOver })
  databases.close()
  expect(countDifferences(tenantPath(w.dataDir, w.tenant.uuid))).toBe(0)
  expect(filled(await w.reopen())).toEqual(before)
})
