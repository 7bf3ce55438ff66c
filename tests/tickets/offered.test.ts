/**
 * The server accepts exactly the message actions that the desk offers, for every user and wherever the message was
 * written.
 */
import { expect, test } from 'bun:test'
import type { SendingBlock } from '../../src/contacts/groups/contract'
import type { TicketSummary } from '../../src/tickets/contract'
import type { MessagePage } from '../../src/tickets/messages/contract'
import {
  canDelete,
  editTimeLeft,
  mayActOn,
  mayCancel,
  mayReact,
  whyNotWrite,
} from '../../ui/features/messages/rules/messageActions'
import type { Attendant } from '../support/company-world'
import { messageId } from '../support/message-id'
import { until } from '../support/until'
import { talking } from './messages/support'

const [ASKED, ANSWER, LOST, WAITING] = [messageId(1), messageId(2), messageId(3), messageId(4)]

/** Maria asked, Ana has ticket 1, with one message sent, one failed and one waiting. */
async function ofAna() {
  const talk = await talking()
  const { w, say } = talk
  for (const body of ['resposta', 'falhou', 'espera']) await say(body)
  await until(() => w.rows('SELECT 1 FROM outbox').length === 0)
  w.rows("UPDATE messages SET ack = 0, failure = 'rejected' WHERE id = ? RETURNING id", LOST)
  w.rows('UPDATE messages SET ack = 1 WHERE id = ? RETURNING id', WAITING)
  const stopped = w.connection({ name: 'Suporte', open: false }).id
  w.rows(
    'INSERT INTO outbox (connection_id, contact_id, message_id, next_at, created_at) VALUES (?, 1, ?, 0, 0) RETURNING id',
    stopped,
    WAITING,
  )
  return { ...talk, stopped }
}
type Talk = Awaited<ReturnType<typeof ofAna>>

const close = ({ w }: Talk) => w.rows("UPDATE tickets SET status = 'closed' RETURNING id")
const next = ({ w, ana }: Talk) => w.ticket({ contactId: 1, status: 'open', userId: ana.userId }).id
const elsewhere = ({ w, stopped }: Talk, { userId }: Attendant) =>
  w.ticket({ contactId: 1, connectionId: stopped, status: 'open', userId }).id

const people = {
  Ana: ({ ana }: Talk) => ana,
  'a colleague': ({ w }: Talk) => w.attendant([], { name: 'Beto' }),
  'a supervisor': ({ w }: Talk) => w.attendant([], { name: 'Beto', profile: 'supervisor' }),
}
const every = Object.keys(people) as (keyof typeof people)[]
const both = ['Ana', 'a supervisor'] as const

/** The actions that the screen offers to a user in this ticket, and those that the server then accepts. */
async function tried({ w }: Talk, who: Attendant, ticketId: number) {
  const read = async <T>(path: string) => (await (await who.request(path)).json()) as T // the routes' schemas
  const ticket = await read<TicketSummary>(`/api/tickets/${ticketId}`)
  const { messages } = await read<MessagePage>(`/api/messages/${ticketId}?read=0`)
  const shown = (id: number) => messages.find((message) => message.id === id) ?? expect.unreachable()
  const { userId, profile, allUserChat } = who.actor()
  const person = { id: userId, profile, allUserChat }
  const mayAct = mayActOn(person, ticket, shown(ANSWER))
  const offered = {
    react: mayReact(person, ticket, shown(ASKED)),
    edit: mayAct && editTimeLeft(shown(ANSWER), w.clock.now()) > 0,
    delete: mayAct && canDelete(shown(ANSWER)),
    again: mayActOn(person, ticket, shown(LOST)),
    cancel: mayCancel(person, ticket, shown(WAITING)),
    answer: whyNotWrite(ticket, person) === null,
    note: true,
  }
  const post = async (path: string, body: object) => (await who.json(`/api/messages/${path}`, 'POST', body)).ok
  const accepted = {
    react: await post('reactMessage', { messageId: ASKED, ticketId, reaction: '👍' }),
    edit: await post(`edit/${ANSWER}?ticketId=${ticketId}`, { body: 'outro' }),
    delete: (await who.request(`/api/messages/${ANSWER}`, { method: 'DELETE' })).ok,
    again: await post(`retry/${LOST}`, {}),
    cancel: await post(`cancel/${WAITING}`, {}),
    answer: await post(`${ticketId}`, { body: 'oi' }),
    note: await post(`${ticketId}`, { body: 'cliente antigo', isNote: true }),
  }
  return { offered: namesOf(offered), accepted: namesOf(accepted) }
}

const namesOf = (actions: Record<string, boolean>) =>
  Object.keys(actions)
    .filter((name) => actions[name])
    .join(' ')

const ALL = 'react edit delete again cancel answer note'

type Place = (talk: Talk, who: Attendant) => number
const hers: Place = () => 1
const waiting: Place = ({ w }) => w.rows("UPDATE tickets SET status = 'pending', user_id = NULL RETURNING id").length
const closed: Place = (talk) => close(talk).length
const group: Place = ({ w }) => w.rows('UPDATE tickets SET is_group = 1 RETURNING id').length
const blocked =
  (reason: SendingBlock): Place =>
  ({ w }) =>
    w.rows('UPDATE tickets SET is_group = 1, sending_blocked = ? RETURNING id', reason).length
const closedBefore: Place = (talk) => {
  close(talk)
  next(talk)
  return 1
}
const after: Place = (talk) => {
  close(talk)
  return next(talk)
}
const renumbered: Place = ({ w }) => {
  w.connect(1, '5511999997777')
  return 1
}
const elsewhereOnly: Place = (talk, who) => {
  close(talk)
  return elsewhere(talk, who)
}

test.each([
  ['in Ana’s ticket', hers, both, ALL],
  ['in Ana’s ticket', hers, ['a colleague'], 'note'],
  ['in Ana’s ticket, over another number', renumbered, both, 'again cancel answer note'],
  ['in a group', group, every, ALL],
  ['in a group where only admins write', blocked('announce'), every, 'react cancel note'],
  ['in a group that our number has left', blocked('notMember'), every, 'cancel note'],
  ['where nobody attends', waiting, every, 'cancel note'],
  ['in a closed ticket', closed, every, 'cancel note'],
  ['in a closed ticket that has a successor', closedBefore, ['a colleague'], 'cancel note'],
] as const)('%s', async (_name, place, roles, actions) => {
  for (const name of roles) {
    const talk = await ofAna()
    const who = people[name](talk)
    expect({ name, ...(await tried(talk, who, place(talk, who))) }).toEqual({
      name,
      offered: actions,
      accepted: actions,
    })
  }
})

/** The ticket on screen is not the one these actions belong to: it offers fewer than the user has elsewhere. */
test.each([
  ['in a closed ticket that has a successor', closedBefore, both, 'cancel note', 'react edit delete again cancel note'],
  ['in Ana’s next ticket', after, both, 'react edit delete again answer note', ALL],
  ['in Ana’s next ticket', after, ['a colleague'], 'note', 'cancel note'],
  ['in one’s own on another connection', elsewhere, both, 'answer note', ALL],
  ['in one’s own on another connection', elsewhere, ['a colleague'], 'answer note', 'answer note'],
  ['in the only open one, on another connection', elsewhereOnly, every, 'answer note', 'cancel answer note'],
] as const)('%s', async (_name, place, roles, offered, accepted) => {
  for (const name of roles) {
    const talk = await ofAna()
    const who = people[name](talk)
    expect({ name, ...(await tried(talk, who, place(talk, who))) }).toEqual({ name, offered, accepted })
  }
})
