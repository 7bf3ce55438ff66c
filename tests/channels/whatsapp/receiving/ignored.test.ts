/**
 * Stanzas that the product cannot use are acknowledged plainly and at once: a refused one stays with WhatsApp, which
 * withholds everything behind it.
 */
import { afterEach, expect } from 'bun:test'
import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Connection } from '../../../../src/simulator/wire/connection'
import { children, node } from '../../../../src/simulator/wire/nodes'
import { test } from '../../../support/trace'
import { UNUSABLE, unusable } from '../rubbish/unusable'
import { openConnectionOf } from '../server-connection'
import { COMPANY, JOAO, MARIA, until } from '../support'
import { afterThisTest, linkedTestbed, runCleanups } from '../testbed'

afterEach(runCleanups)

const IMMEDIATELY_MS = 3_000
/** Kinds that belong to a conversation: they are shown as a placeholder. */
const SHOWN = new Set([
  'an undecryptable message of a broadcast list',
  'an undecryptable message',
  'an undecryptable message of our own phone',
  'an unknown encryption',
  'a hosted device’s message',
  'a message without content',
  'an undecryptable group message',
])

for (const kind of UNUSABLE)
  test(`${kind} is acknowledged at once, live and after an absence, and later messages arrive`, async () => {
    const { simulator, session, maria, company } = await linkedTestbed({ limits: { keepAlive: 100 } })
    const refused: BinaryNode[] = []
    const stop = simulator.intercept((_connection, stanza) => {
      if (stanza.tag === 'ack' && stanza.attrs.error !== undefined) refused.push(stanza)
      return undefined
    })
    afterThisTest(stop)
    const { lid } = simulator.phone(JOAO).view()
    const send = (id: string) => {
      const stanza = unusable(kind, { id, t: Math.floor(Date.now() / 1000), customer: JOAO, lid, company: COMPANY })
      return simulator.run({ do: 'sendStanza', phone: COMPANY, stanza })
    }
    const isSettled = () => company.until(({ devices }) => devices[0]?.pending === 0, IMMEDIATELY_MS)

    await send('UNUSABLE1')
    for (const text of ['um', 'dois', 'três']) await maria.say(COMPANY, text)
    await session.hears('três', IMMEDIATELY_MS)
    await isSettled()

    await simulator.run({ do: 'setFault', name: 'outage', on: true })
    await send('UNUSABLE2')
    for (const text of ['quatro', 'cinco', 'seis']) await maria.say(COMPANY, text)
    await simulator.run({ do: 'clearFaults' })
    await session.hears('seis', IMMEDIATELY_MS)
    await isSettled()

    expect(refused).toEqual([])
    const texts = session.messages.filter(({ placeholder }) => !placeholder).map(({ body }) => body)
    expect(texts).toEqual(['um', 'dois', 'três', 'quatro', 'cinco', 'seis'])
    const shown = session.messages.filter(({ placeholder }) => placeholder)
    if (!SHOWN.has(kind)) expect(shown).toEqual([])
  })

/** Maria's next message reaches the company with another stanza. */
function readdress(connection: Connection, attrs: Record<string, string>): void {
  const send = connection.send.bind(connection)
  connection.send = (stanza) => {
    if (stanza.tag !== 'message') return send(stanza)
    connection.send = send
    send({ ...stanza, attrs: { ...stanza.attrs, ...attrs, participant: stanza.attrs.from ?? '' } })
  }
}

test('a readable status post is acknowledged and ignored, and later messages arrive', async () => {
  const { simulator, session, maria } = await linkedTestbed({ limits: { keepAlive: 100 } })
  readdress(await openConnectionOf(simulator, COMPANY), { from: 'status@broadcast' })
  await maria.say(COMPANY, 'para todos')
  await maria.say(COMPANY, 'para a loja')
  await session.hears('para a loja')
  expect(session.messages.map(({ body }) => body)).toEqual(['para a loja'])
})

test('a message that a customer sent to a broadcast list belongs to that customer’s conversation', async () => {
  const { simulator, session, maria } = await linkedTestbed({ limits: { keepAlive: 100 } })
  readdress(await openConnectionOf(simulator, COMPANY), { from: '1700000000@broadcast' })
  await maria.say(COMPANY, 'oferta')
  await maria.say(COMPANY, 'e para vocês')
  await session.hears('e para vocês')
  const [offer, next] = session.messages
  expect(offer).toMatchObject({ body: 'oferta', fromMe: false, isGroup: false })
  expect(offer?.chat).toEqual(next?.chat ?? [])
})

test('a message with an unreadable verified-name certificate is shown normally', async () => {
  const { simulator, session, maria } = await linkedTestbed({ limits: { keepAlive: 100 } })
  const connection = await openConnectionOf(simulator, COMPANY)
  const send = connection.send.bind(connection)
  const certificate = node('verified_name', { v: '1' }, Buffer.from('rubbish'))
  connection.send = (stanza) =>
    send(stanza.tag === 'message' ? { ...stanza, content: [certificate, ...children(stanza)] } : stanza)
  await maria.say(COMPANY, 'com certificado')
  await session.hears('com certificado')
})

test('without the end of what we missed, what follows arrives at once', async () => {
  const { simulator, session, maria, joao } = await linkedTestbed({ limits: { keepAlive: 100 } })
  const { lid } = joao.view()
  await simulator.run({ do: 'setFault', name: 'offlineEndMissing', on: true })
  await simulator.run({ do: 'dropConnections' })
  await until(() => session.status() !== 'CONNECTED')
  await session.becomes('CONNECTED')
  const customer = { id: 'GAP', t: Math.floor(Date.now() / 1000), customer: JOAO, lid, company: COMPANY }
  await simulator.run({ do: 'sendStanza', phone: COMPANY, stanza: unusable('a message without content', customer) })
  await until(() => session.messages.some(({ placeholder }) => placeholder), IMMEDIATELY_MS)
  await maria.say(COMPANY, 'oi')
  await session.hears('oi', IMMEDIATELY_MS)
  await simulator.run({ do: 'call', from: JOAO, to: COMPANY, seconds: 1 })
  await until(() => session.calls.length > 0, IMMEDIATELY_MS)
  await simulator.run({ do: 'setPicture', phone: MARIA, base64: Buffer.from('picture').toString('base64') })
  await until(() => session.pictures.length > 0, IMMEDIATELY_MS)
})
