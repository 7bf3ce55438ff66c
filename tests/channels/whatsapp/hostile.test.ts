/** What strangers may put into a message: nothing throws, nothing takes long, and nothing is stored or shown as it came. */
import { describe, expect, test } from 'bun:test'
import type { proto } from '@whiskeysockets/baileys'
import type { Incoming } from '../../../src/channels/channel'
import { vcardOf } from '../../../src/channels/whatsapp/parsing/cards'
import { parse } from '../../../src/channels/whatsapp/parsing/parse'

const KEY = { id: 'ABC', remoteJid: '5511999990000@s.whatsapp.net', fromMe: false }
const AROUND = { otherHalf: () => null }
const FILE = { mimetype: 'image/jpeg', url: 'https://mmg.whatsapp.net/v/x', mediaKey: new Uint8Array(32) }
const MIB = 1024 * 1024
/** A sign of two halves at every odd place: whoever cuts by length cuts one in two. */
const signs = (count: number) => `x${'😀'.repeat(count)}`
const JPEG = [0xff, 0xd8, 0xff, 0xe0]

function read(message: proto.IMessage, pushName = 'Maria'): Incoming {
  const found = parse({ key: KEY, messageTimestamp: 1_700_000_000, pushName, message }, AROUND)
  if (!found) throw new Error('dropped')
  return found
}
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

describe('more than anybody can read', () => {
  const long = signs(2 * MIB)
  const vcard = `BEGIN:VCARD\nFN:x\n${'TEL;waid=5511999990000:+55\n'.repeat(10_000)}END:VCARD`
  const context = { stanzaId: 'Q', quotedMessage: { conversation: long } }
  const options = Array.from({ length: 10_000 }, () => ({ optionName: signs(1_000) }))
  const messages: readonly (readonly [string, proto.IMessage])[] = [
    ['text', { conversation: long }],
    [
      'a quote',
      { extendedTextMessage: { text: long, matchedText: 'https://x.example', title: long, contextInfo: context } },
    ],
    [
      'a caption',
      { imageMessage: { ...FILE, caption: long, mimetype: long, waveform: new Uint8Array(MIB) } as object },
    ],
    ['a file name', { documentMessage: { ...FILE, fileName: long, caption: long } }],
    ['a place', { locationMessage: { degreesLatitude: 1, degreesLongitude: 1, name: long, address: long } }],
    ['a moving place', { liveLocationMessage: { caption: long } }],
    ['a poll', { pollCreationMessage: { name: long, options } }],
    ['how it went', { pollResultSnapshotMessage: { name: long, pollVotes: options } }],
    ['an event', { eventMessage: { name: long, description: long, location: { name: long } } }],
    ['an invitation', { groupInviteMessage: { groupName: long, caption: long } }],
    [
      'cards',
      { contactsArrayMessage: { contacts: Array.from({ length: 1_000 }, () => ({ displayName: long, vcard })) } },
    ],
    [
      'cards without names',
      { contactsArrayMessage: { contacts: Array.from({ length: 30 }, () => ({ vcard: '\n'.repeat(16_000) })) } },
    ],
    [
      'buttons in JSON',
      {
        interactiveMessage: {
          body: { text: 'x' },
          nativeFlowMessage: { buttons: Array.from({ length: 50 }, () => ({ buttonParamsJson: '['.repeat(20_000) })) },
        },
      },
    ],
    [
      'a carousel',
      {
        interactiveMessage: {
          carouselMessage: { cards: Array.from({ length: 20_000 }, () => ({ body: { text: 'x' } })) },
        },
      },
    ],
    ['a product', { productMessage: { product: { title: long, priceAmount1000: 1, currencyCode: long } } }],
    [
      'buttons',
      {
        buttonsMessage: {
          contentText: long,
          buttons: Array.from({ length: 1_000 }, () => ({ buttonText: { displayText: long } })),
        },
      },
    ],
    [
      'a list',
      {
        listMessage: {
          description: long,
          sections: [{ rows: Array.from({ length: 10_000 }, () => ({ title: long })) }],
        },
      },
    ],
    ['an album', { conversation: 'x', messageContextInfo: { messageAssociation: { parentMessageKey: { id: long } } } }],
  ]
  test.each(messages)('%s is cut, quickly, and never through a sign', (_, message) => {
    const started = performance.now()
    const found = read(message, long)
    expect(performance.now() - started).toBeLessThan(50) // bounded work takes a few milliseconds; this machine is shared
    expect(found.body.length).toBeLessThanOrEqual(65_536)
    expect(found.quotedBody?.length ?? 0).toBeLessThanOrEqual(65_536)
    expect(found.pushName?.length ?? 0).toBeLessThanOrEqual(200)
    expect(bytesOf(found.extra)).toBeLessThanOrEqual(64 * 1024)
    expect(bytesOf(found.media)).toBeLessThanOrEqual(64 * 1024)
    expect(JSON.stringify(found)).not.toMatch(/\\ud[89a-f]/i) // a half sign is written as its number
  })

  test('of thousands who are mentioned the first few hundred are meant', () => {
    const mentionedJid = Array.from({ length: 10_000 }, (_, at) => `55119${at}@s.whatsapp.net`)
    expect(read({ extendedTextMessage: { text: 'x', contextInfo: { mentionedJid } } }).mentions?.length).toBe(256)
  })
})

describe('invalid numbers', () => {
  test('a place off the earth is at the origin of all places', () => {
    for (const [degreesLatitude, degreesLongitude] of [
      [1e308, -1e308],
      [90.5, 180.5],
      [Number.POSITIVE_INFINITY, Number.NaN],
    ] as const)
      expect(read({ locationMessage: { degreesLatitude, degreesLongitude } }).extra?.place).toMatchObject({
        latitude: 0,
        longitude: 0,
      })
  })

  test('an event at no time a calendar knows has none', () => {
    for (const startTime of [1e19, -1e19, 9e12, 8e12, -1])
      expect(read({ eventMessage: { name: 'x', startTime } }).extra?.event?.startsAt).toBeNull()
  })

  test('an event that ends before it begins ends at no known time', () => {
    const [startTime, endTime] = [1_700_000_000, 1]
    expect(read({ eventMessage: { name: 'x', startTime, endTime } }).extra?.event).toMatchObject({ endsAt: null })
  })

  test('a file larger or longer than any is of unknown size and length, and may be fetched', () => {
    const audioMessage = { ...FILE, mimetype: 'audio/ogg', fileLength: 2 ** 53, seconds: 2 ** 32 - 1 }
    const { media } = read({ audioMessage })
    expect(media).toMatchObject({ size: null, seconds: null })
    expect(JSON.parse(media?.ticket ?? '')).toMatchObject({ size: null })
    const usual = { ...audioMessage, fileLength: 9, seconds: 3 }
    expect(read({ audioMessage: usual }).media).toMatchObject({ size: 9, seconds: 3 })
  })

  test('nothing is ordered less than not at all, or costs less than nothing; no answer has fewer votes than none', () => {
    const pollVotes = [{ optionName: 'x', optionVoteCount: -5 }]
    expect(read({ pollResultSnapshotMessage: { name: 'x', pollVotes } }).extra?.poll?.options[0]?.votes).toBe(0)
    const orderMessage = { itemCount: -5, totalAmount1000: -1 }
    expect(read({ orderMessage }).extra?.price).toMatchObject({ count: null, amount1000: null })
    expect(read({ productMessage: { product: { title: 'x', priceAmount1000: -1 } } }).extra).toBeNull()
  })
})

describe('what a screen would not show as it is', () => {
  test('names are one line and read in one direction', () => {
    expect(read({ conversation: 'x' }, 'Ma\u202Eria\u0000\n\u2066 Silva').pushName).toBe('Maria Silva')
    expect(read({ conversation: 'x' }, '\u202E\u0007').pushName).toBeNull()
    const [card] =
      read({ contactMessage: { displayName: 'A\u202Eb\nTEL:1', vcard: 'TEL:+55\u202E1' } }).extra?.cards ?? []
    expect(card).toEqual({ name: 'Ab TEL:1', numbers: [{ number: '+551', account: null }] })
  })

  test('a file’s name is no path and hides no ending', () => {
    const nameOf = (fileName: string) => read({ documentMessage: { ...FILE, fileName } }).media?.name
    expect(nameOf('../../etc/pass\u0000wd')).toBe('passwd')
    expect(nameOf('C:\\Windows\\nota.pdf')).toBe('nota.pdf')
    expect(nameOf('nota\u202Efdp.exe')).toBe('notafdp.exe')
    expect(nameOf('..')).toBeNull()
  })

  test('a type that is none is any file’s', () => {
    const typeOf = (mimetype: string) => read({ documentMessage: { ...FILE, mimetype } }).media?.mimetype
    expect(typeOf('image/png\r\nset-cookie: a=b')).toBe('application/octet-stream')
    expect(typeOf('audio/ogg; codecs=opus')).toBe('audio/ogg; codecs=opus')
  })

  test('a tiny picture is a JPEG or none', () => {
    const tiny = (bytes: Uint8Array) => read({ imageMessage: { ...FILE, jpegThumbnail: bytes } }).media?.thumbnail
    expect(tiny(Buffer.from('<svg onload="alert(1)"/>'))).toBeNull()
    expect(tiny(Uint8Array.from(JPEG))).toBe('data:image/jpeg;base64,/9j/4A==')
  })

  test('a link with signs that no address has is no link', () => {
    const link = (matchedText: string) => read({ extendedTextMessage: { text: 'x', matchedText, title: 'x' } }).extra
    for (const address of ['https://x.example/\u202Efdp', 'https://x.example/a b', 'java\nscript:alert(1)'])
      expect(link(address)).toBeNull()
  })

  test('a preview leads where the text leads, or nowhere', () => {
    const preview = (text: string, matchedText: string) =>
      read({ extendedTextMessage: { text, matchedText, title: 'Banco' } }).extra?.preview?.url
    expect(preview('veja banco.example/x', 'banco.example/x')).toBe('https://banco.example/x')
    expect(preview('veja https://banco.example', 'https://evil.example')).toBeUndefined()
  })

  test('a card that leaves again says nothing else than it said', () => {
    expect(vcardOf({ name: 'a\rTEL:1', numbers: [] })).not.toMatch(/^TEL/m)
  })
})

test('a kind that has the name of what every object has is one that nobody has met', () => {
  const message = JSON.parse('{"__proto__":{"text":"x"}}') as proto.IMessage // own keys
  for (const odd of [message, { constructor: {} } as proto.IMessage, { toString: {} } as unknown as proto.IMessage])
    expect(read(odd).kind).toBe('unsupported')
})

test('wrappers in wrappers end', () => {
  let message: proto.IMessage = { conversation: 'x' }
  for (let depth = 0; depth < 5_000; depth++) message = { ephemeralMessage: { message } }
  expect(read(message).kind).toBe('unsupported')
})
