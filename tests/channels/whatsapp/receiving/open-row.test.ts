/** From the journal back to a message: unknown new kinds are not dropped. */
import { expect, test } from 'bun:test'
import { loadBaileys } from '../../../../src/channels/whatsapp/baileys/baileys'
import { parse } from '../../../../src/channels/whatsapp/parsing/parse'
import { openRow } from '../../../../src/channels/whatsapp/receiving/open-row'

const ME = { id: '5511999990000:5@s.whatsapp.net' }
/** Field 199, of bytes. */
const OF_TOMORROW = Buffer.from([0xba, 0x0c, 3, 0x0a, 1, 0x41])
/** Field 99 inside a known message, which may get new fields too. */
const GROWN = Buffer.from([0x9a, 0x06, 1, 0x41])
const field = (number: number, bytes: Buffer) => {
  const tag = number < 16 ? [number * 8 + 2] : [((number * 8 + 2) & 127) | 128, (number * 8 + 2) >> 7]
  return Buffer.concat([Buffer.from([...tag, bytes.length]), bytes])
}

async function read(plain: Buffer, from = '5511990001111@s.whatsapp.net') {
  const baileys = await loadBaileys(null)
  const attrs = {
    id: 'A1',
    from,
    t: '1',
    type: 'text',
    ...(from === ME.id ? { recipient: '5511990001111@s.whatsapp.net' } : {}),
  }
  const row = { seq: 1, attrs, plain: Buffer.concat([plain, Buffer.from([1])]), me: null }
  const message = parse(openRow(row, ME, baileys), { otherHalf: () => null })
  return message && { kind: message.kind, fromMe: message.fromMe }
}

const context = (more = Buffer.alloc(0)) => field(35, Buffer.concat([field(3, Buffer.alloc(32, 7)), more]))
const key = field(2, Buffer.concat([field(1, Buffer.from('g@g.us')), field(2, Buffer.from([1]))]))

test('an unknown kind of message is stored as unsupported', async () => {
  expect(await read(OF_TOMORROW)).toEqual({ kind: 'unsupported', fromMe: false })
  expect(await read(Buffer.concat([context(), OF_TOMORROW]))).toEqual({ kind: 'unsupported', fromMe: false })
  const own = field(31, Buffer.concat([field(1, Buffer.from('5511990001111@s.whatsapp.net')), field(2, OF_TOMORROW)]))
  expect(await read(own, ME.id)).toEqual({ kind: 'unsupported', fromMe: true })
})

test('data that only accompanies messages is not a message, even with unknown fields', async () => {
  for (const beside of [context(), context(GROWN), key, Buffer.concat([key, context(GROWN)])])
    expect(await read(beside)).toBeNull()
})

test('an undecodable message is stored as unsupported', async () => {
  const group = Buffer.from([0xfb, 0x7f, 0xfc, 0x7f]) // a wire type that no message has
  for (const bytes of [Buffer.from([0x1a, 100, 0x41]), group])
    expect(await read(bytes)).toEqual({ kind: 'unsupported', fromMe: false })
})
