/** Delivery status in groups: each member's receipts together make the message's. */
import { describe, expect, test } from 'bun:test'
import { DAY } from '../../../src/platform/time'
import { messageAcked, messageReceipts } from '../../../src/tickets/messages/contract'
import { readReceipts } from '../../../src/tickets/receipts/group-receipts'
import { LOJA, SALES, SUPPORT } from '../../support/company-world'
import { doJob } from '../../support/jobs'
import { messageId } from '../../support/message-id'
import { JOAO, MARIA, member, neighbours, US } from '../../support/neighbours'
import { createRandom } from '../../support/random'
import { lid, phone } from '../../support/telephones'
import { quiet, until } from '../../support/until'
import { NOON, type World, world } from '../../support/world'

async function said(w: World) {
  const ana = w.attendant()
  const group = neighbours(w)
  group.writes(MARIA, 'oi')
  group.stands()
  await ana.api.tickets({ id: group.ticketId() }).put({ status: 'open' })
  const answer = await ana.json(`/api/messages/${group.ticketId()}`, 'POST', { body: 'aviso' })
  const { id } = (await answer.json()) as { id: number }
  const { externalId } = await until(() => w.telephones.sent.at(-1))
  await until(() => ackOf(w, id) === 2)
  ana.forget()
  const tick = async (participant: ReturnType<typeof lid>, ack: 3 | 4 | 5, at = NOON) => {
    w.telephones.groupReceipt(group.ref, externalId, { participant, ack, at })
    await quiet()
  }
  return { ana, group, id, externalId, tick }
}
const ackOf = (w: World, id: number) => w.rows<{ ack: number }>('SELECT ack FROM messages WHERE id = ?', id)[0]?.ack

const [maria, joao, us] = [lid('901'), lid('902'), lid('900')]

describe('a group message', () => {
  test('counts as delivered when every member has it, and as read when all have read it', async () => {
    const w = world()
    const { id, tick } = await said(w)
    await tick(maria, 4)
    expect(ackOf(w, id)).toBe(2)
    await tick(joao, 3)
    expect(ackOf(w, id)).toBe(3)
    await tick(joao, 4)
    expect(ackOf(w, id)).toBe(4)
  })

  test('ignores a receipt from another chat: of a member alone, another group, or somebody unknown', async () => {
    const w = world()
    const { id, group, externalId } = await said(w)
    w.whatsapp.person(MARIA).says('oi')
    const elsewhere = { kind: 'group', value: '120363999' } as const
    for (const chat of [[phone(MARIA)], [lid('901')], [lid('4711')]])
      w.telephones.receipt(group.ref, [externalId], 4, chat)
    for (const participant of [maria, joao])
      w.telephones.groupReceipt(group.ref, externalId, { participant, ack: 4, chat: [elsewhere] })
    await quiet()
    expect(ackOf(w, id)).toBe(2)
  })

  test('reaches the same status whatever the order of receipts, and never goes down', async () => {
    const ticks = [
      [maria, 3],
      [maria, 4],
      [joao, 3],
      [joao, 4],
      [phone(JOAO), 5],
    ] as const
    for (let seed = 1; seed <= 12; seed++) {
      const w = world()
      const { id, tick, ana } = await said(w)
      const { below } = createRandom(seed)
      const order = [...ticks, ...ticks].map((one) => ({ one, at: below(1000) })).sort((a, b) => a.at - b.at)
      for (const { one } of order) await tick(one[0], one[1])
      expect([seed, ackOf(w, id)]).toEqual([seed, 4])
      const acks = ana.heard(messageAcked).map(({ message }) => message.ack)
      expect(acks).toEqual([...acks].sort())
      await w.close()
    }
  })

  test('raises the group’s status behind an edit in flight', async () => {
    const w = world()
    const { ana, id, tick, group } = await said(w)
    w.telephones.answerAlways({ outcome: 'notNow' })
    await ana.json(`/api/messages/edit/${id}?ticketId=${group.ticketId()}`, 'POST', { body: 'aviso!' })
    for (const one of [maria, joao]) await tick(one, 4)
    expect(w.rows('SELECT ack, former_ack FROM messages WHERE id = ?', id)).toEqual([{ ack: 99, former_ack: 4 }])
  })

  test('ignores our own devices', async () => {
    const w = world()
    const { id, tick } = await said(w)
    await tick(us, 4)
    expect(w.rows('SELECT * FROM message_receipts')).toEqual([])
    expect(ackOf(w, id)).toBe(2)
  })

  test('waits for nobody who joined later or has left', async () => {
    const w = world()
    const { id, tick, group } = await said(w)
    w.clock.forward(1000)
    group.tell({ type: 'members', change: 'joined', members: [member('5521911112222')] })
    await tick(maria, 3)
    expect(ackOf(w, id)).toBe(2)
    group.tell({ type: 'members', change: 'left', members: [member(JOAO)] })
    await tick(maria, 3)
    expect(ackOf(w, id)).toBe(3)
  })

  test('does not count a former member’s receipt in place of a member without one', async () => {
    const w = world()
    const { id, tick, group } = await said(w)
    await tick(maria, 4)
    group.tell({ type: 'members', change: 'left', members: [member(MARIA)] })
    await tick(maria, 5)
    expect(ackOf(w, id)).toBe(2)
    await tick(joao, 3)
    expect(ackOf(w, id)).toBe(3)
  })

  test('takes receipts of some as the message’s only once the members are known', async () => {
    const w = world()
    const ana = w.attendant()
    const group = neighbours(w)
    group.writes(MARIA, 'oi')
    await ana.api.tickets({ id: group.ticketId() }).put({ status: 'open' })
    await ana.json(`/api/messages/${group.ticketId()}`, 'POST', { body: 'aviso' })
    const { externalId } = await until(() => w.telephones.sent.at(-1))
    w.telephones.groupReceipt(group.ref, externalId, { participant: joao, ack: 4 })
    await quiet()
    expect(w.rows('SELECT ack FROM messages WHERE from_me = 1')).toEqual([{ ack: 2 }])
    group.stands()
    for (const one of [maria, joao]) w.telephones.groupReceipt(group.ref, externalId, { participant: one, ack: 4 })
    await quiet()
    expect(w.rows('SELECT ack FROM messages WHERE from_me = 1')).toEqual([{ ack: 4 }])
  })

  test('tracks messages written on the company’s phone, too', async () => {
    const w = world()
    const group = neighbours(w)
    group.writes(MARIA, 'oi')
    group.stands()
    const { externalId } = group.writes(US, 'do celular', { fromMe: true })
    const chat = [group.address]
    for (const one of [maria, joao])
      w.telephones.groupReceipt(group.ref, externalId, { participant: one, ack: 3, chat })
    await quiet()
    expect(w.rows('SELECT ack FROM messages WHERE from_me = 1')).toEqual([{ ack: 3 }])
  })

  test('lists who received, read and played it, with the earliest times', async () => {
    const w = world()
    const { ana, id, tick } = await said(w)
    w.clock.forward(60_000)
    await tick(maria, 4, NOON + 20_000)
    await tick(maria, 3, NOON + 10_000)
    await tick(maria, 4, NOON + 30_000)
    await tick(maria, 5, NOON + 40_000)
    const { data } = await ana.api.messages({ id }).receipts.get()
    const at = (ms: number) => new Date(NOON + ms).toISOString()
    expect(data?.ack).toBe(2)
    expect(
      data?.participants.map(({ number, deliveredAt, readAt, playedAt }) => [number, deliveredAt, readAt, playedAt]),
    ).toEqual([
      [MARIA, at(10_000), at(20_000), at(40_000)],
      [JOAO, null, null, null],
    ])
    expect(data?.participants[0]).toMatchObject({ name: 'Maria' })
  })

  test('shows receipts only to users who see the conversation, and only for our own messages', async () => {
    const w = world()
    const { id } = await said(w)
    const bia = w.attendant([SUPPORT])
    w.rows('UPDATE tickets SET queue_id = ? RETURNING id', SALES)
    expect((await bia.api.messages({ id }).receipts.get()).status).toBe(404)
    const admin = w.admin()
    const [theirs] = w.rows<{ id: number }>('SELECT id FROM messages WHERE from_me = 0')
    expect((await admin.api.messages({ id: theirs?.id ?? 0 }).receipts.get()).status).toBe(404)
    expect((await admin.api.messages({ id }).receipts.get()).status).toBe(200)
  })

  test('needs no list in a single chat', async () => {
    const w = world()
    const ana = w.attendant()
    const ticket = w.ticket({ userId: ana.userId, connectionId: LOJA })
    const sent = await ana.json(`/api/messages/${ticket.id}`, 'POST', { body: 'oi' })
    const { id } = (await sent.json()) as { id: number }
    expect((await ana.api.messages({ id }).receipts.get()).data?.participants).toEqual([])
  })

  test('announces counts when they change, and not twice', async () => {
    const w = world()
    const { ana, id, tick, group } = await said(w)
    await tick(maria, 3)
    await tick(maria, 3)
    await tick(joao, 4)
    const figures = { ticketId: group.ticketId(), messageId: id, of: 2, played: 0 }
    expect(ana.heard(messageReceipts)).toEqual([
      { ...figures, delivered: 1, read: 0 },
      { ...figures, delivered: 2, read: 1 },
    ])
  })

  test('announces counts of a message without ticket to users who see the group', async () => {
    const w = world()
    const { ana, id, tick } = await said(w)
    w.rows('UPDATE messages SET ticket_id = NULL WHERE id = ? RETURNING id', id)
    await tick(maria, 3)
    const figures = { ticketId: null, messageId: id, of: 2, delivered: 1, read: 0, played: 0 }
    expect(ana.heard(messageReceipts)).toEqual([figures])
  })

  test('handles a thousand members with few events, little space and the right result', async () => {
    const w = world()
    const { ana, group, externalId, id } = await said(w)
    const crowd = Array.from({ length: 1000 }, (_, n) => ({
      addresses: [lid(`70${n}`), phone(`55219${70_000_000 + n}`)],
      role: 'member' as const,
      isUs: false,
    }))
    w.rows('DELETE FROM groups RETURNING contact_id') // as if this were the first report of it
    for (let portion = 0; portion < 3; portion++) group.stands({}, [...crowd, member(US)])
    ana.forget()
    for (const [index, { addresses }] of crowd.entries()) {
      for (const ack of [3, 4] as const)
        w.telephones.groupReceipt(group.ref, externalId, { participant: addresses[0] ?? lid(''), ack })
      if (index % 10 === 9) await quiet(2)
    }
    await quiet()
    expect(ackOf(w, id)).toBe(4)
    expect(ana.heard(messageReceipts).length).toBeLessThan(60)
    const [size] = w.rows<{ bytes: number }>(`SELECT sum(pgsize) AS bytes FROM dbstat WHERE name = 'message_receipts'`)
    expect(size?.bytes).toBeLessThan(64 * 1024)
  })

  test('forgets receipts after three months, but not the message’s own status', async () => {
    const w = world()
    const { id, tick, ana } = await said(w)
    for (const one of [maria, joao]) await tick(one, 4)
    w.clock.forward(89 * DAY)
    const other = neighbours(w, '120363002')
    for (const days of [3, 2, 0]) {
      other.writes(MARIA, 'oi')
      w.rows(
        'UPDATE messages SET created_at = ? WHERE id = (SELECT max(id) FROM messages) RETURNING id',
        NOON - days * DAY,
      )
      w.rows(
        'INSERT INTO message_receipts (message_id, member_id, delivered_at) SELECT max(id), 1, 0 FROM messages RETURNING 1',
      )
    }
    doJob(w, 'messages.forget-receipts')
    expect(w.rows('SELECT DISTINCT message_id AS id FROM message_receipts')).toEqual([
      { id },
      { id: messageId(3, other.contactId()) },
    ])
    w.clock.forward(2 * DAY)
    doJob(w, 'messages.forget-receipts')
    expect(w.rows('SELECT * FROM message_receipts')).toEqual([])
    expect(readReceipts(w.cx, ana.listener.actor, id)).toEqual({ ack: 4, participants: [] })
  })

  test('sends read receipts with the author of each message in a group', async () => {
    const w = world()
    const ana = w.attendant()
    const group = neighbours(w)
    group.writes(MARIA, 'um')
    group.writes(JOAO, 'dois')
    await ana.api.messages({ id: group.ticketId() }).get({ query: {} })
    expect(w.telephones.called('markRead').map(({ detail }) => detail)).toMatchObject([
      { to: group.address.value, authors: [maria, joao] },
    ])
  })
})
