/** Each device look-up restarts the contact's Signal session, so its result is cached. */
import { afterEach, expect } from 'bun:test'
import type { BinaryNode } from '@whiskeysockets/baileys'
import { child, children, node, result } from '../../../../src/simulator/wire/nodes'
import { test } from '../../../support/trace'
import { COMPANY, MARIA, until } from '../support'
import { linkedTestbed, runCleanups } from '../testbed'

afterEach(runCleanups)

/** A two-way conversation, and our queries and messages from then on. */
async function acquainted(options: Parameters<typeof linkedTestbed>[0] = {}) {
  const all = await linkedTestbed(options)
  const { simulator, session, maria, company } = all
  await session.say(MARIA, 'bom dia')
  await maria.gets('bom dia')
  await maria.say(COMPANY, 'oi')
  const { chat } = await session.hears('oi')
  // The server would resend pending stanzas after a cut, and the phone would then start a new session.
  await company.until(({ devices }) => devices[0]?.pending === 0)
  const lid = chat.find(({ kind }) => kind === 'lid')?.value ?? ''
  const asked: string[] = []
  const sealed: string[] = []
  simulator.intercept((_connection, stanza) => {
    const { tag, attrs, content } = stanza
    const first = Array.isArray(content) ? content[0]?.tag : undefined
    if (tag === 'iq' && (attrs.xmlns === 'usync' || first === 'key')) asked.push(attrs.xmlns ?? '')
    if (tag === 'message') sealed.push(...sealsFor([MARIA, lid], stanza))
    return undefined
  })
  return { ...all, asked, sealed }
}

/** Encryption types of our messages to a person: `pkmsg` starts a session, `msg` continues it. */
function sealsFor(addresses: readonly string[], { content }: BinaryNode): string[] {
  const parts = Array.isArray(content) ? content : []
  const copies = parts.flatMap((part) =>
    part.tag === 'participants' && Array.isArray(part.content) ? part.content : [],
  )
  return copies
    .filter(({ attrs }) => addresses.some((address) => attrs.jid?.startsWith(address)))
    .flatMap(({ content }) => (Array.isArray(content) ? content : []))
    .map(({ attrs }) => attrs.type ?? '')
}

test('a second message to a contact needs no look-up and continues the session', async () => {
  const { session, maria, asked, sealed } = await acquainted()
  for (const text of ['um', 'dois']) {
    await session.say(MARIA, text)
    await maria.gets(text)
  }
  expect(asked).toEqual([])
  expect(sealed).toEqual(['msg', 'msg'])
})

test('cached devices are valid for a day', async () => {
  const HOUR = 3_600_000
  let later = 0
  const { session, maria, asked } = await acquainted({ now: () => Date.now() + later })
  later = 23 * HOUR
  await session.say(MARIA, 'à noite')
  await maria.gets('à noite')
  expect(asked).toEqual([])
  later = 25 * HOUR
  await session.say(MARIA, 'amanhã')
  await maria.gets('amanhã')
  expect(asked).toContain('usync')
})

test('cached devices survive a reconnect', async () => {
  const { simulator, session, maria, asked, sealed } = await acquainted()
  const before = session.news.length
  await simulator.run({ do: 'dropConnections' })
  await until(() => session.news.length > before && session.status() === 'CONNECTED')
  await session.say(MARIA, 'de volta')
  await maria.gets('de volta')
  expect(asked).toEqual([])
  expect(sealed).toEqual(['msg'])
})

test('an empty device list is not cached: the message arrives once WhatsApp reports devices', async () => {
  const { simulator, session, maria } = await linkedTestbed()
  const stop = simulator.intercept((connection, question) => {
    if (question.attrs.xmlns !== 'usync') return undefined
    const users = children(child(child(question, 'usync'), 'list'), 'user').map(({ attrs }) => {
      const list = node('device-list', {}, [node('device', { id: '-1', 'key-index': '1' })])
      return node('user', { jid: attrs.jid }, [node('devices', {}, [list])])
    })
    connection.send(result(question, [node('usync', {}, [node('list', {}, users)])]))
    return 'drop'
  })
  const { outcome, id } = await session.say(MARIA, 'alô?')
  expect(outcome).toBe('unknown')
  stop()
  const again = () => session.say(MARIA, 'alô?', { externalId: id })
  expect([(await again()).outcome, (await again()).outcome]).toEqual(['unknown', 'sent'])
  await maria.gets('alô?')
})
