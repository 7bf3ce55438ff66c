/**
 * Messages outside conversations are acknowledged and ignored: if refused, the server would keep them and withhold what
 * follows.
 */
import { afterEach, expect } from 'bun:test'
import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Connection } from '../../../../src/simulator/wire/connection'
import { children, node } from '../../../../src/simulator/wire/nodes'
import { test } from '../../../support/trace'
import { openConnectionOf } from '../server-connection'
import { COMPANY, until } from '../support'
import { afterThisTest, linkedTestbed, runCleanups } from '../testbed'

afterEach(runCleanups)

const plain = (from: string, more: Record<string, string> = {}): BinaryNode => ({
  tag: 'message',
  attrs: { from, id: 'IGNORED', t: '1', type: 'text', ...more },
  // A `Message` with `conversation` "oi".
  content: [{ tag: 'plaintext', attrs: {}, content: Buffer.from([0x0a, 2, 0x6f, 0x69]) }],
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

const STRANGE: readonly (readonly [string, (connection: Connection, say: () => Promise<unknown>) => unknown])[] = [
  [
    'a status post (status@broadcast)',
    (connection, say) => {
      readdress(connection, { from: 'status@broadcast', id: 'IGNORED' })
      return say()
    },
  ],
  ['a newsletter’s post', (connection) => connection.send(plain('120363000000000001@newsletter'))],
  ['a message of a kind of address nobody knows', (connection) => connection.send(plain('15551234@interop'))],
  ['a message of a bot', (connection) => connection.send(plain('867051314767696@bot'))],
  ['a group’s message that names no author', (connection) => connection.send(plain('120363000000000002@g.us'))],
]

for (const [what, happens] of STRANGE)
  test(`${what} is acknowledged and ignored, and later messages arrive`, async () => {
    const { simulator, session, maria } = await linkedTestbed({ limits: { keepAlive: 100 } })
    const answers: BinaryNode[] = []
    const stop = simulator.intercept((_connection, stanza) => {
      if (stanza.attrs.id === 'IGNORED') answers.push(stanza)
      return undefined
    })
    afterThisTest(stop)
    await happens(await openConnectionOf(simulator, COMPANY), () => maria.say(COMPANY, 'para todos'))
    await until(() => answers.length > 0)
    await maria.say(COMPANY, 'para a loja')
    await session.hears('para a loja')
    expect(answers.filter(({ attrs }) => attrs.error !== undefined)).toEqual([])
    expect(session.messages.map(({ body }) => body)).toEqual(['para a loja'])
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
