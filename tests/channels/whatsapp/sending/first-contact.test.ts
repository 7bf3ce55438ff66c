/** First contacts: addressed by LID, with a token that proves the account. */
import { afterEach, expect } from 'bun:test'
import { createHmac } from 'node:crypto'
import type { BinaryNode } from '@whiskeysockets/baileys'
import { csTokenOf, isTokenValid } from '../../../../src/channels/whatsapp/sending/privacy-token'
import type { Simulator } from '../../../../src/simulator/simulator'
import { bytesOf, child } from '../../../../src/simulator/wire/nodes'
import { test } from '../../../support/trace'
import { COMPANY, JOAO, MARIA, PATIENT, until } from '../support'
import { linkedTestbed, runCleanups } from '../testbed'

afterEach(runCleanups)

/** The messages to people that our session sends. */
function sentBy(simulator: Simulator): BinaryNode[] {
  const sent: BinaryNode[] = []
  simulator.intercept((_connection, stanza) => {
    if (stanza.tag === 'message' && stanza.attrs.category !== 'peer') sent.push(stanza)
    return undefined
  })
  return sent
}

test('a first contact is addressed by LID, names the number, and carries the contact’s LID under our salt', async () => {
  const { session, simulator, maria } = await linkedTestbed({ limits: PATIENT })
  const { lid } = maria.view()
  const sent = sentBy(simulator)
  expect(await session.say(MARIA, 'olá')).toMatchObject({ outcome: 'sent' })
  await maria.gets('olá')
  expect(sent[0]?.attrs).toMatchObject({ to: `${lid}@lid`, peer_recipient_pn: `${MARIA}@s.whatsapp.net` })
  expect(bytesOf(child(sent[0], 'cstoken'))).toHaveLength(32)
  expect(child(sent[0], 'tctoken')).toBeUndefined()
})

test('a contact who returned a trust token gets that one instead', async () => {
  const { session, simulator } = await linkedTestbed({ limits: PATIENT })
  const sent = sentBy(simulator)
  await session.say(MARIA, 'um')
  const token = () =>
    session.db.prepare("SELECT 1 FROM session_rows WHERE type = 'tctoken' AND value LIKE '%timestamp%'").get()
  await until(token)
  await until(() => {
    const row = session.db
      .prepare<[], { value: string }>("SELECT value FROM session_rows WHERE type = 'tctoken' AND id LIKE '%@lid'")
      .get()
    return row
  })
  await session.say(MARIA, 'dois')
  await until(() => sent.length === 2)
  expect(
    sent.map((stanza) => [child(stanza, 'cstoken') !== undefined, child(stanza, 'tctoken') !== undefined]),
  ).toEqual([
    [true, false],
    [false, true],
  ])
})

test('without a salt from the history it is read from the collection, once', async () => {
  const { session, simulator, maria, joao } = await linkedTestbed({ limits: PATIENT })
  session.db.prepare("DELETE FROM session_rows WHERE type = 'x-nct-salt'").run()
  let asked = 0
  simulator.intercept((_connection, stanza) => {
    const collection = child(child(stanza, 'sync'), 'collection')
    if (collection?.attrs.name === 'regular_high') asked += 1
    return undefined
  })
  expect(await session.say(MARIA, 'olá')).toMatchObject({ outcome: 'sent' })
  expect(await session.say(JOAO, 'olá')).toMatchObject({ outcome: 'sent' })
  await maria.gets('olá')
  await joao.gets('olá')
  expect(asked).toBe(1)
})

test('a collection that could not be read is read again for the next message', async () => {
  const { session, simulator } = await linkedTestbed({ limits: PATIENT })
  session.db.prepare("DELETE FROM session_rows WHERE type = 'x-nct-salt'").run()
  const sent = sentBy(simulator)
  const stop = simulator.intercept((connection, stanza) => {
    if (child(child(stanza, 'sync'), 'collection')?.attrs.name !== 'regular_high') return undefined
    stop()
    const error = { tag: 'error', attrs: { code: '500', text: 'internal-server-error' } }
    connection.send({ tag: 'iq', attrs: { id: stanza.attrs.id ?? '', type: 'error' }, content: [error] })
    return 'drop'
  })
  await session.say(MARIA, 'olá')
  await session.say(JOAO, 'olá')
  expect(sent.map((stanza) => child(stanza, 'cstoken') !== undefined)).toEqual([false, true])
})

test('the salt of the history is stored', async () => {
  const { session } = await linkedTestbed({ limits: PATIENT })
  expect(session.db.prepare("SELECT 1 FROM session_rows WHERE type = 'x-nct-salt'").get()).toBeDefined()
})

test('a number typed without its ninth digit is found by LID, and its first message goes there', async () => {
  const { session, simulator, joao } = await linkedTestbed({ limits: PATIENT })
  const short = JOAO.replace(/^(55\d\d)9/, '$1')
  const found = await session.channel.lookUp({ tenantUuid: 'loja', connectionId: 1 }, [short, '5511000000000'])
  expect(found.get(short)).toEqual([
    { kind: 'phone', value: JOAO },
    { kind: 'lid', value: joao.view().lid },
  ])
  expect(found.get('5511000000000')).toBeNull()
  const sent = sentBy(simulator)
  expect(await session.say(JOAO, 'olá')).toMatchObject({ outcome: 'sent' })
  expect(sent[0]?.attrs.to).toBe(`${joao.view().lid}@lid`)
})

test('an edit, a reaction and a deletion of a message reach the same conversation', async () => {
  const { session, maria } = await linkedTestbed({ limits: PATIENT })
  const { id } = await session.say(MARIA, 'olá')
  await maria.gets('olá')
  const to = { kind: 'phone', value: MARIA } as const
  const target = { externalId: id, fromMe: true, author: null }
  const act = (action: object) =>
    session.channel.sendAction({ tenantUuid: 'loja', connectionId: 1 }, { to, target, ...action } as never)
  await act({ do: 'edit', externalId: '3EB0AAAAAAAAAAAAAAAAA1', body: 'oi', mentions: [] })
  await until(() => maria.message(COMPANY, id)?.text === 'oi')
  await act({ do: 'react', externalId: '3EB0AAAAAAAAAAAAAAAAA2', emoji: '👍', at: Date.now() })
  await until(() => maria.message(COMPANY, id)?.reactions.length === 1)
  await act({ do: 'revoke', externalId: '3EB0AAAAAAAAAAAAAAAAA3' })
  await until(() => maria.message(COMPANY, id)?.revoked)
})

test('the token is the HMAC of the bare LID', () => {
  const salt = Buffer.alloc(32, 7)
  expect(csTokenOf(salt, '123@lid')).toEqual(createHmac('sha256', salt).update('123@lid').digest())
})

const WEEK = 604_800
const now = 1_000 * WEEK * 1_000
const TOKENS = [
  ['of this week', String(1_000 * WEEK), true],
  ['of the fourth week', String(997 * WEEK), true],
  ['older', String(997 * WEEK - 1), false],
  ['without a time', undefined, false],
] as const
for (const [what, timestamp, isValid] of TOKENS)
  test(`a trust token ${what} is ${isValid ? 'valid' : 'not valid'}`, () => {
    const entry = { token: Buffer.from('t'), ...(timestamp && { timestamp }) }
    expect(isTokenValid(entry, now)).toBe(isValid)
  })
