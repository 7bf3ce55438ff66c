/** Each look-up of a contact's devices begins their Signal session anew: so it is made once, and remembered. */
import { afterEach, expect } from 'bun:test'
import type { BinaryNode } from '@whiskeysockets/baileys'
import { child, children, node, result } from '../../../../src/simulator/wire/nodes'
import { test } from '../../../support/trace'
import { COMPANY, MARIA, until } from '../support'
import { linkedTestbed, runCleanups } from '../testbed'

afterEach(runCleanups)

/** A conversation that goes both ways, and what our side asks and sends from then on. */
async function acquainted(options: Parameters<typeof linkedTestbed>[0] = {}) {
  const all = await linkedTestbed(options)
  const { simulator, session, maria, company } = all
  await session.say(MARIA, 'bom dia')
  await maria.gets('bom dia')
  await maria.say(COMPANY, 'oi')
  const { chat } = await session.hears('oi')
  // What is still pending the server would send again after a cut, and the phone then begins a session of its own accord.
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

/** How what leaves is sealed for one person: `pkmsg` begins a session, `msg` goes on with it. */
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

test('a contact we write to again is not looked up again, and their session goes on', async () => {
  const { session, maria, asked, sealed } = await acquainted()
  for (const text of ['um', 'dois']) {
    await session.say(MARIA, text)
    await maria.gets(text)
  }
  expect(asked).toEqual([])
  expect(sealed).toEqual(['msg', 'msg'])
})

test('what is known of a contact holds for a day', async () => {
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

test('the same after the connection was lost and came back', async () => {
  const { simulator, session, maria, asked, sealed } = await acquainted()
  const before = session.news.length
  await simulator.run({ do: 'dropConnections' })
  await until(() => session.news.length > before && session.status() === 'CONNECTED')
  await session.say(MARIA, 'de volta')
  await maria.gets('de volta')
  expect(asked).toEqual([])
  expect(sealed).toEqual(['msg'])
})

test('devices that are none are not remembered: what was said reaches the contact once WhatsApp tells of real ones', async () => {
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
