/** Failed messages are retried under the same id, or fail visibly; a crash duplicates nothing. */
import { describe, expect, spyOn, test } from 'bun:test'
import Sqlite from 'better-sqlite3'
import { tenantPath } from '../../../src/platform/databases'
import { DAY, SECOND } from '../../../src/platform/time'
import { LOJA } from '../../support/company-world'
import { quiet, until } from '../../support/until'
import type { World } from '../../support/world'
import { attending, slow } from './support'

test('a message that arrived before a crash and was deleted after it keeps its delivery status', async () => {
  const { w, ana, say, message } = attending(1)
  w.telephones.report(w.refOf(LOJA), { status: 'TIMEOUT' })
  const id = await say(0, 'chegou')
  const [{ external_id = '' } = {}] = w.rows<{ external_id: string }>(
    'SELECT external_id FROM messages WHERE id = ?',
    id,
  )
  w.telephones.receipt(w.refOf(LOJA), [external_id], 3)
  await until(() => message(id)?.ack === 3)
  await ana.request(`/api/messages/${id}`, { method: 'DELETE' })
  w.connect(LOJA)
  await until(() => w.rows('SELECT 1 FROM outbox').length === 0)
  expect(message(id)).toEqual({ ack: 3, failure: null })
})

describe('a temporary failure', () => {
  test('is retried with growing delays and fails visibly after the fifth try', async () => {
    const { w, say, message, waiting } = attending(1)
    w.telephones.answerAlways({ outcome: 'unknown' })
    const id = await say(0, 'olá')
    for (const [attempts, delay] of [
      [1, 2],
      [2, 4],
      [3, 8],
      [4, 16],
    ] as const) {
      await until(() => waiting()[0]?.attempts === attempts, `try ${attempts}`)
      expect(waiting()[0]?.next_at).toBe(w.clock.now() + delay * SECOND)
      w.clock.forward(delay * SECOND - 1)
      await quiet()
      expect(w.telephones.sent).toHaveLength(attempts)
      w.clock.forward(1)
    }
    await until(() => message(id)?.ack === 0, 'giving up')
    expect(message(id)?.failure).toBe('noAnswer')
    expect(w.telephones.sent).toHaveLength(5)
    expect(new Set(w.telephones.sent.map(({ externalId }) => externalId)).size).toBe(1)
  })

  test('an exception of the messenger counts as no answer', async () => {
    const { w, say, waiting } = attending(1)
    w.telephones.answerNext(() => {
      throw new Error('socket gone')
    })
    await say(0, 'olá')
    await until(() => waiting()[0]?.attempts === 1)
    w.clock.forward(2 * SECOND)
    await until(() => waiting().length === 0)
  })
})

test('a permanent refusal is final immediately, with its reason', async () => {
  const { w, say, message } = attending(1)
  w.telephones.answerNext({ outcome: 'refused', reason: 'rejected' })
  const id = await say(0, 'olá')
  await until(() => message(id)?.ack === 0)
  expect(message(id)?.failure).toBe('rejected')
  w.clock.forward(DAY)
  await quiet()
  expect(w.telephones.sent).toHaveLength(1)
})

test('a message to a contact without an address fails visibly', async () => {
  const { w, say, message } = attending(1)
  w.rows('DELETE FROM contact_addresses RETURNING value')
  const id = await say(0, 'olá')
  await until(() => message(id)?.ack === 0)
  expect(message(id)?.failure).toBe('noAddress')
  expect(w.telephones.sent).toEqual([])
})

test('simultaneous confirmations share a commit', async () => {
  const { w, say, message, waiting } = attending(12)
  const { open, answer } = slow(w)
  const ids: number[] = []
  for (let n = 0; n < 12; n++) ids.push(await say(n, 'olá'))
  await until(() => open.length === 12)
  const commits = countCommits(w)
  while (open.length > 0) answer()
  await until(() => waiting().length === 0)
  expect(commits()).toBe(1)
  expect(ids.map((id) => message(id)?.ack)).toEqual(ids.map(() => 2))
})

/** Returns a function that counts commits of the company's file since the call. */
function countCommits({ db: { $client } }: World): () => number {
  const exec = spyOn($client, 'exec')
  return () => exec.mock.calls.filter(([sql]) => sql === 'COMMIT').length
}

describe('an outcome that cannot be stored', () => {
  test('is stored later, and an accepted message is not sent again', async () => {
    const { w, say, message } = attending(1)
    w.expectErrors()
    const other = new Sqlite(tenantPath(w.dataDir, w.tenant.uuid))
    w.telephones.answerAlways(async () => {
      if (w.telephones.sent.length === 1) other.exec('BEGIN IMMEDIATE')
      return { outcome: 'sent' }
    })
    const id = await say(0, 'uma vez')
    await until(() => w.logged.some(({ msg }) => msg.includes('not stored yet')), 'the first try to write')
    expect(message(id)).toEqual({ ack: 1, failure: null })
    other.exec('ROLLBACK')
    other.close()
    await until(() => w.rows('SELECT 1 FROM outbox').length === 0, 'an empty outbox')
    expect(message(id)).toEqual({ ack: 2, failure: null })
    expect(w.telephones.sent).toHaveLength(1)
  })

  test('twenty-four with a locked file block the server no longer than one', async () => {
    const { w, say, waiting } = attending(24)
    w.expectErrors()
    const { open, answer } = slow(w)
    for (let n = 0; n < 24; n++) await say(n, 'olá')
    await until(() => open.length === 24)
    const other = new Sqlite(tenantPath(w.dataDir, w.tenant.uuid))
    other.exec('BEGIN IMMEDIATE')
    const started = performance.now()
    while (open.length > 0) answer({ outcome: 'unknown' })
    await until(() => w.logged.filter(({ msg }) => msg.includes('not stored yet')).length === 24)
    expect(performance.now() - started).toBeLessThan(1_000) // each by itself: 24 times 50
    other.exec('ROLLBACK')
    other.close()
    await until(() => waiting().every(({ attempts }) => attempts === 1), 'all to be written')
  })

  test('does not delay others confirmed with it', async () => {
    const { w, say, message, waiting } = attending(3)
    w.expectErrors()
    const { open, answer } = slow(w)
    const ids = [await say(0, 'um'), await say(1, 'dois'), await say(2, 'três')]
    await until(() => open.length === 3)
    w.db.$client.exec(
      `CREATE TRIGGER stuck BEFORE UPDATE ON messages WHEN old.id = ${ids[1]} BEGIN SELECT RAISE(ABORT, 'stuck'); END`,
    )
    while (open.length > 0) answer()
    await until(() => waiting().length === 1)
    expect(ids.map((id) => message(id)?.ack)).toEqual([2, 1, 2])
    w.db.$client.exec('DROP TRIGGER stuck')
    await until(() => waiting().length === 0)
    expect(message(ids[1] ?? 0)?.ack).toBe(2)
    expect(w.telephones.sent).toHaveLength(3)
  })

  test('is retried with pauses', async () => {
    const { w, say } = attending(1)
    w.expectErrors()
    w.telephones.answerNext({ outcome: 'unknown' })
    await say(0, 'x')
    await quiet()
    w.db.$client.exec("UPDATE messages SET quoted = '{bad'")
    for (const seconds of [2, 4, 8, 16]) {
      w.clock.forward(seconds * SECOND)
      await Bun.sleep(60)
    }
    expect(w.logged.map(({ msg }) => msg)).toEqual([
      ...Array<string>(4).fill('send failed, will be tried again'),
      'the outcome of a message is not stored yet',
    ])
  })
})

describe('a crash', () => {
  test('between sending and storing sends again under the same id', async () => {
    const { w, say } = attending(1)
    const { answer } = slow(w)
    const id = await say(0, 'olá')
    await until(() => w.telephones.sent.length === 1)
    const first = w.telephones.sent[0]?.externalId
    const again = await w.reopen()
    answer({ outcome: 'notNow' }) // nothing can be stored any more, which is no error
    await quiet()
    expect(w.logged).toEqual([])
    again.connect(LOJA)
    await until(() => again.telephones.sent.length === 1)
    expect(again.telephones.sent[0]?.externalId).toBe(first)
    await until(() => again.rows('SELECT 1 FROM outbox').length === 0)
    expect(again.rows('SELECT ack FROM messages WHERE id = ?', id)).toEqual([{ ack: 2 }])
  })

  test('closing the server waits for messages in flight', async () => {
    const { w, say } = attending(1)
    const { answer } = slow(w)
    await say(0, 'olá')
    await until(() => w.telephones.sent.length === 1)
    setTimeout(answer, 20)
    const again = await w.reopen()
    expect(again.rows('SELECT 1 FROM outbox')).toEqual([])
  })
})

test('a second try needs no other event to wake the outbox', async () => {
  const { w, say } = attending(2)
  w.telephones.answerNext({ outcome: 'notNow' })
  await say(0, 'um')
  await until(() => w.rows('SELECT 1 FROM outbox WHERE next_at > created_at').length === 1, 'the postponed row')
  w.db.$client.exec('UPDATE outbox SET next_at = created_at + 1')
  await say(1, 'dois')
  await until(() => w.telephones.sent.length === 2)
  await quiet()
  w.db.$client.exec('UPDATE outbox SET next_at = 0') // the clock stands still here
  await until(() => w.telephones.sent.length === 3, 'the second try')
})

test('an answer for a company that has left this node of a fleet is not stored; the next owner sends again', async () => {
  const { w, say, message, waiting } = attending(1)
  const messenger = slow(w)
  const id = await say(0, 'oi')
  await until(() => messenger.open.length === 1)
  const { outbox } = w.server
  outbox.leave(w.refOf(LOJA).tenantUuid)
  messenger.answer({ outcome: 'refused', reason: 'fora' })
  await quiet()
  expect(waiting()).toHaveLength(1)
  expect(message(id)?.failure).toBeNull()
  outbox.wake(w.refOf(LOJA)) // as its next owner does, here or elsewhere
  await until(() => messenger.open.length === 1)
  messenger.answer()
  await until(() => waiting().length === 0)
  expect(new Set(w.telephones.sent.map(({ externalId }) => externalId)).size).toBe(1)
  expect(message(id)?.failure).toBeNull()
})
