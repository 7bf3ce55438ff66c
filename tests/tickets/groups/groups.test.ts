/** Groups: who is in one, who may send, and what is announced about it. */
import { expect, test } from 'bun:test'
import type { Incoming } from '../../../src/channels/channel'
import { groupChanged } from '../../../src/contacts/groups/contract'
import { blockOf, mentionAddress, shownName } from '../../../src/contacts/groups/group'
import { writeSetting } from '../../../src/settings/settings'
import { ticketUpdated } from '../../../src/tickets/contract'
import { messageCreated } from '../../../src/tickets/messages/contract'
import { LOJA, SALES, SUPPORT } from '../../support/company-world'
import { both, JOAO, MARIA, member, neighbours, US } from '../../support/neighbours'
import { lid, phone } from '../../support/telephones'
import { until } from '../../support/until'
import { world } from '../../support/world'

test('says why nobody can send: only admins may, we are not a member, or it is a community', () => {
  const open = { announce: false, isCommunity: false }
  const closed = { announce: true, isCommunity: false }
  expect(blockOf(open, 'member')).toBeNull()
  expect(blockOf(closed, 'member')).toBe('announce')
  expect(blockOf(closed, 'admin')).toBeNull()
  expect(blockOf(closed, 'superadmin')).toBeNull()
  expect(blockOf(open, 'left')).toBe('notMember')
  expect(blockOf(closed, 'left')).toBe('notMember')
  expect(blockOf({ announce: false, isCommunity: true }, 'admin')).toBe('community')
  expect(blockOf(undefined, undefined)).toBeNull()
  expect(blockOf(closed, undefined)).toBeNull()
})

test('shows a member by our own name for them, else theirs, else the number', () => {
  const format = (number: string) => `+${number}`
  const nobody = { contact: null, pushName: null, phone: '55', lid: '123456', username: null }
  const contact = { name: 'Cliente', isNamedByUs: false }
  expect(shownName({ ...nobody, contact: { ...contact, isNamedByUs: true }, pushName: 'Má' }, format)).toBe('Cliente')
  expect(shownName({ ...nobody, contact, pushName: 'Má' }, format)).toBe('Má')
  expect(shownName({ ...nobody, contact }, format)).toBe('Cliente')
  expect(shownName(nobody, format)).toBe('+55')
  expect(shownName({ ...nobody, phone: null, username: 'ma.duarte' }, format)).toBe('@ma.duarte')
  expect(shownName({ ...nobody, phone: null }, format)).toBe('•••• 3456')
})

test('mentions a member by the address the group uses, else by the other', () => {
  expect(mentionAddress({ lid: '1', phone: '2' }, 'lid')).toEqual(lid('1'))
  expect(mentionAddress({ lid: '1', phone: '2' }, 'phone')).toEqual(phone('2'))
  expect(mentionAddress({ lid: null, phone: '2' }, 'lid')).toEqual(phone('2'))
  expect(mentionAddress({ lid: '1', phone: null }, 'phone')).toEqual(lid('1'))
  expect(mentionAddress({ lid: null, phone: null }, 'lid')).toBeNull()
})

/** Maria has written in the group, and WhatsApp has described it. */
function describedGroup(facts: Parameters<ReturnType<typeof neighbours>['stands']>[0] = {}) {
  const w = world()
  const [admin, ana] = [w.admin(), w.attendant()]
  const group = neighbours(w)
  group.writes(MARIA, 'oi')
  group.stands(facts)
  admin.forget()
  ana.forget()
  return { w, admin, ana, group }
}

/** Ana has its ticket. */
async function attended() {
  const { w, ana, group } = describedGroup()
  const id = group.ticketId()
  await ana.api.tickets({ id }).put({ status: 'open' })
  ana.forget()
  return { w, ana, group, id, say: () => ana.json(`/api/messages/${id}`, 'POST', { body: 'olá' }) }
}

test('ignores groups while the company does not want them', () => {
  const w = world()
  const group = neighbours(w)
  writeSetting(w.db, 'CheckMsgIsGroup', 'enabled')
  group.writes(MARIA, 'oi')
  group.stands()
  expect(w.rows('SELECT id FROM contacts')).toEqual([])
  expect(w.telephones.called('describeGroup')).toEqual([])
  writeSetting(w.db, 'CheckMsgIsGroup', 'disabled')
  group.writes(MARIA, 'oi de novo')
  group.stands()
  writeSetting(w.db, 'CheckMsgIsGroup', 'enabled')
  group.tell({ type: 'facts', facts: { announce: true } })
  expect(w.ticketNow(group.ticketId()).sendingBlocked).toBeNull()
})

test('stores nothing about a group without messages', () => {
  const w = world()
  neighbours(w).stands()
  expect(w.rows('SELECT * FROM groups')).toEqual([])
  expect(w.rows('SELECT * FROM group_members')).toEqual([])
})

test('creates a ticket without bot on the first message of a group, and requests its description once', () => {
  const w = world()
  const ana = w.attendant()
  const group = neighbours(w)
  group.writes(MARIA, 'oi')
  expect(w.telephones.called('describeGroup')).toHaveLength(1)
  group.stands()
  group.writes(MARIA, 'tudo bem?')
  expect(w.telephones.called('describeGroup')).toHaveLength(1)
  expect(w.ticketNow(group.ticketId())).toMatchObject({ isGroup: true, isBot: false, status: 'pending' })
  expect(ana.heard(messageCreated).at(-1)?.ticket.contact.name).toBe('Vizinhos')
})

test('follows the subject as name, unless an attendant set another', async () => {
  const { w, admin, group } = describedGroup()
  const name = () => w.rows<{ name: string }>('SELECT name FROM contacts WHERE is_group = 1')[0]?.name
  group.tell({ type: 'facts', facts: { subject: 'Rua 7' } })
  expect(name()).toBe('Rua 7')
  await admin.json(`/api/contacts/${group.contactId()}`, 'PUT', { name: 'Condomínio' })
  group.tell({ type: 'facts', facts: { subject: 'Rua 8' } })
  expect(name()).toBe('Condomínio')
})

test('updates members who join, leave or become admin, and remembers former ones', () => {
  const { w, group } = describedGroup()
  const ANA = '5521911112222'
  group.tell({ type: 'members', change: 'joined', members: [member(ANA)] })
  group.tell({ type: 'members', change: 'promoted', members: [member(ANA, { role: 'admin' })] })
  group.tell({ type: 'members', change: 'left', members: [member(JOAO)] })
  const rows = w.rows('SELECT phone, role FROM group_members ORDER BY id')
  expect(rows).toEqual([
    { phone: MARIA, role: 'admin' },
    { phone: JOAO, role: 'left' },
    { phone: US, role: 'member' },
    { phone: ANA, role: 'admin' },
  ])
  group.stands()
  expect(w.rows(`SELECT phone FROM group_members WHERE role = 'left'`)).toEqual([{ phone: ANA }])
})

test('merges the two addresses of a member when they are reported together', () => {
  const w = world()
  const group = neighbours(w)
  group.writes(MARIA, 'oi')
  group.stands({}, [
    { addresses: [lid('902')], role: 'member', isUs: false },
    { addresses: [phone(JOAO)], role: 'admin', isUs: false },
    member(US),
  ])
  expect(w.rows(`SELECT id FROM group_members WHERE role <> 'left'`)).toHaveLength(3)
  group.stands()
  expect(w.rows('SELECT lid, phone, role FROM group_members WHERE phone = ? OR lid = ?', JOAO, '902')).toEqual([
    { lid: '902', phone: JOAO, role: 'member' },
  ])
})

test('merges the two addresses of a member when the messenger reports that they belong together', () => {
  const w = world()
  const group = neighbours(w)
  group.writes(MARIA, 'oi')
  group.stands({}, [
    { addresses: [lid('902')], role: 'member', isUs: false },
    { addresses: [phone(JOAO)], role: 'admin', isUs: false },
    { addresses: [lid('901')], role: 'admin', isUs: false },
    member(US),
  ])
  w.telephones.sameContact(group.ref, phone(JOAO), lid('902'))
  w.telephones.sameContact(group.ref, phone(MARIA), lid('901'))
  expect(w.rows("SELECT lid, phone, role FROM group_members WHERE lid <> '900' ORDER BY lid")).toEqual([
    { lid: '901', phone: MARIA, role: 'admin' },
    { lid: '902', phone: JOAO, role: 'member' },
  ])
})

test('refuses to send where only admins may, before anything is queued, until we are one', async () => {
  const { ana, group, id, say } = await attended()
  group.tell({ type: 'facts', facts: { announce: true } })
  expect(ana.heard(ticketUpdated).at(-1)?.ticket.sendingBlocked).toBe('announce')
  const refused = await say()
  expect([refused.status, ((await refused.json()) as { error: string }).error]).toEqual([409, 'ERR_GROUP_ANNOUNCE'])
  expect((await ana.json(`/api/messages/${id}`, 'POST', { body: 'só nós', isNote: true })).status).toBe(200)
  group.tell({ type: 'members', change: 'promoted', members: [member(US, { role: 'admin' })] })
  expect(ana.heard(ticketUpdated).at(-1)?.ticket.sendingBlocked).toBeNull()
  const said = await say()
  expect(said.status).toBe(200)
  const { id: ours } = (await said.json()) as { id: number }
  group.tell({ type: 'members', change: 'demoted', members: [member(US)] })
  for (const action of [
    say(),
    ana.json(`/api/messages/edit/${ours}?ticketId=${id}`, 'POST', { body: 'outro' }),
    ana.request(`/api/messages/${ours}`, { method: 'DELETE' }),
  ])
    expect(await (await action).json()).toMatchObject({ error: 'ERR_GROUP_ANNOUNCE' })
  group.tell({ type: 'facts', facts: { announce: false } })
  expect((await say()).status).toBe(200)
})

test('accepts nothing in a group we have left, not even a reaction, until we are back', async () => {
  const { w, ana, group, id, say } = await attended()
  const [message] = w.rows<{ id: number }>('SELECT id FROM messages')
  const react = () =>
    ana.json('/api/messages/reactMessage', 'POST', { messageId: message?.id, ticketId: id, reaction: '👍' })
  group.tell({ type: 'facts', facts: { announce: true } })
  expect((await react()).status).toBe(200) // read-only members may still react
  group.tell({ type: 'members', change: 'left', members: [member(US)] })
  expect(((await (await say()).json()) as { error: string }).error).toBe('ERR_GROUP_NOT_MEMBER')
  expect((await react()).status).toBe(409)
  group.stands()
  expect((await say()).status).toBe(200)
  group.tell({ type: 'gone' })
  expect((await ana.api.tickets({ id }).get()).data?.sendingBlocked).toBe('notMember')
})

test('does not retry a failed message where nobody can send', async () => {
  const { w, ana, group, say } = await attended()
  w.telephones.answerNext({ outcome: 'refused', reason: 'groupClosed' })
  const { id } = (await (await say()).json()) as { id: number }
  await until(() => w.rows('SELECT id FROM messages WHERE failure IS NOT NULL').length === 1)
  group.tell({ type: 'gone' })
  const again = await ana.json(`/api/messages/retry/${id}`, 'POST', {})
  expect(((await again.json()) as { error: string }).error).toBe('ERR_GROUP_NOT_MEMBER')
})

test('explains in a later conversation, too, why nobody can send', async () => {
  const { w, admin, group } = describedGroup({ announce: true })
  await admin.api.tickets({ id: group.ticketId() }).put({ status: 'closed' })
  const { data } = await admin.api.tickets.post({ contactId: group.contactId(), whatsappId: LOJA })
  expect(data?.sendingBlocked).toBe('announce')
  await admin.api.tickets({ id: data?.id ?? 0 }).put({ status: 'closed' })
  group.writes(MARIA, 'aviso')
  expect(w.ticketNow(group.ticketId()).sendingBlocked).toBe('announce')
})

test('hides a group from users without a conversation with it: they can neither open nor forward to it', async () => {
  const w = world()
  const [ana, bia] = [w.attendant([SALES]), w.attendant([SUPPORT])]
  const group = neighbours(w)
  group.writes(MARIA, 'oi')
  const theirs = group.ticketId()
  w.rows('UPDATE tickets SET queue_id = ? RETURNING id', SALES)
  const from = w.ticket({ queueId: SUPPORT, userId: bia.userId })
  const said = (await (await bia.json(`/api/messages/${from.id}`, 'POST', { body: 'olá' })).json()) as { id: number }
  const answers = async (contactId: number) => {
    const contents = { ticketId: from.id, messageIds: [said.id], contacts: [contactId] }
    const forwarded = await bia.json('/api/messages/forward', 'POST', contents)
    const opened = await bia.json('/api/tickets', 'POST', { contactId })
    return Promise.all([opened, forwarded].map(async (answer) => [answer.status, await answer.json()]))
  }
  const unknown = await answers(999_999)
  expect(unknown).toMatchObject([
    [404, { error: 'ERR_NO_CONTACT_FOUND' }],
    [404, { error: 'ERR_NO_CONTACT_FOUND' }],
  ])
  expect(await answers(group.contactId())).toEqual(unknown)
  await ana.api.tickets({ id: theirs }).put({ status: 'closed' })
  expect(await answers(group.contactId())).toEqual(unknown)
  expect((await ana.api.tickets.post({ contactId: group.contactId() })).status).toBe(200)
})

test('treats a community as no conversation', async () => {
  const { w, admin, group } = describedGroup({ isCommunity: true })
  await admin.api.tickets({ id: group.ticketId() }).put({ status: 'closed' })
  const before = w.rows('SELECT id FROM tickets').length
  group.writes(MARIA, 'e agora?')
  expect(w.rows('SELECT id FROM tickets')).toHaveLength(before)
  expect(w.rows(`SELECT id FROM messages WHERE body = 'e agora?' AND ticket_id IS NULL`)).toHaveLength(1)
  const { error } = await admin.api.tickets.post({ contactId: group.contactId() })
  expect(error?.value).toMatchObject({ error: 'ERR_GROUP_COMMUNITY' })
})

test('judges another connection in the same group by its own role', () => {
  const w = world()
  const other = w.connection({ name: 'Filial', number: JOAO })
  const group = neighbours(w)
  const ref = w.refOf(other.id)
  const incoming = w.telephones.incoming({
    chat: [group.address],
    isGroup: true,
    author: { addresses: both(MARIA), name: 'Maria' },
    body: 'oi',
  })
  group.writes(MARIA, 'oi')
  w.telephones.deliver(ref, { ...incoming, externalId: 'outro' })
  group.stands({ announce: true })
  w.telephones.groups(ref, {
    group: group.address,
    by: null,
    type: 'members',
    change: 'promoted',
    members: [member(JOAO, { role: 'admin', isUs: true })],
  })
  const blocks = w.rows('SELECT connection_id, sending_blocked FROM tickets ORDER BY connection_id')
  expect(blocks).toEqual([
    { connection_id: LOJA, sending_blocked: 'announce' },
    { connection_id: other.id, sending_blocked: null },
  ])
})

test('logs group events on the group’s ticket', async () => {
  const { admin, group } = describedGroup()
  const by = { addresses: both(MARIA), name: 'Maria' }
  group.tell({ type: 'members', change: 'left', members: [member(JOAO)], by })
  group.tell({ type: 'facts', facts: { subject: 'Rua 7' }, by })
  group.tell({ type: 'facts', facts: { subject: 'Rua 7' }, by }) // reported twice
  group.tell({ type: 'members', change: 'promoted', members: [member(US, { role: 'admin' })], by })
  const { data } = await admin.api['tickets-log']({ id: group.ticketId() }).get()
  expect(data?.logs.filter(({ kind }) => kind === 'groupChanged').map((line) => line.data)).toEqual([
    { change: 'left', who: '+55 (21) 98765-4321', by: 'Maria' },
    { change: 'subject', value: 'Rua 7', by: 'Maria' },
    { change: 'promoted', who: null, us: 1, by: 'Maria' },
  ])
})

test('notifies only users who see a conversation with the group, and nobody if nothing changed', () => {
  const w = world()
  const group = neighbours(w)
  const [ana, bia] = [w.attendant([SALES]), w.attendant([SUPPORT])]
  group.writes(MARIA, 'oi')
  w.rows('UPDATE tickets SET queue_id = ? RETURNING id', SALES)
  group.stands()
  group.stands()
  expect(ana.heard(groupChanged)).toEqual([{ contactId: group.contactId() }])
  expect(bia.heard(groupChanged)).toEqual([])
})

test('shows a member by a newly learnt name, also on open screens', async () => {
  const w = world()
  const ana = w.attendant()
  const group = neighbours(w)
  group.writes(MARIA, 'oi')
  group.stands()
  ana.forget()
  const name = async () =>
    (await ana.api.contacts({ id: group.contactId() }).get()).data?.participants.find(({ number }) => number === JOAO)
      ?.name
  expect(await name()).toBe('+55 (21) 98765-4321')
  for (const body of ['bom dia', 'boa tarde'])
    group.writes(JOAO, body, { author: { addresses: both(JOAO), name: 'João' } })
  expect(ana.heard(groupChanged)).toEqual([{ contactId: group.contactId() }])
  expect(await name()).toBe('João')
})

test('names the author of a group message: by our name for them, theirs, or the number', () => {
  const w = world()
  const ana = w.attendant()
  const group = neighbours(w)
  const names = () => ana.heard(messageCreated).map(({ message }) => message.contact?.name)
  group.writes(MARIA, 'um')
  group.writes(JOAO, 'dois')
  group.writes('5521900009999', 'três', { author: { addresses: [lid('777123')], name: null } })
  expect(names()).toEqual(['Maria', '+55 (21) 98765-4321', '•••• 7123'])
  w.whatsapp.person(JOAO, { name: 'Joãozinho', lid: '902' }).says('em particular')
  group.writes(JOAO, 'quatro')
  w.rows(`UPDATE contacts SET name = 'Sr. João', name_by = 'person' WHERE number = ? RETURNING id`, JOAO)
  group.writes(JOAO, 'cinco', { author: { addresses: both(JOAO), name: 'Jô' } })
  expect(names().slice(-2)).toEqual(['Joãozinho', 'Sr. João'])
})

test('stores five hundred members of a large group at once, and requests the rest again', () => {
  const w = world()
  const group = neighbours(w)
  group.writes(MARIA, 'oi')
  const crowd = Array.from({ length: 1_100 }, (_, at) => member(String(5511920000000 + at)))
  const [first, ...others] = crowd
  const state = () => {
    const here = "SELECT count(*) AS there, max(since) AS since FROM group_members WHERE role <> 'left'"
    const [{ there, since } = { there: 0, since: 0 }] = w.rows<{ there: number; since: number }>(here)
    return { there, since, isDescribed: w.rows('SELECT 1 FROM groups').length > 0 }
  }
  const asked = () => w.telephones.called('describeGroup').length
  const before = asked()
  for (const [there, more] of [
    [500, 1],
    [1_000, 2],
  ] as const) {
    group.stands({}, [...crowd, member(US)])
    expect([state(), asked()]).toEqual([{ there, since: 0, isDescribed: false }, before + more])
  }
  group.stands({}, [...crowd, member(US)])
  expect([state(), asked()]).toEqual([{ there: 1_101, since: 0, isDescribed: true }, before + 2])

  if (!first) expect.unreachable()
  group.stands({}, [{ ...first, role: 'admin' }, ...others.slice(0, 10), member(US)])
  group.stands({}, [{ ...first, role: 'admin' }, ...others.slice(0, 10), member(US)])
  expect(state()).toMatchObject({ there: 102 })
  group.stands({}, [{ ...first, role: 'admin' }, ...others.slice(0, 10), member(US)])
  expect([state(), asked()]).toMatchObject([{ there: 12 }, before + 4])
})

test('keeps a conversation for each of our numbers in a group, without duplicate messages', async () => {
  const w = world()
  const [ana, other] = [w.admin(), w.connection()]
  const group = neighbours(w)
  const hears = (incoming: Incoming) => w.telephones.deliver(w.refOf(other.id), incoming)
  group.writes(MARIA, 'só o primeiro ouviu')
  hears(group.writes(MARIA, 'oi'))
  hears({ ...group.writes(MARIA, 'nosso aviso', { fromMe: true }), fromMe: false })
  const shown = async (id: number) => {
    const { data } = await ana.api.messages({ id }).get({ query: {} })
    const { data: found } = await ana.api.messages.search({ id }).get({ query: { searchQuery: 'aviso' } })
    return { said: data?.messages.map(({ body, fromMe }) => [body, fromMe]), found: found?.messages.length }
  }
  const [first, second] = w.rows<{ id: number }>('SELECT id FROM tickets ORDER BY id')
  const before = ['só o primeiro ouviu', false]
  expect(await shown(first?.id ?? 0)).toEqual({ said: [before, ['oi', false], ['nosso aviso', true]], found: 1 })
  expect(await shown(second?.id ?? 0)).toEqual({ said: [before, ['oi', false], ['nosso aviso', false]], found: 1 })
})
