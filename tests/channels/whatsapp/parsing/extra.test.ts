/** Extras of a message beside text and file. */
import { describe, expect, test } from 'bun:test'
import type { proto } from '@whiskeysockets/baileys'
import { cardOf, vcardOf } from '../../../../src/channels/whatsapp/parsing/cards'
import { parse } from '../../../../src/channels/whatsapp/parsing/parse'
import { personName } from '../../../../src/platform/text'
import { createRandom } from '../../../support/random'

const KEY = { id: 'ABC', remoteJid: '5511999990000@s.whatsapp.net', fromMe: false }
const AROUND = { otherHalf: () => null }
const FILE = { mimetype: 'video/mp4', url: 'https://mmg.whatsapp.net/v/x', mediaKey: new Uint8Array(32) }
const read = (message: proto.IMessage) => parse({ key: KEY, messageTimestamp: 1_700_000_000, message }, AROUND)
const extraOf = (message: proto.IMessage) => read(message)?.extra

test('a plain message has no extra', () => {
  expect(extraOf({ conversation: 'oi' })).toBeNull()
  expect(extraOf({ extendedTextMessage: { text: 'oi', contextInfo: { stanzaId: 'Q' } } })).toBeNull()
})

describe('a link', () => {
  const link = (more: proto.Message.IExtendedTextMessage) => {
    const { matchedText } = { matchedText: 'https://shop.example/x', ...more }
    return extraOf({ extendedTextMessage: { text: `see ${matchedText}`, matchedText, title: 'Shop', ...more } })
  }

  test('has the preview from the sender’s phone', () => {
    expect(link({ description: 'Shoes', jpegThumbnail: Uint8Array.of(0xff, 0xd8) })).toEqual({
      preview: {
        url: 'https://shop.example/x',
        title: 'Shop',
        description: 'Shoes',
        thumbnail: 'data:image/jpeg;base64,/9g=',
      },
    })
  })

  test('without a preview is plain text', () => {
    expect(link({ title: '' })).toBeNull()
  })

  test('without scheme is https; other schemes are dropped', () => {
    expect(link({ matchedText: 'shop.example' })?.preview?.url).toBe('https://shop.example')
    for (const matchedText of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'x'.repeat(3000)])
      expect(link({ matchedText })).toBeNull()
  })

  test('drops an oversized thumbnail and truncates long texts', () => {
    const preview = link({ title: 'x'.repeat(1000), jpegThumbnail: new Uint8Array(200_000) })?.preview
    expect(preview?.thumbnail).toBeNull()
    expect(preview?.title).toHaveLength(300)
  })
})

describe('marks', () => {
  const forwarded = (forwardingScore?: number) =>
    extraOf({
      extendedTextMessage: { text: 'x', contextInfo: { isForwarded: true, forwardingScore: forwardingScore ?? null } },
    })

  test('forwarded once, many times, or an unknown number of times', () => {
    expect(forwarded(1)).toEqual({ forwarded: 'once', forwardingScore: 1 })
    expect(forwarded(7)).toEqual({ forwarded: 'often', forwardingScore: 7 })
    expect(forwarded()).toEqual({ forwarded: 'once', forwardingScore: 1 })
  })

  test('view-once, in any wrapper or on the file itself', () => {
    const imageMessage = { ...FILE, mimetype: 'image/jpeg' }
    for (const message of [
      { viewOnceMessage: { message: { imageMessage } } },
      { viewOnceMessageV2: { message: { imageMessage } } },
      { viewOnceMessageV2Extension: { message: { audioMessage: FILE } } },
      { imageMessage: { ...imageMessage, viewOnce: true } },
      { ephemeralMessage: { message: { viewOnceMessageV2: { message: { imageMessage } } } } },
    ])
      expect(extraOf(message)).toMatchObject({ viewOnce: true })
  })

  test('disappearing, with its time', () => {
    expect(extraOf({ extendedTextMessage: { text: 'x', contextInfo: { expiration: 86_400 } } })).toEqual({
      expiresIn: 86_400,
    })
    expect(extraOf({ ephemeralMessage: { message: { extendedTextMessage: { text: 'x' } } } })).toEqual({ expiresIn: 0 })
  })

  test('album', () => {
    const messageAssociation = { associationType: 1, parentMessageKey: { id: 'COVER' } }
    expect(extraOf({ messageContextInfo: { messageAssociation }, imageMessage: FILE })).toEqual({ album: 'COVER' })
  })

  test('GIF and video note', () => {
    expect(extraOf({ videoMessage: { ...FILE, gifPlayback: true } })).toEqual({ playback: 'gif' })
    expect(extraOf({ ptvMessage: FILE })).toEqual({ playback: 'note' })
    expect(extraOf({ videoMessage: FILE })).toBeNull()
  })
})

describe('places, polls, events, prices, buttons', () => {
  test('a location and a live location', () => {
    const at = { degreesLatitude: -22.9, degreesLongitude: -43.2 }
    expect(extraOf({ locationMessage: { ...at, name: 'Loja', address: 'Rua A, 10' } })).toEqual({
      place: { latitude: -22.9, longitude: -43.2, name: 'Loja', address: 'Rua A, 10', live: false },
    })
    expect(extraOf({ liveLocationMessage: { ...at, caption: 'coming' } })).toEqual({
      place: { latitude: -22.9, longitude: -43.2, name: 'coming', address: null, live: true },
    })
  })

  test('an invalid location becomes 0, 0', () => {
    expect(extraOf({ locationMessage: { degreesLatitude: Number.NaN } })?.place).toMatchObject({
      latitude: 0,
      longitude: 0,
    })
  })

  test('a poll without votes, with its secret', () => {
    const found = read({
      messageContextInfo: { messageSecret: new Uint8Array(32) },
      pollCreationMessageV3: { name: 'When?', options: [{ optionName: 'now' }], selectableOptionsCount: 1 },
    })
    expect(found).toMatchObject({
      kind: 'poll',
      extra: { poll: { question: 'When?', options: [{ name: 'now', votes: 0 }], choices: 1 } },
      secret: Buffer.alloc(32).toString('base64'),
    })
  })

  test('the result of a poll', () => {
    const pollVotes = [{ optionName: 'now', optionVoteCount: 3 }]
    expect(extraOf({ pollResultSnapshotMessage: { name: 'When?', pollVotes } })).toEqual({
      poll: { question: 'When?', options: [{ name: 'now', votes: 3 }], choices: 0 },
    })
  })

  test('time and place of an event', () => {
    const eventMessage = { name: 'Party', startTime: 1_700_000_000, location: { name: 'Loja' }, isCanceled: true }
    expect(extraOf({ eventMessage })).toEqual({
      event: { startsAt: 1_700_000_000_000, endsAt: null, place: 'Loja', isCanceled: true },
    })
  })

  test('prices of products and orders', () => {
    expect(
      extraOf({ productMessage: { product: { title: 'Shoe', priceAmount1000: 99_900, currencyCode: 'BRL' } } }),
    ).toEqual({ price: { amount1000: 99_900, currency: 'BRL', count: null } })
    const orderMessage = { itemCount: 2, totalAmount1000: 5_000, totalCurrencyCode: 'BRL' }
    expect(extraOf({ orderMessage })).toEqual({ price: { amount1000: 5_000, currency: 'BRL', count: 2 } })
  })

  test('buttons, without invalid ones', () => {
    const buttons = [{ buttonParamsJson: '{"display_text":"Buy"}' }, { buttonParamsJson: '{nonsense' }, {}]
    expect(extraOf({ interactiveMessage: { body: { text: 'x' }, nativeFlowMessage: { buttons } } })).toEqual({
      buttons: ['Buy'],
    })
    const sections = [{ rows: [{ title: 'Sales' }, { title: 'Support' }] }]
    expect(extraOf({ listMessage: { title: 'x', sections } })).toEqual({ buttons: ['Sales', 'Support'] })
  })

  test('an unknown kind of business message has its name', () => {
    expect(extraOf({ requestPaymentMessage: { amount1000: 1 } })).toEqual({ unknown: 'request payment' })
  })
})

describe('contact cards', () => {
  const CARD = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    'N:Lima;Marcos;;;',
    'FN:Marcos Lima\\, filho',
    'item1.TEL;waid=5521999990000:+55 21 99999-',
    ' 0000',
    'TEL;type=WORK:190',
    'EMAIL:x@example.com',
    'END:VCARD',
  ].join('\r\n')

  test('are read with their numbers, folded lines and escaped signs included', () => {
    expect(cardOf(CARD)).toEqual({
      name: 'Marcos Lima, filho',
      numbers: [
        { number: '+55 21 99999-0000', account: '5521999990000' },
        { number: '190', account: null },
      ],
    })
    expect(extraOf({ contactMessage: { displayName: 'Marcos', vcard: CARD } })?.cards?.[0]?.name).toBe('Marcos')
  })

  test('of old phones are decoded', () => {
    const old =
      'BEGIN:VCARD\nVERSION:2.1\nFN;ENCODING=QUOTED-PRINTABLE:Z=C3=A9=\n=6Cia\nTEL;CELL:+55 11 98801-5001\nEND:VCARD'
    expect(extraOf({ contactMessage: { vcard: old } })?.cards).toEqual([
      { name: 'Zélia', numbers: [{ number: '+55 11 98801-5001', account: null }] },
    ])
  })

  test('survive a round trip', () => {
    const card = { name: 'Ana; Bia, & Cia\\', numbers: [{ number: '+5521999990000', account: '5521999990000' }] }
    expect(cardOf(vcardOf(card))).toEqual(card)
  })

  test('every name that is written into a card comes back', () => {
    const { below, pick } = createRandom(20_261_129)
    const pieces = [...'\\;,:=" .nN', '\\n', '\\N', '\\;', '=3D', 'END:VCARD', 'item1.TEL:', 'Ana', 'ção', '🌸', '<b>']
    for (let n = 0; n < 500; n++) {
      const name = personName(`x${Array.from({ length: below(8) }, () => pick(pieces)).join('')}x`)
      expect(cardOf(vcardOf({ name, numbers: [] })).name).toBe(name)
    }
  })

  test('that are invalid have no numbers', () => {
    expect(cardOf('')).toEqual({ name: '', numbers: [] })
    expect(cardOf('nothing of the kind')).toEqual({ name: '', numbers: [] })
  })
})

describe('a quotation', () => {
  const quoting = (contextInfo: proto.IContextInfo, key = KEY) =>
    parse({ key, message: { extendedTextMessage: { text: 'yes', contextInfo } } }, AROUND)

  test('has kind and author', () => {
    const participant = '5511988887777:3@s.whatsapp.net'
    const quotedMessage = { ephemeralMessage: { message: { imageMessage: { ...FILE, caption: 'look' } } } }
    expect(quoting({ stanzaId: 'Q', participant, quotedMessage })).toMatchObject({
      quotedExternalId: 'Q',
      quotedBody: 'look',
      quotedKind: 'image',
      quotedAuthor: [{ kind: 'phone', value: '5511988887777' }],
    })
    expect(quoting({ stanzaId: 'Q', quotedMessage: { contactMessage: { displayName: 'Bia' } } })).toMatchObject({
      quotedKind: 'vcard',
      quotedBody: 'Bia',
    })
  })
})
