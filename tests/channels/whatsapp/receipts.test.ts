/** Ticks. */
import { expect, test } from 'bun:test'
import { groupReceiptsOf, receiptsOf } from '../../../src/channels/whatsapp/receipts'

const key = (id: string, more = {}) => ({ remoteJid: '5511@s.whatsapp.net', id, fromMe: true, ...more })

test('ticks of one stanza travel together, others apart', () => {
  const receipts = receiptsOf([
    { key: key('A'), update: { status: 4 } },
    { key: key('B'), update: { status: 4 } },
    { key: key('C'), update: { status: 3 } },
  ])
  expect(receipts).toEqual([
    { externalIds: ['A', 'B'], chat: [{ kind: 'phone', value: '5511' }], ack: 4, participant: null },
    { externalIds: ['C'], chat: [{ kind: 'phone', value: '5511' }], ack: 3, participant: null },
  ])
})

test('what others wrote, and updates that are no ticks, are left out', () => {
  expect(
    receiptsOf([
      { key: key('A', { fromMe: false }), update: { status: 4 } },
      { key: key('B'), update: { status: 0 } },
      { key: key('C'), update: { message: null } },
    ]),
  ).toEqual([])
})

test('in a group each tick tells of one participant', () => {
  const group = key('A', { remoteJid: '120-3@g.us' })
  expect(
    groupReceiptsOf([
      { key: group, receipt: { userJid: '9:2@lid', receiptTimestamp: 1 } },
      { key: group, receipt: { userJid: '8@lid', readTimestamp: 1 } },
    ]),
  ).toMatchObject([
    { ack: 3, participant: { kind: 'lid', value: '9' }, chat: [{ kind: 'group', value: '120-3' }] },
    { ack: 4, participant: { kind: 'lid', value: '8' } },
  ])
})
