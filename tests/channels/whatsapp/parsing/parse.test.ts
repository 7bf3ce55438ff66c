/** Parsing of WhatsApp's messages. */
import { describe, expect, test } from 'bun:test'
import type { proto, WAMessage } from '@whiskeysockets/baileys'
import { parse } from '../../../../src/channels/whatsapp/parsing/parse'

const KEY = { id: 'ABC', remoteJid: '5511999990000@s.whatsapp.net', remoteJidAlt: '111222333@lid', fromMe: false }
const AROUND = { otherHalf: () => null }
const bytes = (length: number) => new Uint8Array(length).fill(7)
const FILE = {
  mimetype: 'image/jpeg',
  url: 'https://mmg.whatsapp.net/v/x',
  directPath: '/v/x',
  mediaKey: bytes(32),
  fileSha256: bytes(32),
  fileEncSha256: bytes(32),
  fileLength: 1234,
}
const QUOTE = { stanzaId: 'Q1', quotedMessage: { conversation: 'what time?' } }

function read(message: proto.IMessage, more: Partial<WAMessage> = {}) {
  return parse({ key: KEY, messageTimestamp: 1_700_000_000, pushName: 'Ana', message, ...more }, AROUND)
}

const KINDS: readonly [string, proto.IMessage, string, string][] = [
  ['plain text', { conversation: 'oi' }, 'chat', 'oi'],
  ['text with context', { extendedTextMessage: { text: 'oi' } }, 'chat', 'oi'],
  ['an image with caption', { imageMessage: { ...FILE, caption: 'look' } }, 'image', 'look'],
  ['a video', { videoMessage: { ...FILE, mimetype: 'video/mp4' } }, 'video', ''],
  ['a round video note', { ptvMessage: { ...FILE, mimetype: 'video/mp4' } }, 'video', ''],
  ['music', { audioMessage: { ...FILE, mimetype: 'audio/mpeg' } }, 'audio', ''],
  ['a voice note', { audioMessage: { ...FILE, ptt: true } }, 'ptt', ''],
  ['a document', { documentMessage: { ...FILE, fileName: 'a.pdf' } }, 'document', ''],
  [
    'a document with caption',
    { documentWithCaptionMessage: { message: { documentMessage: { ...FILE, caption: 'nota' } } } },
    'document',
    'nota',
  ],
  ['a sticker', { stickerMessage: { ...FILE, mimetype: 'image/webp' } }, 'sticker', ''],
  [
    'a disappearing text',
    { ephemeralMessage: { message: { extendedTextMessage: { text: 'soon gone' } } } },
    'chat',
    'soon gone',
  ],
  ['a view-once image', { viewOnceMessageV2: { message: { imageMessage: FILE } } }, 'image', ''],
  [
    'wrappers in wrappers',
    { ephemeralMessage: { message: { viewOnceMessage: { message: { conversation: 'deep' } } } } },
    'chat',
    'deep',
  ],
  [
    'a place',
    { locationMessage: { degreesLatitude: -22.9, degreesLongitude: -43.2, name: 'Rio' } },
    'location',
    'Rio\nhttps://maps.google.com/?q=-22.9,-43.2',
  ],
  ['a contact card', { contactMessage: { displayName: 'Bia', vcard: 'BEGIN:VCARD' } }, 'vcard', 'Bia'],
  [
    'several contact cards',
    { contactsArrayMessage: { contacts: [{ vcard: 'FN:Ana' }, { vcard: 'N:Lima;Beto;;;' }] } },
    'vcard',
    'Ana, Beto Lima',
  ],
  ['a button pressed', { buttonsResponseMessage: { selectedDisplayText: 'Yes' } }, 'chat', 'Yes'],
  ['a list entry chosen', { listResponseMessage: { title: 'Sales' } }, 'chat', 'Sales'],
  [
    'a poll',
    { pollCreationMessageV3: { name: 'When?', options: [{ optionName: 'now' }, { optionName: 'later' }] } },
    'poll',
    'When?\n◻ now\n◻ later',
  ],
  [
    'an invitation to a group',
    { groupInviteMessage: { groupName: 'Neighbours', caption: 'come' } },
    'invite',
    'Neighbours\ncome',
  ],
  [
    'buttons to press',
    { buttonsMessage: { contentText: 'Pick', footerText: 'Shop', buttons: [{ buttonText: { displayText: 'A' } }] } },
    'chat',
    'Pick\nShop',
  ],
  ['a list', { listMessage: { title: 'Menu', description: 'Choose' } }, 'chat', 'Menu\nChoose'],
  [
    'a template',
    { templateMessage: { hydratedTemplate: { hydratedContentText: 'Your order left' } } },
    'chat',
    'Your order left',
  ],
  [
    'a template with a picture',
    { templateMessage: { hydratedFourRowTemplate: { hydratedContentText: 'Sale', imageMessage: FILE } } },
    'image',
    'Sale',
  ],
  [
    'cards to swipe',
    { interactiveMessage: { carouselMessage: { cards: [{ body: { text: 'One' } }, { body: { text: 'Two' } }] } } },
    'chat',
    'One\nTwo',
  ],
  ['a product', { productMessage: { product: { title: 'Shoe', description: 'Red' } } }, 'product', 'Shoe\nRed'],
  ['an order', { orderMessage: { orderTitle: 'Cart', message: 'please' } }, 'order', 'Cart\nplease'],
  ['an event', { eventMessage: { name: 'Party', description: 'at ours' } }, 'event', 'Party\nat ours'],
  ['a text without anything to see', { conversation: ' \n\u200B\u2800\u202E' }, 'unsupported', ''],
  [
    'a text with something to see behind much that is not',
    { conversation: `${' '.repeat(9_000)}oi` },
    'chat',
    `${' '.repeat(9_000)}oi`,
  ],
  [
    'buttons whose words we do not find',
    { interactiveMessage: { nativeFlowMessage: { buttons: [{ name: 'payment_info', buttonParamsJson: '{}' }] } } },
    'unsupported',
    '',
  ],
  ['what nobody has met yet', { requestPaymentMessage: { amount1000: 1 } }, 'unsupported', ''],
  ['text beside a group key', { senderKeyDistributionMessage: { groupId: 'x' }, conversation: 'oi' }, 'chat', 'oi'],
  ['text beside a context', { messageContextInfo: { messageSecret: bytes(32) }, conversation: 'oi' }, 'chat', 'oi'],
]

describe('converts every kind of content', () => {
  for (const [what, message, kind, body] of KINDS) {
    test(what, () => expect(read(message)).toMatchObject({ kind, body }))
  }
})

const NOISE: readonly [string, proto.IMessage][] = [
  ['a protocol message', { protocolMessage: { type: 0 } }],
  ['a group key alone', { senderKeyDistributionMessage: { groupId: 'x' } }],
  ['a reaction', { reactionMessage: { text: '👍' } }],
  ['an edit', { editedMessage: { message: { conversation: 'better' } } }],
  ['a vote', { pollUpdateMessage: {} }],
  ['the cover of an album', { albumMessage: { expectedImageCount: 2 } }],
  ['only a context', { messageContextInfo: {} }],
]

describe('actions on other messages are not messages', () => {
  for (const [what, message] of NOISE) test(what, () => expect(read(message)).toBeNull())
})

test('status posts, newsletters and bots are ignored', () => {
  for (const remoteJid of ['status@broadcast', '123@newsletter', '13135550002@bot']) {
    expect(read({ conversation: 'x' }, { key: { id: 'A', remoteJid } })).toBeNull()
    // The stanza of a status post has both addresses of its author.
    const posted = { participant: '111222333@lid', remoteJidAlt: '5511999990000@s.whatsapp.net' }
    expect(read({ conversation: 'x' }, { key: { id: 'A', remoteJid, ...posted } })).toBeNull()
  }
})

test('a person has both addresses, the stanza’s first, without device', () => {
  const found = read(
    { conversation: 'x' },
    { key: { ...KEY, remoteJid: '111222333:7@lid', remoteJidAlt: '5511999990000:7@s.whatsapp.net' } },
  )
  expect(found?.chat).toEqual([
    { kind: 'lid', value: '111222333' },
    { kind: 'phone', value: '5511999990000' },
  ])
})

test('an address that is missing in the stanza comes from the account’s known pairs', () => {
  const otherHalf = (kind: string, value: string) => (kind === 'phone' && value === '5511999990000' ? '42' : null)
  const key = { id: 'A', remoteJid: KEY.remoteJid }
  expect(parse({ key, message: { conversation: 'x' } }, { otherHalf })?.chat).toEqual([
    { kind: 'phone', value: '5511999990000' },
    { kind: 'lid', value: '42' },
  ])
})

test('a group message has the group as chat and its sender as author', () => {
  const key = { id: 'A', remoteJid: '1203-55@g.us', participant: '111:2@lid', participantAlt: '5511@s.whatsapp.net' }
  expect(read({ conversation: 'x' }, { key })).toMatchObject({
    isGroup: true,
    chat: [{ kind: 'group', value: '1203-55' }],
    author: {
      addresses: [
        { kind: 'lid', value: '111' },
        { kind: 'phone', value: '5511' },
      ],
      name: 'Ana',
    },
  })
})

test('a message from a broadcast list belongs to the sender’s chat', () => {
  const key = { id: 'A', remoteJid: '999@broadcast', participant: '5511@s.whatsapp.net' }
  expect(read({ conversation: 'x' }, { key })).toMatchObject({
    isGroup: false,
    chat: [{ kind: 'phone', value: '5511' }],
  })
})

test('a message from the company’s own phone is ours, and its name is not the contact’s', () => {
  expect(read({ conversation: 'x' }, { key: { ...KEY, fromMe: true } })).toMatchObject({ fromMe: true, pushName: null })
})

test('a quote has id and text', () => {
  expect(read({ extendedTextMessage: { text: 'at 3', contextInfo: QUOTE } })).toMatchObject({
    quotedExternalId: 'Q1',
    quotedBody: 'what time?',
  })
  expect(read({ imageMessage: { ...FILE, contextInfo: QUOTE } })).toMatchObject({ quotedExternalId: 'Q1' })
  const quotedMessage = { extendedTextMessage: { text: 'oi @901', contextInfo: { mentionedJid: ['901@lid'] } } }
  expect(read({ extendedTextMessage: { text: 'oi', contextInfo: { ...QUOTE, quotedMessage } } })).toMatchObject({
    quotedBody: 'oi @901',
    quotedMentions: [{ token: '901' }],
  })
})

test('a document has a plausible page count', () => {
  const pagesOf = (pageCount: number) => {
    const read1 = read({ documentMessage: { ...FILE, fileName: 'a.pdf', pageCount } })
    return read1?.media?.pages ?? null
  }
  expect([7, 0, 4_000_000_000].map(pagesOf)).toEqual([7, null, null])
})

test('a voice note has seconds, a waveform of 64 levels and a hash', () => {
  const waveform = Uint8Array.from({ length: 64 }, (_, i) => i)
  const found = read({ audioMessage: { ...FILE, ptt: true, seconds: 9, waveform, mimetype: 'audio/ogg; codecs=opus' } })
  expect(found?.media).toMatchObject({
    seconds: 9,
    size: 1234,
    mimetype: 'audio/ogg; codecs=opus',
    sha256: '07'.repeat(32),
  })
  expect(found?.media?.waveform).toHaveLength(64)
})

test('an image has dimensions and a thumbnail', () => {
  const found = read({
    imageMessage: { ...FILE, width: 640, height: 480, jpegThumbnail: Uint8Array.of(0xff, 0xd8, 0xff) },
  })
  expect(found?.media).toMatchObject({ width: 640, height: 480, thumbnail: 'data:image/jpeg;base64,/9j/' })
})

test('a file without key becomes a message without file', () => {
  expect(read({ imageMessage: { caption: 'x' } })).toMatchObject({ kind: 'image', body: 'x', media: null })
})

test('a view-once message that only the phone can show is marked as such', () => {
  const found = parse({ key: { ...KEY, isViewOnce: true }, messageTimestamp: 1 }, AROUND)
  expect(found).toMatchObject({ kind: 'viewOnce', body: '', extra: { viewOnce: true }, sentAt: 1000 })
})
