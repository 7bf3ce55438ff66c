/** Messages from the company's own phone may arrive later than their receipts. */
import { describe, expect, test } from 'bun:test'
import { DAY } from '../../../src/platform/time'
import { messageAcked, messageCreated, messageUpdated } from '../../../src/tickets/messages/contract'
import { processorWatch } from '../../support/cpu'
import { doJob } from '../../support/jobs'
import { messageId } from '../../support/message-id'
import { MARIA, neighbours } from '../../support/neighbours'
import { lid } from '../../support/telephones'
import { until } from '../../support/until'
import { world } from '../../support/world'

const waiting = (w: ReturnType<typeof world>) => w.rows<{ target: string }>('SELECT target FROM waiting_acts')

function talking() {
  const w = world()
  const ana = w.attendant()
  const maria = w.whatsapp.person(MARIA)
  maria.says('oi')
  const ref = w.refOf(1)
  const owner = (body: string, externalId: string) =>
    w.telephones.deliver(ref, maria.message(body, { fromMe: true, externalId }))
  const acks = () => w.rows<{ ack: number }>('SELECT ack FROM messages WHERE from_me = 1').map(({ ack }) => ack)
  return { w, ana, maria, ref, owner, acks }
}

describe('a message that arrives after its receipts', () => {
  test('has the receipts that arrived first, and is announced before them', () => {
    const { w, ana, ref, owner, acks } = talking()
    w.telephones.receipt(ref, ['FIRST', 'SECOND'], 3)
    w.telephones.receipt(ref, ['FIRST'], 4)
    ana.forget()
    owner('do celular', 'FIRST')
    expect(acks()).toEqual([4])
    expect(ana.heard(messageCreated)).toMatchObject([{ message: { body: 'do celular', ack: 2 } }])
    expect(ana.heard(messageAcked).map(({ message }) => message.ack)).toEqual([3, 4])
    expect(waiting(w)).toEqual([{ target: 'SECOND' }])
    owner('mais uma', 'SECOND')
    expect(acks()).toEqual([4, 3])
    expect(waiting(w)).toEqual([])
  })

  test('keeps each member’s receipt in a group', () => {
    const w = world()
    const group = neighbours(w)
    group.writes(MARIA, 'oi')
    group.stands()
    for (const participant of [lid('901'), lid('902')])
      w.telephones.groupReceipt(group.ref, 'AVISO', { participant, ack: 4, chat: [group.address] })
    w.telephones.deliver(group.ref, {
      ...w.telephones.incoming({ chat: [group.address], isGroup: true, fromMe: true }),
      externalId: 'AVISO',
      body: 'aviso',
    })
    expect(w.rows('SELECT ack FROM messages WHERE from_me = 1')).toEqual([{ ack: 4 }])
  })

  test('forgets receipts of messages that never come after a day, and stores none for our own actions', async () => {
    const { w, ana, ref } = talking()
    await ana.api.tickets({ id: 1 }).put({ status: 'open' })
    await ana.json('/api/messages/reactMessage', 'POST', { messageId: messageId(1), ticketId: 1, reaction: '👍' })
    await until(() => w.telephones.actions.length === 1)
    w.telephones.receipt(ref, ['NEVER', w.telephones.actions[0]?.externalId ?? ''], 3)
    expect(waiting(w)).toEqual([{ target: 'NEVER' }])
    w.clock.forward(DAY + 1)
    w.telephones.receipt(ref, ['LATER'], 3)
    doJob(w, 'messages.forget-waiting')
    expect(waiting(w)).toEqual([{ target: 'LATER' }])
  })

  test('shows receipts of a message without ticket to users who see the conversation', () => {
    const w = world()
    const [other, maria] = [w.connection(), w.whatsapp.person(MARIA)]
    maria.says('oi')
    const ana = w.attendant()
    const ref = w.refOf(other.id)
    w.telephones.deliver(ref, maria.message('do outro celular', { fromMe: true, externalId: 'OUTRO' }))
    w.telephones.receipt(ref, ['OUTRO'], 3, maria.chat)
    w.telephones.receipt(ref, ['OUTRO'], 4, maria.chat)
    expect(ana.heard(messageUpdated).map(({ message }) => [message.body, message.ticketId, message.ack])).toEqual([
      ['do outro celular', null, 2],
      ['do outro celular', null, 3],
      ['do outro celular', null, 4],
    ])
  })

  test('survives actions on a hundred thousand messages that never come, and forgets them after a month', () => {
    const { w, maria } = talking()
    const put = w.db.$client.prepare(
      `INSERT INTO waiting_acts (connection_id, target, act, created_at) VALUES (1, ?, ?, ?)`,
    )
    const action = JSON.stringify({ do: 'edit', body: 'x'.repeat(500) })
    w.db.$client.transaction(() => {
      for (let n = 0; n < 100_000; n++) put.run(`T${n}`, action, w.clock.now())
    })()
    w.clock.forward(DAY + 1)
    doJob(w, 'messages.forget-waiting')
    expect(w.rows('SELECT count(*) AS n FROM waiting_acts')).toEqual([{ n: 100_000 }])
    const spent = processorWatch()
    for (let n = 0; n < 50; n++) maria.edits({ externalId: `NEVER${n}` }, 'novo')
    expect(spent()).toBeLessThan(500)
    w.clock.forward(29 * DAY)
    for (let n = 0; n < 10; n++) doJob(w, 'messages.forget-waiting')
    expect(w.rows('SELECT count(*) AS n FROM waiting_acts')).toEqual([{ n: 50 }])
  })
})
