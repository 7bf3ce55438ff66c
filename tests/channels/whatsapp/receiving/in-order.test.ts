/** Live messages do not overtake those that waited while we were offline. */
import { afterEach, expect } from 'bun:test'
import { deflateSync } from 'node:zlib'
import { encodeBinaryNode } from '@whiskeysockets/baileys'
import { type BinaryNode, node } from '../../../../src/simulator/wire/nodes'
import { test } from '../../../support/trace'
import { openConnectionOf } from '../server-connection'
import { COMPANY, MARIA } from '../support'
import { linkedTestbed, runCleanups } from '../testbed'

afterEach(runCleanups)

test('messages keep their order while an earlier retry request waits for its query', async () => {
  const { simulator, session, maria } = await linkedTestbed({ limits: { keepAlive: 100, query: 20_000 } })
  const { id } = await session.say(MARIA, 'olá')
  const connection = await openConnectionOf(simulator, COMPANY)
  const asked = new Promise<void>((resolve) => {
    simulator.intercept((_connection, { tag, attrs }) => {
      if (tag !== 'iq' || attrs.xmlns !== 'encrypt') return undefined
      resolve()
      return 'drop'
    })
  })
  // Her phone requests the message again without its keys, which WhatsApp must provide.
  const again = { id, from: `${MARIA}@s.whatsapp.net`, type: 'retry', t: '1', offline: '1' }
  connection.send(node('receipt', again, [node('retry', { count: '1', id, t: '1', v: '1' })]))
  await asked
  const send = connection.send.bind(connection)
  connection.send = (stanza) => {
    if (stanza.tag !== 'message') return send(stanza)
    connection.send = send
    send({ ...stanza, attrs: { ...stanza.attrs, offline: '2' } })
  }
  await maria.say(COMPANY, 'um')
  await maria.say(COMPANY, 'dois')
  await session.hears('dois')
  expect(session.messages.map(({ body }) => body)).toEqual(['um', 'dois'])
})

test('a compressed message is not overtaken by the next one', async () => {
  const { simulator, session, maria } = await linkedTestbed({ limits: { keepAlive: 100 } })
  const connection = await openConnectionOf(simulator, COMPANY)
  const send = connection.send.bind(connection)
  const messages: BinaryNode[] = []
  connection.send = (stanza) => {
    if (stanza.tag !== 'message') return send(stanza)
    messages.push(stanza)
    const [first, second] = messages
    if (!first || !second) return
    connection.send = send
    connection.sendBytes(compressed(first))
    send(second)
  }
  await maria.say(COMPANY, 'um')
  await maria.say(COMPANY, 'dois')
  await session.hears('dois')
  await session.hears('um')
  expect(session.messages.map(({ body }) => body)).toEqual(['um', 'dois'])
})

/** As WhatsApp sends large stanzas. */
const compressed = (stanza: BinaryNode): Uint8Array =>
  Buffer.concat([Buffer.of(2), deflateSync(encodeBinaryNode(stanza).subarray(1))])
