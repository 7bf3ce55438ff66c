/** A phone requests an undecrypted message again, and WhatsApp refuses the resent message. */
import { expect } from 'bun:test'
import Sqlite from 'better-sqlite3'
import { tenantPath } from '../../../../src/platform/databases'
import { editMessage } from '../../../../src/tickets/message-actions/send-actions'
import { test } from '../../../support/trace'
import { until } from '../../../support/until'
import { ADMIN, afterThisTest, COMPANY } from '../../../tickets/backfill/support'
import { talking } from '../installation'

async function asking() {
  const all = await talking()
  /** The phone cannot decrypt the next message, and WhatsApp refuses the resent one with a rate limit. */
  const refuseAnswer = async () => {
    await all.fault('unreadable', { phone: COMPANY, times: 1 })
    let seen = 0
    const stop = all.simulator.intercept((_connection, { tag }) => {
      if (tag !== 'message' || ++seen < 2) return undefined
      stop()
      void all.fault('rateLimit', { phone: COMPANY, value: 0, times: 1 })
      return undefined
    })
  }
  const idle = () => until(() => all.installation.rows('SELECT 1 FROM outbox').length === 0)
  return { ...all, refuseAnswer, idle }
}

test('a message is sent once more and keeps its delivery status', async () => {
  const { maria, say, refuseAnswer, idle } = await asking()
  await refuseAnswer()
  const message = say('chegou?')
  await maria.gets('chegou?')
  await idle()
  await until(() => message()?.ack === 3)
})

test('a message is sent once more although the company’s file is locked at that moment', async () => {
  const { maria, say, refuseAnswer, idle, installation, simulator } = await asking()
  await refuseAnswer()
  const other = new Sqlite(tenantPath(installation.dataDir, installation.ref.tenantUuid))
  afterThisTest(() => other.close())
  let seen = 0
  simulator.intercept((_connection, { tag }) => {
    if (tag === 'message' && ++seen === 2) other.exec('BEGIN IMMEDIATE')
    return undefined
  })
  const message = say('chegou?')
  await until(() => installation.logged.some((line) => line.includes('could not be queued again')))
  other.exec('ROLLBACK')
  await maria.gets('chegou?')
  await idle()
  await until(() => message()?.ack === 3)
})

test('an edit is sent once more', async () => {
  const { maria, say, refuseAnswer, idle, installation } = await asking()
  say('chegou?')
  await maria.gets('chegou?')
  await idle()
  await refuseAnswer()
  const [{ id } = { id: 0 }] = installation.rows<{ id: number }>('SELECT id FROM messages WHERE from_me = 1')
  editMessage(installation.cx, ADMIN, id, { ticketId: null, body: 'chegou bem?' })
  await maria.gets('chegou bem?')
  await idle()
  expect(installation.rows('SELECT body, refused FROM messages WHERE id = ?', id)).toEqual([
    { body: 'chegou bem?', refused: null },
  ])
})

test('a message that was deleted meanwhile is not sent again', async () => {
  const { run, say, refuseAnswer, idle, installation, simulator } = await asking()
  await refuseAnswer()
  let repeated = 0
  simulator.intercept((_connection, { tag, attrs }) => {
    if (tag !== 'message' || attrs.edit) return undefined
    repeated += 1
    // While the resent message is in flight, before it is refused.
    if (repeated === 2) installation.cx.db.$client.exec('UPDATE messages SET is_deleted = 1 WHERE from_me = 1')
    return undefined
  })
  say('engano')
  await until(() => repeated === 2)
  await Bun.sleep(300)
  await idle()
  expect(repeated).toBe(2)
  await run({ do: 'clearFaults' })
})
