/** Creates the sample company and replays its story through real actions, with a clock that runs through the past. */
import { eq } from 'drizzle-orm'
import type { Actor } from '../../actor'
import type { Incoming } from '../../channels/channel'
import { createConnection } from '../../channels/connections/actions'
import { outbox } from '../../channels/connections/tables'
import { READ } from '../../channels/contract'
import { findContactIds } from '../../contacts/actions'
import { type Cx, createCx, noExits } from '../../platform/cx'
import { type Databases, tenantFolder } from '../../platform/databases'
import { insertQueue, listQueues } from '../../queues/queries'
import { writeSetting } from '../../settings/settings'
import { findCompany, tenantOf } from '../../tenancy/companies'
import { OPERATOR_COMPANY } from '../../tenancy/contract'
import type { AddSample } from '../../tenancy/lifecycle'
import type { Company } from '../../tenancy/tables'
import { changeTicket } from '../../tickets/moves/actions'
import { findActiveTicket } from '../../tickets/queries'
import { receiveReceipts, settleMessage } from '../../tickets/receipts/receipts'
import { receiveMessages } from '../../tickets/receiving/receive'
import { sendMessage } from '../../tickets/sending/send'
import type { Ticket } from '../../tickets/tables'
import { changingEmail } from '../../users/emails'
import type { CompanyStores } from '../../users/new-company'
import { hashPassword } from '../../users/password'
import { findActor, insertUser, setUserQueues } from '../../users/people'
import { type User, users } from '../../users/tables'
import { bootstrapCompany } from '../bootstrap'
import { commandStores } from '../claims'
import * as story from './story'

/** All sample users have the same password. Resumes what an earlier start left unfinished. */
export async function createSample(
  databases: Databases,
  now: number,
  password: string,
  additions: readonly AddSample[],
): Promise<void> {
  const company =
    findCompany(databases.control, OPERATOR_COMPANY) ?? (await createSampleCompany(databases, now, password))
  const db = databases.tenant(company.uuid)
  if (listQueues(db).length > 0) return
  const people = await addAttendants(commandStores(databases, now), company, now, password)
  let clock = now
  const cx = createCx(
    tenantOf(company),
    () => db,
    () => clock,
    noExits,
  )
  cx.transaction((cx) => {
    const sample = setUp(cx, people)
    for (const conversation of story.conversations) {
      const times = story.timesOf(conversation, now, cx.tenant.timeZone)
      playConversation(cx, sample, conversation, (line) => {
        clock = times[line] ?? now
      })
    }
  })
  clock = now
  for (const add of additions) await add(cx, tenantFolder(databases.dataDir, company.uuid), databases.writableControl())
}

type Sample = {
  readonly connectionId: number
  readonly queueIds: ReadonlyMap<string, number>
  readonly actors: ReadonlyMap<string, Actor>
  readonly admin: Actor
}

async function createSampleCompany(databases: Databases, now: number, password: string): Promise<Company> {
  const { name, email } = story.admin
  const bootstrapped = await bootstrapCompany(databases, now, {
    name: story.company,
    admin: { name, email, password },
    days: 0,
  })
  return bootstrapped.company
}

const everybody: readonly story.Person[] = [...story.attendants, ...story.colleagues]

async function addAttendants(
  { databases, claims }: CompanyStores,
  company: Company,
  now: number,
  password: string,
): Promise<User[]> {
  const db = databases.tenant(company.uuid)
  const tenant = tenantOf(company)
  const passwordHash = await hashPassword(password)
  for (const { name, email, profile, hours, farewell, limit, status } of everybody) {
    const known = db.select({ id: users.id }).from(users).where(eq(users.email, email)).get()
    if (known) continue
    const work = () => insertUser(db, now, { name, email, profile, passwordHash })
    const { id } = await changingEmail(claims, { tenant }, () => ({ takes: email, work }))
    db.update(users)
      .set({
        hours: hours ? JSON.stringify(hours) : null,
        farewellMessage: farewell ?? '',
        conversationLimit: limit ?? null,
        status: status ?? 'available',
      })
      .where(eq(users.id, id))
      .run()
  }
  return db.select().from(users).all()
}

function setUp(cx: Cx, people: readonly User[]): Sample {
  const queueIds = new Map<string, number>()
  for (const [at, { name, color }] of story.queues.entries())
    queueIds.set(name, insertQueue(cx.db, cx.now(), { name, color, position: at + 1 }).id)
  for (const { email, queues } of [story.admin, ...everybody]) {
    const person = people.find((one) => one.email === email)
    if (person) setUserQueues(cx.db, person.id, idsOf(queueIds, queues))
  }
  writeSetting(cx.db, 'CheckMsgIsGroup', 'disabled') // shows group conversations too
  const connection = createConnection(cx, { name: story.connection.name })
  const actors = new Map(people.map((person) => [person.name, actorOf(cx, person)]))
  const admin = actors.get(story.admin.name)
  if (!admin) throw new Error('the sample company lost its admin')
  return { connectionId: connection.id, queueIds, actors, admin }
}

function playConversation(
  cx: Cx,
  sample: Sample,
  conversation: story.SampleConversation,
  goTo: (line: number) => void,
) {
  for (const [index, line] of conversation.lines.entries()) {
    goTo(index)
    if (line.by === 'contact') receiveLine(cx, sample, conversation, index)
    else sendLine(cx, sample, ticketOf(cx, sample, conversation), line)
  }
  const ticket = ticketOf(cx, sample, conversation)
  if (conversation.ends === 'closed') changeTicket(cx, sample.admin, ticket.id, { want: 'close', farewell: false })
}

/** Moves the ticket to its queue after the first message, as an attendant would. */
function receiveLine(cx: Cx, sample: Sample, conversation: story.SampleConversation, line: number) {
  receiveMessages(cx, sample.connectionId, [incoming(cx, conversation, line)])
  const ticket = ticketOf(cx, sample, conversation)
  const queueId = conversation.queue === null ? null : (sample.queueIds.get(conversation.queue) ?? null)
  if (ticket.queueId === null && queueId !== null)
    changeTicket(cx, sample.admin, ticket.id, { want: 'transfer', userId: null, queueId, comment: '' })
}

function sendLine(cx: Cx, sample: Sample, ticket: Ticket, { by, text }: story.Line) {
  const actor = sample.actors.get(by) ?? sample.admin
  if (ticket.status === 'pending') changeTicket(cx, actor, ticket.id, { want: 'accept', queueId: null })
  const draft = { kind: 'chat', body: text, media: null, quotedId: null, clientId: null } as const
  const { id } = sendMessage(cx, actor, ticket.id, draft)
  deliver(cx, sample.connectionId, id)
}

/** Marks the reply as sent and read, since there is no messenger. */
function deliver(cx: Cx, connectionId: number, messageId: number) {
  cx.db.delete(outbox).where(eq(outbox.messageId, messageId)).run()
  settleMessage(cx, messageId, { failure: null })
  const externalId = cx.db.$client.prepare('SELECT external_id FROM messages WHERE id = ?').pluck().get(messageId)
  receiveReceipts(cx, connectionId, [{ externalIds: [String(externalId)], chat: [], ack: READ, participant: null }])
}

function ticketOf(cx: Cx, { connectionId }: Sample, { phone }: story.SampleConversation): Ticket {
  const contactId = findContactIds(cx.db, [{ kind: 'phone', value: phone }])[0]
  const ticket = contactId === undefined ? undefined : findActiveTicket(cx.db, contactId, connectionId)
  if (!ticket) throw new Error(`the sample conversation of ${phone} has no ticket`)
  return ticket
}

function actorOf(cx: Cx, person: User): Actor {
  const actor = findActor(cx.db, person.id, cx.tenant, 'sample')
  if (!actor) throw new Error(`${person.name} of the sample company cannot work`)
  return actor
}

const idsOf = (ids: ReadonlyMap<string, number>, names: readonly string[]): number[] =>
  names.flatMap((name) => ids.get(name) ?? [])

const incoming = (cx: Cx, { phone, name, lines }: story.SampleConversation, line: number): Incoming => ({
  externalId: story.messageIdOf({ phone }, line),
  fromMe: false,
  chat: [{ kind: 'phone', value: phone }],
  isGroup: false,
  author: null,
  pushName: name,
  kind: 'chat',
  body: lines[line]?.text ?? '',
  media: null,
  quotedExternalId: null,
  quotedBody: null,
  sentAt: cx.now(),
})
