/** Invalid stanzas at worst end their own session, which is logged once without secrets and reconnects. */
import { afterEach, expect } from 'bun:test'
import { deflateSync } from 'node:zlib'
import type { BinaryNode } from '@whiskeysockets/baileys'
import { test } from '../../../support/trace'
import { openConnectionOf } from '../server-connection'
import { COMPANY, MARIA, openSession, until } from '../support'
import { afterThisTest, linkedTestbed, runCleanups } from '../testbed'

afterEach(runCleanups)

type Testbed = Awaited<ReturnType<typeof linkedTestbed>>
const SECRET = 'segredo-que-ninguem-deve-ler'
const FROM = { from: `${MARIA}@s.whatsapp.net`, id: 'X1', t: '1' }

/** Only the session itself was affected, and it has recovered. */
async function isWellAgain({ session, maria }: Testbed) {
  await maria.say(COMPANY, 'ainda aí?')
  await session.hears('ainda aí?', 15_000)
  // Pinged ten times a second, it disconnects briefly on a busy machine: then nothing was sent.
  let said = 'notNow'
  while (said === 'notNow') {
    await session.becomes('CONNECTED')
    said = (await session.say(MARIA, 'sim')).outcome
  }
  expect(said).toBe('sent')
  // An undecryptable message may or may not have its placeholder yet.
  expect(session.messages.map(({ body }) => body).filter(Boolean)).toEqual(['ainda aí?'])
  expect(JSON.stringify(session.logged)).not.toContain(SECRET)
}

const node = (tag: string, attrs: Record<string, string>, content?: BinaryNode['content']): BinaryNode => ({
  tag,
  attrs,
  ...(content === undefined ? {} : { content }),
})
const ofServer = { from: '@s.whatsapp.net', id: 'X2', t: '1' }

const STANZAS: readonly (readonly [string, BinaryNode])[] = [
  ['a tag nobody knows', node('surprise', { ...FROM, with: SECRET }, [node('inner', {})])],
  ['a notification of an unknown kind', node('notification', { ...ofServer, type: 'w:tomorrow' }, [node('x', {})])],
  ['a notification that lacks what its kind needs', node('notification', { ...ofServer, type: 'encrypt' })],
  ['a group notification about nothing', node('notification', { ...FROM, from: '1@g.us', type: 'w:gp2' })],
  ['a device notification without a device', node('notification', { ...FROM, type: 'devices' }, [node('add', {})])],
  ['an account notification without a body', node('notification', { ...ofServer, type: 'account_sync' })],
  ['a pairing notification without keys', node('notification', { ...ofServer, type: 'link_code_companion_reg' })],
  [
    'a restriction that is no JSON',
    node('notification', { ...ofServer, type: 'mex' }, [
      node('update', { op_name: 'NotificationUserReachoutTimelockUpdate' }, Buffer.from(`{${SECRET}`)),
    ]),
  ],
  ['a message without a sender', node('message', { id: 'X3', t: '1', type: 'text' })],
  ['a message without content', node('message', { ...FROM, type: 'text' })],
  [
    'a message of an address that is none',
    node('message', { ...FROM, from: 'rubbish', type: 'text' }, [
      node('enc', { v: '2', type: 'msg' }, Buffer.from(SECRET)),
    ]),
  ],
  [
    'a message sealed with nothing',
    node('message', { ...FROM, type: 'text' }, [node('enc', { v: '2', type: 'msg' }, Buffer.alloc(0))]),
  ],
  [
    'a message whose seal is rubbish',
    node('message', { ...FROM, type: 'text' }, [node('enc', { v: '2', type: 'pkmsg' }, Buffer.from(SECRET))]),
  ],
  [
    'a message sealed in a way nobody knows',
    node('message', { ...FROM, type: 'text' }, [node('enc', { v: '9', type: 'quantum' }, Buffer.from(SECRET))]),
  ],
  [
    'a plain message that is no message',
    node('message', { ...FROM, type: 'text' }, [node('plaintext', {}, Buffer.from([0xff, 0xff, 0xff, 0x01]))]),
  ],
  [
    'a group message without a writer',
    node('message', { ...FROM, from: '1@g.us', type: 'text' }, [
      node('enc', { v: '2', type: 'skmsg' }, Buffer.from(SECRET)),
    ]),
  ],
  ['a receipt about nothing', node('receipt', { id: 'X4' })],
  [
    'a receipt that asks for what we never sent',
    node('receipt', { ...FROM, type: 'retry' }, [node('retry', { count: '1', id: 'none', v: '1' })]),
  ],
  ['a retry without its count', node('receipt', { ...FROM, type: 'retry' })],
  ['a call that offers nothing', node('call', FROM)],
  ['an acknowledgement of nothing', node('ack', {})],
  ['a question without a kind', node('iq', { ...ofServer })],
  ['a QR offer without codes', node('iq', { ...ofServer, type: 'set' }, [node('pair-device', {}, [node('ref', {})])])],
  ['a linking that was never asked for', node('iq', { ...ofServer, type: 'set' }, [node('pair-success', {})])],
  ['information about nothing', node('ib', ofServer, [node('edge_routing', {}), node('dirty', {})])],
  ['a presence of nobody', node('presence', {})],
  ['a chat state of nobody', node('chatstate', {})],
  [
    'sixty thousand empty parts',
    node(
      'notification',
      { ...ofServer, type: 'w:tomorrow' },
      Array.from({ length: 60_000 }, () => node('x', {})),
    ),
  ],
  [
    'a part of eight megabytes',
    node('notification', { ...ofServer, type: 'w:tomorrow' }, Buffer.alloc(8 * 1024 * 1024, 7)),
  ],
]

for (const [what, stanza] of STANZAS)
  test(what, async () => {
    const all = await linkedTestbed({ limits: { keepAlive: 100 } })
    ;(await openConnectionOf(all.simulator, COMPANY)).send(stanza)
    await Bun.sleep(50)
    await isWellAgain(all)
    expect(
      all.session.logged.filter(({ text }) => text.includes('an error inside the session')).length,
    ).toBeLessThanOrEqual(1)
  })

const BYTES: readonly (readonly [string, Buffer])[] = [
  ['a frame with nothing in it', Buffer.alloc(0)],
  ['a frame of noise', Buffer.from(SECRET)],
  ['a list longer than its frame', Buffer.from([0, 248, 255])],
  ['a word whose letters are missing', Buffer.from([0, 248, 2, 252])],
  ['a compressed frame that does not unpack', Buffer.from([2, 0x78, 0x9c, 1, 2, 3, 4])],
  [
    'a compressed frame that ends too early',
    Buffer.concat([Buffer.of(2), deflateSync(Buffer.alloc(4_096, 248)).subarray(0, 12)]),
  ],
  ['a compressed frame with rubbish inside', Buffer.concat([Buffer.of(2), deflateSync(Buffer.from(SECRET))])],
]

for (const [what, bytes] of BYTES)
  test(what, async () => {
    const all = await linkedTestbed({ limits: { keepAlive: 100 } })
    ;(await openConnectionOf(all.simulator, COMPANY)).sendBytes(bytes)
    await until(() => all.session.status() !== 'CONNECTED')
    await isWellAgain(all)
    expect(all.session.logged.filter(({ text }) => text.includes('an error inside the session'))).toHaveLength(1)
  })

test('bytes that are no frame of the session end it, and it reconnects', async () => {
  const all = await linkedTestbed({ limits: { keepAlive: 100 } })
  const connection = await openConnectionOf(all.simulator, COMPANY)
  // Encrypted twice: the outer layer is valid, its content is no frame.
  connection.sendBytes(Buffer.alloc(64, 1))
  await until(() => all.session.status() !== 'CONNECTED')
  await isWellAgain(all)
})

test('other sessions are not affected', async () => {
  const all = await linkedTestbed({ limits: { keepAlive: 100 } })
  const otherPhone = '552130421181'
  const phone = all.simulator.addPhone({ phone: otherPhone, name: 'Filial', role: 'company' })
  const other = openSession(all.simulator)
  afterThisTest(other.close)
  await other.link(phone)
  const reported = other.news.length
  ;(await openConnectionOf(all.simulator, COMPANY)).sendBytes(Buffer.from(SECRET))
  await until(() => all.session.status() !== 'CONNECTED')
  await isWellAgain(all)
  expect(other.news.length).toBe(reported)
  await all.maria.say(otherPhone, 'oi filial')
  await other.hears('oi filial')
  expect(other.status()).toBe('CONNECTED')
})
