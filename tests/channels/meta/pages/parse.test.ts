import { describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import type { Incoming } from '../../../../src/channels/channel'
import { readPart, splitEntry } from '../../../../src/channels/meta/pages/parse'
import { readSignedRequest } from '../../../../src/channels/meta/pages/signed-request'
import type { Report } from '../../../../src/channels/meta/product'

const PAGE = '1000'
const ANA = '2000'
const AT = 1_767_225_600_123
const OURS = '3EB0AAAAAAAAAAAAAAAAAA'
const CDN = 'https://scontent.xx.fbcdn.net/v/nota.pdf?oe=1'

const from = (what: object) => ({ sender: { id: ANA }, recipient: { id: PAGE }, timestamp: AT, ...what })
const by = (what: object) => ({ sender: { id: PAGE }, recipient: { id: ANA }, timestamp: AT, ...what })
const entry = (...messaging: object[]) => ({ id: PAGE, time: AT, messaging })

function read(element: object, object = 'page'): Report[] {
  const parts = splitEntry(entry(element), object)
  return parts.flatMap((part) => readPart({ ...part, receivedAt: AT }, 'Ana Souza'))
}
const messagesIn = (reports: readonly Report[]): Incoming[] =>
  reports.flatMap((one) => (one.to === 'incoming' ? [one.what] : []))
const received = (message: object, object = 'page') =>
  messagesIn(read(from({ message: { mid: 'm_1', ...message } }), object))

test('names that every object inherits are unknown ones', () => {
  const named = (name: string) => read(from({ reaction: { mid: 'm_1', action: 'react', reaction: name } }))[0]?.what
  const [item] = received({ attachments: [{ type: 'constructor', payload: { url: CDN } }] })
  expect(item).toMatchObject({ kind: 'unsupported', extra: { unknown: 'constructor' } })
  for (const name of ['constructor', 'toString', '__proto__']) expect(named(name)).toMatchObject({ emoji: '❤️' })
})

describe('an entry', () => {
  test('becomes a part for each event, by person, also of what another app answers', () => {
    const parts = splitEntry(
      {
        ...entry(from({ message: { mid: 'm_1', text: 'oi' } }), by({ message: { mid: 'm_2', is_echo: true } })),
        standby: [from({ message: { mid: 'm_3', text: 'oi' } })],
      },
      'page',
    )
    expect(parts.map(({ to, chat, kind }) => ({ to, chat, kind }))).toEqual([
      { to: { account: PAGE }, chat: `psid:${ANA}`, kind: 'message' },
      { to: { account: PAGE }, chat: `psid:${ANA}`, kind: 'message' },
      { to: { account: PAGE }, chat: `psid:${ANA}`, kind: 'overheard message' },
    ])
    expect(splitEntry(entry(from({ message: { mid: 'm_1' } })), 'instagram')[0]?.chat).toBe(`igsid:${ANA}`)
  })

  test('gives a repeated event the same key, and two events different ones', () => {
    const keys = (element: object) => splitEntry(entry(element), 'page').map(({ key }) => key)
    const love = from({ reaction: { mid: 'm_1', action: 'react', reaction: 'love' } })
    expect(keys(love)).toEqual(keys(structuredClone(love)))
    expect(keys(love)).not.toEqual(keys(from({ reaction: { mid: 'm_1', action: 'unreact' } })))
  })

  test('that is malformed has no parts', () => {
    for (const odd of [null, 1, [], {}, { id: PAGE, messaging: 'x' }, entry({}, { sender: 1 }, from({ optin: {} }))])
      expect(splitEntry(odd, 'page')).toEqual([])
  })
})

describe('a message', () => {
  test('has its text, time, author and quote', () => {
    const [message] = received({ text: 'oi', reply_to: { mid: 'm_0' } })
    expect(message).toMatchObject({
      externalId: 'm_1',
      fromMe: false,
      chat: [{ kind: 'psid', value: ANA }],
      pushName: 'Ana Souza',
      kind: 'chat',
      body: 'oi',
      sentAt: AT,
      quotedExternalId: 'm_0',
    })
  })

  test('with several files becomes several, under ids that stay the same', () => {
    const attachments = ['image', 'video', 'audio', 'file'].map((type) => ({ type, payload: { url: CDN } }))
    const all = received({ text: 'veja', attachments })
    expect(all.map(({ externalId, kind, body }) => [externalId, kind, body])).toEqual([
      ['m_1', 'chat', 'veja'],
      ['m_1/1', 'image', ''],
      ['m_1/2', 'video', ''],
      ['m_1/3', 'audio', ''],
      ['m_1/4', 'document', ''],
    ])
    expect(all[4]?.media).toMatchObject({ name: 'nota.pdf', downloadKey: CDN })
  })

  test('may be a sticker, a place, a shared link, a card or something unknown', () => {
    const kinds = (attachment: object) =>
      received({ attachments: [attachment] }).map(({ kind, body, extra }) => ({ kind, body, extra }))
    expect(kinds({ type: 'image', payload: { url: CDN, sticker_id: 369 } })[0]?.kind).toBe('sticker')
    expect(kinds({ type: 'location', title: 'Loja', payload: { coordinates: { lat: 1, long: 2 } } })).toEqual([
      {
        kind: 'location',
        body: '',
        extra: { place: { latitude: 1, longitude: 2, name: 'Loja', address: null, live: false } },
      },
    ])
    const link = 'https://loja.example/mesa'
    expect(kinds({ type: 'fallback', title: 'Mesa', payload: { url: link } })).toMatchObject([
      { kind: 'chat', body: link, extra: { preview: { url: link, title: 'Mesa' } } },
    ])
    expect(kinds({ type: 'ig_reel', payload: { url: CDN, title: 'Reforma' } })).toMatchObject([
      { kind: 'video', body: 'Reforma' },
    ])
    const card = { template_type: 'generic', elements: [{ title: 'Mesa', buttons: [{ title: 'Comprar' }] }] }
    expect(kinds({ type: 'template', payload: card })).toMatchObject([
      { kind: 'chat', body: 'Mesa', extra: { buttons: ['Comprar'] } },
    ])
    expect(kinds({ type: 'hologram' })).toMatchObject([{ kind: 'unsupported', extra: { unknown: 'hologram' } }])
    expect(received({ is_unsupported: true })).toMatchObject([{ kind: 'unsupported' }])
  })

  test('beside a link is one message', () => {
    const url = 'https://loja.example/mesa'
    const fallback = { type: 'fallback', title: 'Mesa', payload: { url } }
    expect(received({ text: `veja ${url}`, attachments: [fallback] })).toMatchObject([{ body: `veja ${url}` }])
    expect(received({ text: 'veja', attachments: [fallback] })).toMatchObject([{ body: `veja\n${url}` }])
  })

  test('says that it answers or mentions a story', () => {
    const reply = received({ text: 'linda', reply_to: { story: { id: '9', url: CDN } } }, 'instagram')
    expect(reply).toMatchObject([{ kind: 'chat', extra: { story: { kind: 'reply', id: '9' } } }])
    const mention = received({ attachments: [{ type: 'story_mention', payload: { url: CDN } }] }, 'instagram')
    expect(mention).toMatchObject([{ kind: 'image', extra: { story: { kind: 'mention', id: null } } }])
  })

  test('says which button was tapped, and which ad led to it', () => {
    expect(received({ text: 'Sim', quick_reply: { payload: 'p1' } })).toMatchObject([{ extra: { tapped: 'p1' } }])
    const referral = { source: 'ADS', ad_id: 77, ads_context_data: { ad_title: 'Mesas' } }
    const shown = { kind: 'ad', title: 'Mesas', sourceId: '77', app: 'facebook' }
    expect(received({ text: 'oi', referral })).toMatchObject([{ extra: { referral: shown } }])
    expect(received({ text: 'oi', referral: { source: 'SHORTLINK', ref: 'x' } })).toMatchObject([{ extra: null }])
    const tapped = read(from({ postback: { title: 'Começar', payload: 'START', referral } }))
    expect(messagesIn(tapped)).toMatchObject([{ body: 'Começar', extra: { tapped: 'START', referral: shown } }])
    expect(messagesIn(tapped)[0]?.externalId).toBe(
      messagesIn(read(from({ postback: { title: 'Começar', payload: 'START' } })))[0]?.externalId ?? '',
    )
  })
})

describe('an echo', () => {
  const echo = (message: object, object = 'page') =>
    read(by({ message: { mid: 'm_9', is_echo: true, ...message } }), object)

  test('of our message names it', () => {
    expect(echo({ text: 'oi', metadata: OURS })).toEqual([{ to: 'named', what: { ours: OURS, externalId: 'm_9' } }])
    expect(echo({ text: 'oi', metadata: `${OURS}~1` })).toMatchObject([{ what: { ours: `${OURS}~1` } }])
  })

  test('of what was written elsewhere says where', () => {
    const origin = (message: object, object?: string) => messagesIn(echo(message, object))[0]?.extra?.origin?.by
    expect(origin({ text: 'oi', app_id: 263902037430900 })).toBe('metaInbox')
    expect(origin({ text: 'oi', app_id: 622851382610562 })).toBe('metaAi')
    expect(origin({ text: 'oi', metadata: 'of another app' })).toBe('metaInbox')
    expect(messagesIn(echo({ text: 'oi' }, 'instagram'))).toMatchObject([
      { fromMe: true, chat: [{ kind: 'igsid', value: ANA }], pushName: null },
    ])
  })
})

describe('what follows a message', () => {
  test('a reaction counts as an answer on Messenger only', () => {
    const love = from({ reaction: { mid: 'm_1', action: 'react', reaction: 'love', emoji: '❤' } })
    expect(read(love)).toMatchObject([
      { to: 'actions', what: { do: 'react', target: 'm_1', emoji: '❤' } },
      { to: 'windowOpened', what: { at: AT } },
    ])
    expect(read(love, 'instagram')).toHaveLength(1)
    expect(read(from({ reaction: { mid: 'm_1', action: 'unreact' } }))).toMatchObject([{ what: { emoji: null } }])
  })

  test('an edit, and a message taken back with all its files', () => {
    const edit = from({ message_edit: { mid: 'm_1', text: 'novo', num_edit: 1 } })
    expect(read(edit)).toMatchObject([{ to: 'actions', what: { do: 'edit', target: 'm_1', body: 'novo' } }])
    const taken = read(from({ message: { mid: 'm_1', is_deleted: true } }), 'instagram')
    expect(taken.slice(0, 2)).toMatchObject([
      { what: { do: 'revoke', target: 'm_1' } },
      { what: { do: 'revoke', target: 'm_1/1' } },
    ])
  })

  test('receipts name messages, a time, or both', () => {
    const chat = [{ kind: 'psid', value: ANA }]
    expect(read(from({ delivery: { mids: ['m_1'], watermark: AT } }))).toEqual([
      { to: 'receipts', what: { externalIds: ['m_1'], chat, ack: 3, participant: null } },
      { to: 'receivedUpTo', what: { chat, ack: 3, at: AT } },
    ] as Report[])
    expect(read(from({ read: { watermark: AT } }))).toMatchObject([{ to: 'receivedUpTo', what: { ack: 4, at: AT } }])
    expect(read(from({ read: { mid: 'm_1' } }), 'instagram')).toMatchObject([
      { to: 'receipts', what: { externalIds: ['m_1'], ack: 4 } },
    ])
  })
})

describe('a signed request', () => {
  const signed = (payload: object, secret = 'app-secret') => {
    const body = Buffer.from(JSON.stringify(payload)).toString('base64url')
    return `${createHmac('sha256', secret).update(body).digest('base64url')}.${body}`
  }
  const payload = { algorithm: 'HMAC-SHA256', user_id: '218471', issued_at: 1 }

  test('names the person only if the app has signed it', () => {
    expect(readSignedRequest(signed(payload), 'app-secret')).toBe('218471')
    expect(readSignedRequest(signed(payload, 'other'), 'app-secret')).toBeUndefined()
    expect(readSignedRequest(signed(payload, ''), '')).toBeUndefined()
    expect(readSignedRequest(signed({ ...payload, algorithm: 'none' }), 'app-secret')).toBeUndefined()
    for (const odd of ['', '.', 'a.b', 'x'.repeat(9_000)]) expect(readSignedRequest(odd, 'app-secret')).toBeUndefined()
  })
})
