/**
 * Deviations that the audit accepts, because WhatsApp does not report them: the order of two messages in the same
 * second, and the content of deleted ones.
 */
import { expect, test } from 'bun:test'
import type { BookEntry } from '../../src/simulator/contract'
import { auditOrder } from './audit-order'
import { isHandedOverDeleted, type Row } from './records'

const LINKED_AT = 38_400
const companyNumber = '552130400000'

/** Written before the phone is linked again, and stored from its history after what came live. */
const behindLive = (missedAt: number, liveAt: number) => {
  const entry = (id: string, sentAt: number) => ({ id, sentAt }) as BookEntry // the only fields that the rule reads
  const row = (id: number, externalId: string, createdAt: number) => ({ id, externalId, createdAt, fromMe: 0 }) as Row // as above
  const wholeSecond = (at: number) => at - (at % 1_000)
  return auditOrder(
    { faultsAt: () => [], isLost: (_line, _id, at = 0) => at < LINKED_AT },
    {
      companyNumber,
      written: [{ phone: '5511900000010', entries: [entry('MISSED', missedAt), entry('LIVE', liveAt)] }],
      got: [],
      stored: [row(1, 'LIVE', wholeSecond(liveAt)), row(2, 'MISSED', wholeSecond(missedAt))],
    },
  )
}

test('history messages come after live ones of the same second and before later ones', () => {
  expect(behindLive(38_300, 38_500)).toEqual([])
  expect(behindLive(37_900, 38_500)).toEqual([])
})

test('live messages are in order', () => {
  expect(behindLive(38_500, 38_600)).toMatchObject([
    { id: 'MISSED', behind: 'LIVE', what: 'stored behind what was written later' },
    { id: 'MISSED', behind: 'LIVE', what: 'shown behind what was written later' },
  ])
})

test('only missed messages that were delivered as deleted may have no text', () => {
  const deleted = { externalId: 'A', fromMe: 0, isDeleted: 1, body: '', media: null } as Row // the only fields that the rule reads
  const isLost = (id: string) => isHandedOverDeleted({ isLostMessage: (lost) => lost === id }, deleted)
  expect([isLost('A'), isLost('B')]).toEqual([true, false])
  expect(isHandedOverDeleted({ isLostMessage: () => true }, { ...deleted, isDeleted: 0 })).toBe(false)
})
