/** The outbox sends in order per contact, to several contacts at once, within the connection's rate limit. */
import { describe, expect, test } from 'bun:test'
import { HOUR, SECOND } from '../../../src/platform/time'
import { LOJA } from '../../support/company-world'
import { quiet, until } from '../../support/until'
import { attending, slow } from './support'

describe('order', () => {
  test('one message at a time per contact, in the order of writing', async () => {
    const { w, say } = attending(1)
    const { open, answer } = slow(w)
    for (const body of ['um', 'dois', 'três']) await say(0, body)
    for (const expected of [['um'], ['um', 'dois'], ['um', 'dois', 'três']]) {
      await until(() => open.length === 1, 'the next try')
      await quiet()
      expect(w.telephones.sent.map(({ body }) => body)).toEqual(expected)
      answer()
    }
    await until(() => w.rows('SELECT 1 FROM outbox').length === 0, 'an empty outbox')
  })

  test('a slow contact does not delay others', async () => {
    const { w, say } = attending(3)
    const { open, answer } = slow(w)
    await say(0, 'lento')
    await until(() => open.length === 1)
    for (const n of [0, 1, 2]) await say(n, `a${n}`)
    await until(() => open.length === 3, 'the others')
    expect(w.telephones.sent.map(({ body }) => body)).toEqual(['lento', 'a1', 'a2'])
    while (open.length > 0) answer()
    await until(() => w.telephones.sent.length === 4)
    expect(w.telephones.sent.at(-1)?.body).toBe('a0')
    answer()
  })

  test('a message that waits for a retry holds back the contact’s later ones', async () => {
    const { w, say } = attending(1)
    w.telephones.answerNext({ outcome: 'unknown' })
    await say(0, 'um')
    await say(0, 'dois')
    await until(() => w.telephones.sent.length === 1)
    await quiet()
    expect(w.telephones.sent.map(({ body }) => body)).toEqual(['um'])
    w.clock.forward(2 * SECOND)
    await until(() => w.telephones.sent.length === 3)
    expect(w.telephones.sent.map(({ body }) => body)).toEqual(['um', 'um', 'dois'])
  })

  test('at most twenty-four contacts at once per connection', async () => {
    const { w, say } = attending(30)
    const { open, answer } = slow(w)
    for (let n = 0; n < 30; n++) await say(n, `a${n}`)
    await until(() => open.length === 24)
    await quiet()
    expect(w.telephones.sent).toHaveLength(24)
    answer()
    await until(() => w.telephones.sent.length === 25)
    w.telephones.answerAlways({ outcome: 'sent' })
    while (open.length > 0) answer()
    await until(() => w.rows('SELECT 1 FROM outbox').length === 0)
  })
})

describe('fairness', () => {
  test('a contact with very many queued messages does not delay others', async () => {
    const { w, say } = attending(2)
    w.telephones.answerNext({ outcome: 'unknown' })
    await say(0, 'um')
    await until(() => w.rows('SELECT 1 FROM outbox WHERE attempts = 1').length === 1)
    for (let n = 0; n < 600; n++) await say(0, `atrás ${n}`)
    await say(1, 'de outra pessoa')
    await until(() => w.telephones.sent.length === 2, 'the other contact')
    expect(w.telephones.sent.at(-1)?.body).toBe('de outra pessoa')
  })

  test('twenty-four contacts waiting for a retry do not delay others', async () => {
    const { w, say } = attending(25)
    w.telephones.answerNext(...Array.from({ length: 24 }, () => ({ outcome: 'unknown' }) as const))
    for (let n = 0; n < 24; n++) await say(n, `a${n}`)
    await until(() => w.rows('SELECT 1 FROM outbox WHERE attempts = 1').length === 24)
    await say(24, 'de outra pessoa')
    await until(() => w.telephones.sent.at(-1)?.body === 'de outra pessoa')
  })
})

describe('the rate limit of a connection', () => {
  test('spaces messages to all contacts, and sends the first immediately', async () => {
    const { w, say } = attending(3)
    w.rows('UPDATE connections SET messages_per_minute = 30 WHERE id = ? RETURNING id', LOJA)
    for (const n of [0, 1, 2]) await say(n, `a${n}`)
    for (const sent of [1, 2, 3]) {
      await until(() => w.telephones.sent.length === sent, `message ${sent}`)
      w.clock.forward(2 * SECOND - 1)
      await quiet()
      expect(w.telephones.sent).toHaveLength(sent)
      w.clock.forward(1)
    }
    expect(w.telephones.sent.map(({ body }) => body)).toEqual(['a0', 'a1', 'a2'])
    w.clock.forward(HOUR)
    await say(0, 'depois')
    await until(() => w.telephones.sent.length === 4, 'no wait after a pause')
  })
})

describe('a clock that is set back', () => {
  test('does not delay a second try', async () => {
    const { w, say } = attending(1)
    w.telephones.answerNext({ outcome: 'notNow' })
    await say(0, 'um')
    await quiet()
    w.clock.forward(-HOUR)
    await say(0, 'dois')
    await until(() => w.telephones.sent.length === 3, 'both')
    expect(w.telephones.sent.map(({ body }) => body)).toEqual(['um', 'um', 'dois'])
  })

  test('does not delay a new message whose time is in the future', async () => {
    const { w, say } = attending(1)
    w.telephones.report(w.refOf(LOJA), { status: 'TIMEOUT' })
    await say(0, 'um')
    w.clock.forward(-30 * SECOND)
    w.connect(LOJA)
    await until(() => w.telephones.sent.length === 1, 'at once')
  })

  test('does not delay a rate-limited connection', async () => {
    const { w, say } = attending(1)
    w.db.$client.exec('UPDATE connections SET messages_per_minute = 60')
    await say(0, 'um')
    await quiet()
    w.clock.forward(-HOUR)
    await say(0, 'dois')
    await until(() => w.telephones.sent.length === 2, 'both')
  })
})
