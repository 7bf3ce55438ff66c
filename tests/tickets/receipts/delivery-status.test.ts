/** Receipts of our messages: the delivery status never goes down. */
import { describe, expect, test } from 'bun:test'
import { messageAcked } from '../../../src/tickets/messages/contract'
import { SALES, SUPPORT } from '../../support/company-world'
import { quiet, until } from '../../support/until'
import { bodyOf, talking } from '../messages/support'

describe('receipts', () => {
  test('only raise the status, whatever their order', async () => {
    const { w, ana, maria, say, ackOf } = await talking()
    const { id } = await bodyOf(await say('olá'))
    await until(() => ackOf(id)?.ack === 2)
    const externalId = maria.got()[0]?.externalId ?? ''
    for (const [ack, expected] of [
      [4, 4],
      [3, 4],
      [2, 4],
      [5, 5],
      [4, 5],
    ] as const) {
      w.telephones.receipt(w.refOf(1), [externalId], ack)
      await quiet(2)
      expect(ackOf(id)?.ack).toBe(expected)
    }
    expect(ana.heard(messageAcked).map(({ message }) => message.ack)).toEqual([2, 4, 5])
  })

  test('that overtake the confirmation are not undone by it', async () => {
    const { w, say, ackOf } = await talking()
    let confirm = (_: { outcome: 'sent' }) => {}
    w.telephones.answerNext(() => new Promise((resolve) => (confirm = resolve)))
    const { id } = await bodyOf(await say('olá'))
    await until(() => w.telephones.sent.length > 0)
    w.telephones.receipt(w.refOf(1), [w.telephones.sent[0]?.externalId ?? ''], 3)
    await until(() => ackOf(id)?.ack === 3)
    confirm({ outcome: 'sent' })
    await until(() => w.rows('SELECT 1 FROM outbox').length === 0)
    expect(ackOf(id)?.ack).toBe(3)
  })

  test('of unknown messages, of the contact’s messages and of another connection change nothing', async () => {
    const { w, first, say, ackOf } = await talking()
    const other = w.connection()
    const { id } = await bodyOf(await say('olá'))
    await until(() => ackOf(id)?.ack === 2)
    w.telephones.receipt(w.refOf(1), ['NUNCA', first.externalId], 4)
    w.telephones.receipt(w.refOf(other.id), [w.telephones.sent[0]?.externalId ?? ''], 4)
    await quiet(3)
    expect(w.rows('SELECT ack FROM messages ORDER BY id')).toEqual([{ ack: 0 }, { ack: 2 }])
  })

  test('of somebody else’s chat or of a group change nothing; from an unknown address they count', async () => {
    const { w, say, ackOf } = await talking()
    w.whatsapp.person('5521987654321').says('oi')
    const { id } = await bodyOf(await say('olá'))
    await until(() => ackOf(id)?.ack === 2)
    const externalId = w.telephones.sent[0]?.externalId ?? ''
    const chat = [{ kind: 'group', value: '120363999' }] as const
    w.telephones.receipt(w.refOf(1), [externalId], 4, [{ kind: 'phone', value: '5521987654321' }])
    w.telephones.groupReceipt(w.refOf(1), externalId, { participant: { kind: 'lid', value: '4711' }, ack: 4, chat })
    await quiet(3)
    expect(ackOf(id)?.ack).toBe(2)
    w.telephones.receipt(w.refOf(1), [externalId], 3, [{ kind: 'lid', value: '4711' }])
    expect(ackOf(id)?.ack).toBe(3)
  })

  test('are sent to users who see the ticket, and to nobody else', async () => {
    const { w, ana, say } = await talking()
    w.rows('UPDATE tickets SET queue_id = ? RETURNING id', SALES)
    const [beto, carla] = [w.attendant([SALES]), w.attendant([SUPPORT])]
    await say('olá')
    await until(() => ana.heard(messageAcked).length > 0)
    expect([beto.heard(messageAcked).length, carla.heard(messageAcked).length]).toEqual([1, 0])
  })

  test('of several messages are stored together and announced one by one', async () => {
    const { w, ana, say } = await talking()
    for (const body of ['um', 'dois', 'três']) await say(body)
    await until(() => w.rows('SELECT 1 FROM outbox').length === 0)
    ana.forget()
    w.telephones.receipt(
      w.refOf(1),
      w.telephones.sent.map(({ externalId }) => externalId),
      4,
    )
    await until(() => ana.heard(messageAcked).length === 3)
    expect(w.rows('SELECT DISTINCT ack FROM messages WHERE from_me = 1')).toEqual([{ ack: 4 }])
  })
})
