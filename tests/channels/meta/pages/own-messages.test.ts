import { describe, expect, test } from 'bun:test'
import { noteAccepted, noteAttempt } from '../../../../src/channels/meta/attempts'
import { recogniseOwn } from '../../../../src/channels/meta/own-messages'
import { readPart, splitEntry } from '../../../../src/channels/meta/pages/parse'
import { sessionSchema } from '../../../../src/channels/whatsapp/storage/session-schema'
import { openSqlite } from '../../../../src/platform/sqlite'

const CHAT = 'igsid:2000'
const AT = 1_767_225_600_000
const reportsOf = (element: object, object = 'instagram') =>
  splitEntry({ id: '1000', messaging: [{ timestamp: AT, ...element }] }, object).flatMap((part) =>
    readPart({ ...part, receivedAt: AT }),
  )

function attempts() {
  const db = openSqlite(':memory:', sessionSchema, { applicationId: 1, identity: 'x' }, { create: true })
  const send = (ours: string, externalId: string, at: number) => {
    noteAttempt(db, { connectionId: 1, ours }, CHAT, at)
    noteAccepted(db, { connectionId: 1, ours }, externalId)
  }
  return { db, send }
}

describe('with what we have sent', () => {
  test('an echo of it names it, also of a part of a long message; another is a new message', () => {
    const { db, send } = attempts()
    send('A~1', 'm_1', AT - 40)
    const echo = (mid: string) =>
      reportsOf({ sender: { id: '1000' }, recipient: { id: '2000' }, message: { mid, is_echo: true, text: 'oi' } })
    expect(recogniseOwn(db, 1, echo('m_1'))).toEqual([{ to: 'named', what: { ours: 'A~1', externalId: 'm_1' } }])
    expect(recogniseOwn(db, 1, echo('m_2'))).toMatchObject([{ to: 'incoming' }])
    expect(recogniseOwn(db, 2, echo('m_1'))).toMatchObject([{ to: 'incoming' }])
  })

  test('a time up to which all was read excepts what was sent after it', () => {
    const { db, send } = attempts()
    send('A', 'm_1', AT - 40)
    send('B', 'm_2', AT + 10)
    const read = reportsOf({ sender: { id: '2000' }, recipient: { id: '1000' }, read: { watermark: AT } })
    expect(recogniseOwn(db, 1, read)).toMatchObject([{ to: 'receivedUpTo', what: { at: AT, except: ['m_2'] } }])
  })
})
