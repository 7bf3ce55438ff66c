import { describe, expect, test } from 'bun:test'
import { readStoredMessage } from '../../../src/channels/whatsapp/parsing/stored'
import { type MovedMessage, readRow } from '../../../src/tickets/moving-in/read-row'
import { externalIdOf } from '../../../src/tickets/moving-in/write-slice'
import { ANA, json, type MessageRow, row } from './support'

const isAttendant = (name: string) => ['Carla', 'Davi Souza'].includes(name)
const read = (fields: Partial<MessageRow>) => readRow(row(fields), isAttendant)
function messageIn(fields: Partial<MessageRow>): Pick<MovedMessage, 'kind' | 'body' | 'extra' | 'media'> {
  const found = read(fields)
  if (found.is !== 'message') throw new Error(`is ${found.is}`)
  const { kind, body, extra, media } = found
  return { kind, body, extra, media }
}

/** The start of every JPEG. */
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4])
const THUMBNAIL = `data:image/jpeg;base64,${JPEG.toString('base64')}`
const VCARD =
  'BEGIN:VCARD\nVERSION:3.0\nN:Lima;Rui;;;\nFN:Rui Lima\nitem1.TEL;waid=5511988887777:+55 11 98888-7777\nitem1.X-ABLabel:Celular\nEND:VCARD'
const RUI = { name: 'Rui Lima', numbers: [{ number: '+55 11 98888-7777', account: '5511988887777' }] }
const place = (name: string | null, address: string | null = null, live = false) => ({
  latitude: -23.561,
  longitude: -46.656,
  name,
  address,
  live,
})
const MAP = 'https://maps.google.com/?q=-23.561,-46.656'

describe('texts of other products', () => {
  const long = 'a'.repeat(300)
  test.each<[string, Partial<MessageRow>, object]>([
    ['plain', { body: 'oi' }, { kind: 'chat', body: 'oi', extra: null }],
    [
      'an automatic one',
      { body: '\u200E Olá!', fromMe: true },
      { body: 'Olá!', extra: { origin: { by: 'bot', name: '' } } },
    ],
    ['a mark of others says nothing', { body: '\u200Eoi' }, { body: 'oi', extra: null }],
    ['signed', { body: '*Carla:*\noi', fromMe: true }, { body: '*Carla:*\noi', extra: { signature: 'Carla' } }],
    [
      'signed as in Izing',
      { body: '*Davi Souza*:\n oi', fromMe: true },
      { body: '*Davi Souza:*\noi', extra: { signature: 'Davi Souza' } },
    ],
    [
      'a heading is no signature',
      { body: '*Promoção:*\nhoje', fromMe: true },
      { body: '*Promoção:*\nhoje', extra: null },
    ],
    ['of a contact it is no signature', { body: '*Carla:*\noi' }, { extra: null }],
    ['forwarded', { body: 'oi', isForwarded: true }, { extra: { forwarded: 'once', forwardingScore: 1 } }],
    [
      'of a campaign',
      { body: 'oi', fromMe: true, sendType: 'campaign' },
      { extra: { origin: { by: 'campaign', name: '' } } },
    ],
    ['of an attendant', { body: 'oi', fromMe: true, sendType: 'chat' }, { extra: null }],
    [
      'with mentions of Ticketz',
      { body: `oi @[${Buffer.from('{"contactId":3,"name":"Rui","number":"5511988887777"}').toString('base64')}]` },
      { body: 'oi @5511988887777', extra: { mentions: [{ token: '5511988887777', name: 'Rui' }] } },
    ],
    ['with brackets', { body: 'oi @[aaaaaaaa] tudo' }, { body: 'oi @[aaaaaaaa] tudo', extra: null }],
    ['with a picture within', { body: `veja data:image/png;base64,${long}` }, { body: 'veja' }],
    [
      'unknown to Ticketz',
      { body: 'unsupported message: requestPaymentMessage' },
      { kind: 'unsupported', body: '', extra: { unknown: 'request payment' } },
    ],
    [
      'a missed call',
      { mediaType: 'call_log', body: 'Chamada de voz/vídeo perdida às 12:00' },
      { kind: 'call', body: '', extra: { call: { isVideo: false, outcome: 'missed' } } },
    ],
    [
      'nothing known',
      { mediaType: 'newKindMessage', body: '' },
      { kind: 'unsupported', extra: { unknown: 'newKindMessage' } },
    ],
  ])('%s', (_, fields, expected) => {
    expect(messageIn(fields)).toMatchObject(expected)
  })

  test.each<[string, string, object]>([
    [
      'with a picture',
      `data:image/png;base64,${long}|https://maps.google.com/maps?q=-23.561%2C-46.656&z=17&hl=pt-BR|-23.561, -46.656 `,
      { body: MAP, extra: { place: place(null) } },
    ],
    [
      'with blanks and a name',
      `data:image/png;base64, ${long} | https://maps.google.com/maps?q=-23.561%2C-46.656&z=17&hl=pt-BR|Loja\nRua A, 1`,
      { body: `Loja\nRua A, 1\n${MAP}`, extra: { place: place('Loja', 'Rua A, 1') } },
    ],
    [
      'of Ticketz',
      '📍\n*Loja*\n_Rua A, 1_\nhttps://maps.google.com/maps?q=-23.561%2C-46.656&z=17&hl=pt-BR\n',
      { extra: { place: place('Loja', 'Rua A, 1') } },
    ],
    ['live', 'Latitude: -23.561 - Longitude: -46.656', { extra: { place: place(null, null, true) } }],
  ])('a location %s', (_, body, expected) => {
    expect(messageIn({ body, mediaType: 'location' })).toMatchObject({ kind: 'location', ...expected })
  })

  test.each<[string, string, readonly object[]]>([
    ['as it is', VCARD, [RUI]],
    ['in the JSON of Ticketz', JSON.stringify({ ticketzvCard: [{ displayName: 'Rui Lima', vcard: VCARD }] }), [RUI]],
    ['twice', `${VCARD}\n${VCARD.replaceAll('Rui', 'Ivo')}`, [RUI, { ...RUI, name: 'Ivo Lima' }]],
    [
      'as lines',
      ' Rui Lima: 📞5511988887777\n Ivo: 📞5511977776666\n',
      [
        { name: 'Rui Lima', numbers: [{ number: '5511988887777', account: null }] },
        { name: 'Ivo', numbers: [{ number: '5511977776666', account: null }] },
      ],
    ],
  ])('a card %s', (_, body, cards) => {
    expect(messageIn({ body, mediaType: 'contactMessage' })).toMatchObject({ kind: 'vcard', extra: { cards } })
  })

  test('an ad of the 2025 fork', () => {
    const body = `data:image/png;base64, ${JPEG.toString('base64')} | https://fb.me/x | Bolos | Peça já | quero um|dois`
    expect(messageIn({ body, mediaType: 'adMetaPreview' })).toMatchObject({
      kind: 'chat',
      body: 'quero um|dois',
      extra: {
        referral: { kind: 'ad', title: 'Bolos', text: 'Peça já', url: 'https://fb.me/x', thumbnail: THUMBNAIL },
      },
    })
  })

  test('a text longer than ours can be is cut', () => {
    expect(read({ body: 'a'.repeat(70_000) })).toMatchObject({ isCut: true })
    expect(messageIn({ body: 'a'.repeat(70_000) }).body).toHaveLength(65_536)
  })
})

describe('files of other products', () => {
  test.each<[string, Partial<MessageRow>, string, string]>([
    [
      'a picture without caption',
      { mediaType: 'image', mediaPath: 'company1/foto 1.jpeg', body: 'foto 1.jpeg' },
      'image',
      '',
    ],
    ['a picture with caption', { mediaType: 'image', mediaPath: 'a.jpeg', body: 'olha só' }, 'image', 'olha só'],
    ['a document', { mediaType: 'application', mediaPath: 'x/nota.8821.pdf', body: 'nota.pdf' }, 'document', ''],
    ['a text file', { mediaType: 'text', mediaPath: 'x/lista.txt', body: '' }, 'document', ''],
    ['a voice note', { mediaType: 'audio', mediaPath: 'x.ogg', body: 'Áudio' }, 'ptt', ''],
    ['a voice note of Ticketz', { mediaType: 'audio', mediaPath: 'media/1/2/3/abc/x.ogg', body: '🔊' }, 'ptt', ''],
    ['music', { mediaType: 'audio', mediaPath: 'x.mp3', body: 'x.mp3' }, 'audio', ''],
    ['a sticker', { mediaType: 'image', mediaPath: 'x.webp', body: 'sticker' }, 'sticker', ''],
    ['a video', { mediaType: 'video', mediaPath: 'x.mp4', body: 'x.mp4' }, 'video', ''],
    ['without a kind', { mediaType: null, mediaPath: 'x.png', body: '' }, 'image', ''],
    ['one that was never stored', { mediaType: 'image', body: 'legenda' }, 'image', 'legenda'],
    [
      'with an accent in the other form',
      { mediaType: 'application', mediaPath: 'relatório.pdf'.normalize('NFD'), body: 'relatório.pdf' },
      'document',
      '',
    ],
  ])('%s', (_, fields, kind, body) => {
    expect(messageIn(fields)).toMatchObject({ kind, body })
  })
})

describe('WhatsApp’s message in JSON', () => {
  const bytes = Buffer.alloc(32, 7)
  const forms: readonly [string, unknown][] = [
    ['base64', bytes.toString('base64')],
    ['a Buffer with base64', { type: 'Buffer', data: bytes.toString('base64') }],
    ['a Buffer with numbers', { type: 'Buffer', data: [...bytes] }],
    ['an object of numbers', { ...bytes }],
  ]
  test.each(forms)('has bytes as %s', (_, mediaKey) => {
    const image = {
      mediaKey,
      directPath: '/v/t62',
      mimetype: 'image/jpeg',
      fileLength: { low: 1234, high: 0, unsigned: true },
      width: 800,
      height: 600,
      caption: 'vitrine',
    }
    const found = messageIn({
      mediaType: 'image',
      mediaPath: 'a.jpg',
      body: 'vitrine',
      dataJson: json({ imageMessage: image }),
    })
    expect(found).toMatchObject({ kind: 'image', body: 'vitrine', media: { size: 1234, width: 800, height: 600 } })
    expect(found.media?.downloadKey).toContain(bytes.toString('base64'))
  })

  test.each<[unknown, number]>([
    [1_771_000_000, 1_771_000_000_000],
    ['1771000000', 1_771_000_000_000],
    [{ low: 1_771_000_000, high: 0, unsigned: true }, 1_771_000_000_000],
  ])('has its time as %p', (messageTimestamp, sentAt) => {
    expect(readStoredMessage(json({ conversation: 'oi' }, {}, { messageTimestamp }))?.message?.sentAt).toBe(sentAt)
  })

  const key = { mediaKey: bytes.toString('base64'), directPath: '/v/t62' }
  test.each<[string, object, object]>([
    ['text', { conversation: 'oi' }, { kind: 'chat', body: 'corpo' }],
    [
      'text with preview, forwarded often',
      {
        extendedTextMessage: {
          text: 'veja https://a.example',
          matchedText: 'https://a.example',
          title: 'A',
          description: 'B',
          jpegThumbnail: JPEG.toString('base64'),
          contextInfo: { isForwarded: true, forwardingScore: 7 },
        },
      },
      { kind: 'chat', extra: { forwarded: 'often', forwardingScore: 7 } },
    ],
    [
      'a voice note',
      {
        audioMessage: {
          ...key,
          ptt: true,
          seconds: 7,
          mimetype: 'audio/ogg; codecs=opus',
          waveform: Buffer.alloc(64, 50).toString('base64'),
        },
      },
      { kind: 'ptt', body: '', media: { seconds: 7, waveform: Array(64).fill(50) } },
    ],
    [
      'a GIF',
      { videoMessage: { ...key, gifPlayback: true, mimetype: 'video/mp4', gifAttribution: 'TENOR' } },
      { kind: 'video', extra: { playback: 'gif' } },
    ],
    [
      'a document with caption',
      {
        documentWithCaptionMessage: {
          message: {
            documentMessage: {
              ...key,
              fileName: 'nota.pdf',
              pageCount: 3,
              mimetype: 'application/pdf',
              caption: 'corpo',
            },
          },
        },
      },
      { kind: 'document', body: 'corpo', media: { name: 'nota.pdf', pages: 3 } },
    ],
    ['a sticker', { stickerMessage: { ...key, mimetype: 'image/webp' } }, { kind: 'sticker', body: '' }],
    [
      'a location',
      { locationMessage: { degreesLatitude: -23.561, degreesLongitude: -46.656, name: 'Loja' } },
      { kind: 'location', extra: { place: place('Loja') } },
    ],
    [
      'a live location',
      { liveLocationMessage: { degreesLatitude: -23.561, degreesLongitude: -46.656, caption: 'a caminho' } },
      { kind: 'location', extra: { place: place('a caminho', null, true) } },
    ],
    [
      'a card',
      { contactMessage: { displayName: 'Rui Lima', vcard: VCARD } },
      { kind: 'vcard', extra: { cards: [RUI] } },
    ],
    [
      'cards',
      {
        contactsArrayMessage: {
          contacts: [{ displayName: 'Rui Lima', vcard: VCARD }, { vcard: VCARD.replaceAll('Rui', 'Ivo') }],
        },
      },
      { kind: 'vcard', extra: { cards: [RUI, { ...RUI, name: 'Ivo Lima' }] } },
    ],
    [
      'a poll',
      {
        pollCreationMessageV3: {
          name: 'Quando?',
          options: [{ optionName: 'Hoje' }, { optionName: 'Amanhã' }],
          selectableOptionsCount: 1,
        },
      },
      { kind: 'poll', extra: { poll: { question: 'Quando?', choices: 1 } } },
    ],
    [
      'an answer of a list',
      { listResponseMessage: { title: 'Suporte', singleSelectReply: { selectedRowId: '2' } } },
      { kind: 'chat', body: 'Suporte' },
    ],
    [
      'an answer of buttons',
      { templateButtonReplyMessage: { selectedId: '1', selectedDisplayText: 'Sim' } },
      { kind: 'chat', body: 'Sim' },
    ],
    [
      'view once',
      { viewOnceMessageV2: { message: { imageMessage: { ...key, mimetype: 'image/jpeg' } } } },
      { kind: 'image', extra: { viewOnce: true } },
    ],
    [
      'disappearing',
      { ephemeralMessage: { message: { extendedTextMessage: { text: 'oi', contextInfo: { expiration: 86_400 } } } } },
      { kind: 'chat', extra: { expiresIn: 86_400 } },
    ],
    [
      'an ad',
      {
        extendedTextMessage: {
          text: 'quero',
          contextInfo: {
            externalAdReply: {
              title: 'Bolos',
              body: 'Peça',
              sourceType: 'ad',
              sourceId: '99',
              sourceUrl: 'https://fb.me/x',
              ctwaClid: 'c',
            },
          },
        },
      },
      { kind: 'chat', extra: { referral: { kind: 'ad', title: 'Bolos', sourceId: '99', clickId: 'c' } } },
    ],
  ])('%s', (_, message, expected) => {
    expect(messageIn({ body: 'corpo', dataJson: json(message) })).toMatchObject(expected)
  })

  test('reactions, edits and deletions are about another message', () => {
    const target = { remoteJid: `${ANA}@s.whatsapp.net`, fromMe: true, id: 'T' }
    expect(
      read({
        mediaType: 'reactionMessage',
        body: '👍',
        dataJson: json({ reactionMessage: { key: target, text: '👍', senderTimestampMs: '1771000000123' } }),
      }),
    ).toMatchObject({ is: 'reaction', emoji: '👍', target: 'T' })
    expect(
      read({
        mediaType: 'reactionMessage',
        body: 'reaction',
        dataJson: json({ reactionMessage: { key: target, text: '' } }),
      }),
    ).toMatchObject({ is: 'reaction', emoji: null, target: 'T' })
    expect(
      read({
        body: 'novo',
        dataJson: json({
          protocolMessage: { key: target, type: 'MESSAGE_EDIT', editedMessage: { conversation: 'novo' } },
        }),
      }),
    ).toMatchObject({ is: 'edit', target: 'T', body: 'novo' })
    expect(read({ body: '', dataJson: json({ protocolMessage: { key: target, type: 'REVOKE' } }) })).toMatchObject({
      is: 'deletion',
      target: 'T',
    })
    expect(read({ body: '', dataJson: json({ senderKeyDistributionMessage: { groupId: 'x' } }) })).toEqual({
      is: 'nothing',
    })
  })

  test('an edit’s own message in the row of what it edits leaves that a message', () => {
    const edit = {
      editedMessage: {
        message: { protocolMessage: { key: { id: 'A' }, type: 14, editedMessage: { conversation: 'novo' } } },
      },
    }
    expect(
      messageIn({ id: 'A', externalId: 'A', body: 'novo', isEdited: true, dataJson: json(edit, { id: 'EDIT' }) }),
    ).toMatchObject({ kind: 'chat', body: 'novo' })
  })

  test('an edited text is theirs', () => {
    expect(messageIn({ body: 'novo', isEdited: true, dataJson: json({ conversation: 'velho' }) }).body).toBe('novo')
    const image = { imageMessage: { ...key, mimetype: 'image/jpeg', caption: 'velho' } }
    expect(messageIn({ body: 'novo', isEdited: true, mediaPath: 'a.jpg', dataJson: json(image) }).body).toBe('novo')
  })

  test.each<[string, string]>([
    ['cut', json({ conversation: 'oi' }).slice(0, -20)],
    ['of another kind', '[1,2]'],
    ['with types that do not fit', json({ extendedTextMessage: { text: 5, contextInfo: 'x' } })],
    ['without conversation', '{"message":{"conversation":"oi"}}'],
    ['too deep', `{"key":${'{"a":'.repeat(5000)}1${'}'.repeat(5001)}`],
    ['null', 'null'],
    ['empty', ''],
  ])('that is %s leaves the text', (_, dataJson) => {
    expect(messageIn({ body: 'texto', dataJson })).toMatchObject({ kind: 'chat', body: 'texto' })
  })

  test('names the sender by both addresses, whatever the product calls them', () => {
    const group = { remoteJid: '120363000000000001@g.us', participant: '99@lid', id: 'A' }
    const addresses = (key: object) => readStoredMessage(json({ conversation: 'oi' }, key))?.message?.author?.addresses
    for (const alt of [{ participantAlt: `${ANA}@s.whatsapp.net` }, { participant_pn: `${ANA}@s.whatsapp.net` }])
      expect(addresses({ ...group, ...alt })).toEqual([
        { kind: 'lid', value: '99' },
        { kind: 'phone', value: ANA },
      ])
    const chat = readStoredMessage(
      json({ conversation: 'oi' }, { remoteJid: '99@lid', sender_pn: `${ANA}@s.whatsapp.net`, id: 'A' }),
    )
    expect(chat?.message?.chat).toEqual([
      { kind: 'lid', value: '99' },
      { kind: 'phone', value: ANA },
    ])
  })
})

test.each<[string | null, string | null]>([
  ['3EB0ABC', '3EB0ABC'],
  ['true_5511999990001@c.us_3EB0ABC', '3EB0ABC'],
  ['false_120363000000000001@g.us_3EB0ABC_5511999990003@c.us', '3EB0ABC'],
  ['', null],
  [null, null],
])('the messenger’s id in %p is %p', (externalId, expected) => {
  expect(externalIdOf({ externalId })).toBe(expected)
})
