/** What moved in counts: dashboard, reports and figures say of it what the source says, and nothing goes out because of it. */
import { expect, test } from 'bun:test'
import { contactsMover } from '../../../src/features/contact-book/moving-in/move-in'
import { readDashboard } from '../../../src/features/dashboard/queries'
import { readReport, readSummary } from '../../../src/features/reports/queries'
import { jobsOf } from '../../../src/jobs'
import { modules } from '../../../src/modules'
import type { Family, SourceRows } from '../../../src/moving-in/source'
import { isServerJob } from '../../../src/platform/jobs'
import { execute, getOnlyRow, getRows } from '../../../src/platform/sql'
import { DAY, HOUR, MINUTE } from '../../../src/platform/time'
import { countDifferences } from '../../../src/tickets/figures/recount'
import { messageMover } from '../../../src/tickets/moving-in/move-messages'
import { ticketFinisher, ticketMover } from '../../../src/tickets/moving-in/ticket-movers'
import { findActor } from '../../../src/users/people'
import { furnishing, type PlainRows, plainSource } from '../../moving-in/plain-source'
import { moverNamed } from '../../moving-in/plain-tickets'
import { type MovedIn, moveIn } from '../../moving-in/support'
import { dueAt } from '../../support/jobs'
import { createRandom } from '../../support/random'
import { NOON } from '../../support/world'

type Rows<K extends keyof SourceRows> = Partial<SourceRows[K]>[]
const CONTACTS = 12
const DAYS = 20
const FROM = NOON - DAYS * DAY

/** Three weeks of conversations: each contact's follow one another, and only the last may be active. */
function createInstallation() {
  const random = createRandom(7)
  const contacts: Rows<'contacts'> = []
  const [tickets, trackings, messages, ratings]: [
    Rows<'tickets'>,
    Rows<'trackings'>,
    Rows<'messages'>,
    Rows<'ratings'>,
  ] = [[], [], [], []]
  for (let nth = 0; nth < CONTACTS; nth++) {
    const isGroup = nth === 0
    const number = isGroup ? '120363012345678901' : `55319961240${10 + nth}`
    const contactId = String(contacts.push({ name: `Cliente ${nth}`, number, isGroup, createdAt: FROM }))
    let at = FROM + random.below(2 * DAY)
    while (at < NOON - DAY) {
      const [begin, isLast] = [at, at > NOON - 3 * DAY]
      const startedAt = begin + (1 + random.below(50)) * MINUTE
      const finishedAt = startedAt + (5 + random.below(300)) * MINUTE
      const status = isLast ? random.pick(['open', 'pending', 'closed'] as const) : 'closed'
      const userId = random.pick(['1', '2'])
      const queueId = random.pick(['1', '2', null])
      const ticketId = String(tickets.length + 1)
      tickets.push({
        contactId,
        status,
        userId: status === 'pending' ? null : userId,
        queueId,
        isGroup,
        createdAt: begin,
        updatedAt: finishedAt,
        unread: 1,
      })
      trackings.push({
        ticketId,
        userId,
        createdAt: begin,
        startedAt: status === 'pending' ? null : startedAt,
        finishedAt: status === 'closed' ? finishedAt : null,
      })
      for (let said = 0; said < 6; said++) {
        const saidAt = begin + said * 20 * MINUTE
        const fromMe = said % 2 === 1
        messages.push({
          ticketId,
          contactId,
          externalId: `M${messages.length}`,
          fromMe,
          body: `fala ${messages.length}`,
          saidAt,
          storedAt: saidAt,
          userId: fromMe ? userId : null,
          ack: fromMe ? 3 : 0,
          mediaType: 'chat',
        })
      }
      if (status === 'closed' && random.below(3) === 0 && !isGroup)
        ratings.push({ ticketId, userId, rate: 1 + random.below(5), createdAt: finishedAt })
      at = finishedAt + HOUR + random.below(6 * DAY)
    }
  }
  return { contacts, tickets, trackings, messages, ratings }
}

const installation = createInstallation()
const move = (rows: PlainRows = installation, family: Family = 'izing') =>
  moveIn(plainSource(rows, family), {
    movers: [furnishing, contactsMover, ticketMover, messageMover, ticketFinisher, moverNamed('ratings')],
  })

/** The same as a product has it in which each contact has one ticket for ever. */
function withOneTicketEach(): PlainRows {
  const ownOf = (ticketId: string | null | undefined) => installation.tickets[Number(ticketId) - 1]?.contactId ?? ''
  const one = <T extends { readonly ticketId?: string | null }>(row: T) => ({ ...row, ticketId: ownOf(row.ticketId) })
  return {
    ...installation,
    tickets: installation.contacts.map((_, at) => {
      const own = installation.tickets.filter(({ contactId }) => contactId === String(at + 1))
      return { ...own.at(-1), createdAt: own[0]?.createdAt ?? null }
    }),
    trackings: installation.trackings.map(one),
    messages: installation.messages.map(one),
    ratings: installation.ratings.map(one),
  }
}

function adminOf({ db, id, uuid }: MovedIn) {
  const actor = findActor(db, 1, { id, uuid }, 'a session')
  if (!actor) throw new Error('nobody administrates')
  return actor
}

const period = { from: FROM - DAY, to: NOON }
const people = installation.tickets.filter(({ isGroup }) => !isGroup)
const closed = people.filter(({ status }) => status === 'closed')
const trackingOf = (row: Partial<SourceRows['tickets']>) =>
  installation.trackings[installation.tickets.indexOf(row)] ?? {}
const messagesOf = (rows: Rows<'tickets'>, fromMe: boolean) =>
  installation.messages.filter(
    (one) =>
      one.fromMe === fromMe && rows.some((row) => installation.tickets.indexOf(row) + 1 === Number(one.ticketId)),
  ).length
const mean = (values: number[]) =>
  values.length === 0 ? null : Math.round(values.reduce((sum, one) => sum + one, 0) / values.length / 1000)
const waits = people.flatMap((row) => {
  const { startedAt } = trackingOf(row)
  return startedAt == null ? [] : [startedAt - (row.createdAt ?? 0)]
})
const supports = closed.map((row) => (trackingOf(row).finishedAt ?? 0) - (trackingOf(row).startedAt ?? 0))

test.each([
  ['of several tickets for each contact', () => move()],
  ['of one ticket for ever for each contact', () => move(withOneTicketEach(), 'saas')],
])('dashboard and reports %s say what the source says, and a recount finds no difference', async (_, start) => {
  const moved = await start()
  const actor = adminOf(moved)
  const filter = { period, queueIds: null, connectionIds: null }
  const board = await readDashboard(moved.cx, actor, filter)
  expect(board).toMatchObject({
    supportHappening: people.filter(({ status }) => status === 'open').length,
    supportPending: people.filter(({ status }) => status === 'pending').length,
    supportFinished: closed.length,
    avgWaitTime: mean(waits),
    avgSupportTime: mean(supports),
    totals: {
      opened: people.length,
      closed: closed.length,
      received: messagesOf(people, false),
      sent: messagesOf(people, true),
      leads: CONTACTS - 1,
      ratings: installation.ratings.length,
    },
    isCounting: false,
  })
  const byPerson = (id: string) => closed.filter(({ userId }) => userId === id).length
  expect(board.attendants.map((one) => [one.id, one.closed])).toEqual([
    [1, byPerson('1')],
    [2, byPerson('2')],
  ])
  const everything = {
    period,
    by: 'created',
    status: null,
    search: '',
    contactId: null,
    queueIds: null,
    userIds: null,
    connectionIds: null,
    tagIds: null,
    onlyRated: false,
  } as const
  expect(readReport(moved.cx, actor, everything, { page: 1, size: 20 }).totalTickets.total).toBe(people.length)
  const summary = await readSummary(moved.cx, actor, { ...filter, userIds: null }, 'queues')
  expect(summary.total).toMatchObject({ opened: people.length, closed: closed.length })
  expect(countDifferences(moved.db.$client.name)).toBe(0)
})

test('one ticket for ever becomes one for each time, with what was said then; a newer dump changes nothing', async () => {
  const source = withOneTicketEach()
  const [moved, apart] = [await move(source, 'saas'), await move()]
  const spoken = ({ db }: MovedIn) =>
    getRows(
      db,
      `SELECT t.created_at, t.accepted_at, t.status, (SELECT group_concat(body) FROM (SELECT body FROM messages WHERE ticket_id = t.id ORDER BY id)) AS bodies,
         (SELECT group_concat(kind) FROM (SELECT kind FROM ticket_log WHERE ticket_id = t.id AND kind <> 'movedIn' ORDER BY created_at, id)) AS log, last_message
       FROM tickets t JOIN contacts c ON c.id = t.contact_id ORDER BY c.number, t.created_at`,
    )
  expect(spoken(moved)).toEqual(spoken(apart))
  expect(moved.missing).toEqual([])
  expect(moved.imported('attendances')).toBe(installation.tickets.length - CONTACTS)
  const before = spoken(moved)
  const again = await moved.again(plainSource(source, 'saas'))
  expect([again.missing, again.imported('attendances'), spoken(again)]).toEqual([[], 0, before])
})

test('nothing is sent, closed, handed out or called by the jobs that follow', async () => {
  const moved = await move()
  const { world, uuid, db } = moved
  const { server } = world
  execute(
    db,
    `UPDATE connections SET expires_after = 24, greeting_message = 'Olá', completion_message = 'Tchau', rating_message = 'Nota?'`,
  )
  execute(db, `INSERT OR REPLACE INTO settings VALUES ('userRating', 'enabled')`)
  execute(
    db,
    `INSERT INTO webhooks (url, topics, secret, secret_at, created_at) VALUES ('https://hook.example', '["ticket.closed","message.received"]', '', 0, 0)`,
  )
  for (const connectionId of [1, 2])
    world.telephones.report(
      { tenantUuid: uuid, connectionId },
      { status: 'CONNECTED', number: `551199000000${connectionId}` },
    )
  const cx = server.cxOf(uuid)
  const state = () =>
    getOnlyRow<object>(
      db,
      `SELECT (SELECT count(*) FROM messages) AS messages, (SELECT count(*) FROM outbox) AS outbox, (SELECT count(*) FROM webhook_deliveries) AS deliveries,
         (SELECT count(*) FROM distributions) AS distributions, (SELECT count(*) FROM bot_sessions) AS bots,
         (SELECT count(*) FROM tickets WHERE status = 'open') AS open, (SELECT count(*) FROM tickets WHERE status = 'pending') AS pending`,
    )
  const before = state()
  expect(before).toMatchObject({ outbox: 0, deliveries: 0, distributions: 0, bots: 0 })
  for (const job of jobsOf(modules)) {
    if (isServerJob(job) || (dueAt(cx, server, job) ?? Infinity) > cx.now()) continue
    for (let times = 0; times < 50 && (await job.run(cx, server)) === true; times++);
  }
  expect(state()).toEqual(before)
  expect(world.telephones.sent).toEqual([])
  const told = getRows<{ status: string }>(
    db,
    `SELECT DISTINCT t.status FROM ticket_log l JOIN tickets t ON t.id = l.ticket_id WHERE l.kind = 'movedIn'`,
  )
  expect(told.map(({ status }) => status).toSorted()).toEqual(['open', 'pending'])
})
