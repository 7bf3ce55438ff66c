/** What stands beside a text about the ad that led to it. */
import { describe, expect, test } from 'bun:test'
import type { proto } from '@whiskeysockets/baileys'
import { parse } from '../../../../src/channels/whatsapp/parsing/parse'

const KEY = { id: 'ABC', remoteJid: '5511999990000@s.whatsapp.net', fromMe: false }
const read = (message: proto.IMessage) =>
  parse({ key: KEY, messageTimestamp: 1_700_000_000, message }, { otherHalf: () => null })?.extra?.referral
const beside = (contextInfo: proto.IContextInfo) => read({ extendedTextMessage: { text: 'Olá!', contextInfo } })

const SOFA: proto.ContextInfo.IExternalAdReplyInfo = {
  title: 'Sofá 3 lugares',
  body: 'Fale\nconosco',
  sourceType: 'ad',
  sourceId: '120000000000001',
  sourceUrl: 'https://fb.me/exemplo',
  ctwaClid: 'CLID-1',
  showAdAttribution: true,
  mediaType: 1,
  thumbnail: Uint8Array.of(0xff, 0xd8),
}
const NOTHING = { title: '', text: '', url: null, sourceId: null, clickId: null, app: null, thumbnail: null }

describe('an ad', () => {
  test('is read with its words, link and ids', () => {
    const context = {
      externalAdReply: SOFA,
      entryPointConversionSource: 'ctwa_ad',
      entryPointConversionApp: 'instagram',
    }
    const sofa = {
      kind: 'ad',
      title: 'Sofá 3 lugares',
      text: 'Fale conosco',
      url: 'https://fb.me/exemplo',
      sourceId: '120000000000001',
      clickId: 'CLID-1',
      app: 'instagram',
      thumbnail: 'data:image/jpeg;base64,/9g=',
    }
    expect(beside(context)).toEqual({ ...sofa, kind: 'ad' })
    expect(
      read({
        imageMessage: { url: 'https://mmg.whatsapp.net/v/x', mediaKey: new Uint8Array(32), contextInfo: context },
      }),
    ).toEqual({ ...sofa, kind: 'ad' })
    expect(
      read({ ephemeralMessage: { message: { extendedTextMessage: { text: 'x', contextInfo: context } } } }),
    ).toEqual({ ...sofa, kind: 'ad' })
  })

  test.each<[string, proto.IContextInfo, string | null]>([
    ['opaque data', { ctwaPayload: Uint8Array.of(1), ctwaSignals: 'x', conversionSource: 'FB_Ads' }, 'facebook'],
    ['an entry point', { entryPointConversionSource: 'ctwa_ad', entryPointConversionApp: 'facebook' }, 'facebook'],
    ['a source', { conversionSource: 'IG_Ads', conversionData: Uint8Array.of(1) }, 'instagram'],
  ])('of which there is only %s has no details', (_, context, app) => {
    expect(beside(context)).toEqual({ ...NOTHING, kind: 'ad', app })
  })

  test('that is a post, or names a click only, counts too', () => {
    expect(beside({ externalAdReply: { title: 'Post', sourceType: 'post' } })).toMatchObject({ title: 'Post' })
    expect(beside({ externalAdReply: { ctwaClid: 'C' } })).toMatchObject({ clickId: 'C' })
  })

  test('is none where somebody came by a search or a link, or a bot dressed its link', () => {
    expect(
      beside({ entryPointConversionSource: 'global_search_new_chat', entryPointConversionApp: 'whatsapp' }),
    ).toBeUndefined()
    expect(beside({ entryPointConversionSource: 'click_to_chat_link' })).toBeUndefined()
    expect(beside({ externalAdReply: { title: 'Meu bot', sourceUrl: 'https://bot.example' } })).toBeUndefined()
    expect(beside({ stanzaId: 'Q' })).toBeUndefined()
  })

  test('is none in an answer to a status post, which repeats the old ad of the conversation', () => {
    expect(beside({ externalAdReply: SOFA, remoteJid: 'status@broadcast', stanzaId: 'Q' })).toBeUndefined()
    expect(beside({ externalAdReply: SOFA, entryPointConversionSource: 'status' })).toBeUndefined()
    expect(beside({ externalAdReply: SOFA, remoteJid: KEY.remoteJid, stanzaId: 'Q' })).toMatchObject({
      clickId: 'CLID-1',
    })
  })

  test.each<[string, proto.IContextInfo]>([
    ['a click to a catalogue', { entryPointConversionSource: 'catalog' }],
    ['a QR code', { entryPointConversionSource: 'qr_code' }],
    ['a business search', { entryPointConversionSource: 'business_search' }],
    ['words that only contain it', { entryPointConversionSource: 'loads_more', conversionSource: 'uploaded' }],
    [
      'empty values',
      { entryPointConversionSource: '', conversionSource: '', ctwaSignals: '', ctwaPayload: new Uint8Array() },
    ],
    ['an empty ad', { externalAdReply: {} }],
  ])('is none of %s', (_, context) => {
    expect(beside(context)).toBeUndefined()
  })

  test.each<[string, proto.IContextInfo, object]>([
    ['of Threads', { externalAdReply: { ...SOFA, sourceApp: 'threads' } }, { app: 'threads' }],
    [
      'that is an advert of Instagram by its entry',
      { entryPointConversionSource: 'ctwa_ad', entryPointConversionApp: 'instagram' },
      { app: 'instagram' },
    ],
    [
      'with words of another kind',
      { externalAdReply: { ...SOFA, title: 'a\u0000b\u202Ec', sourceApp: '12' } },
      { title: 'abc' },
    ],
    [
      'with a link without a scheme',
      { externalAdReply: { ...SOFA, sourceUrl: 'fb.me/x' } },
      { sourceId: SOFA.sourceId },
    ],
  ])('is one %s', (_, context, is) => {
    expect(beside(context)).toMatchObject(is)
  })

  test('is bounded, in one line, and links to http(s) only', () => {
    const long = beside({
      externalAdReply: {
        ...SOFA,
        title: 'x'.repeat(5_000),
        body: 'y\u202E'.repeat(5_000),
        sourceId: '1'.repeat(5_000),
        ctwaClid: 'c'.repeat(5_000),
        sourceApp: `<b>${'z'.repeat(5_000)}`,
        thumbnail: new Uint8Array(200_000),
      },
    })
    expect([long?.title.length, long?.text.length, long?.sourceId?.length, long?.clickId?.length]).toEqual([
      300, 1000, 100, 300,
    ])
    expect(long?.text).not.toContain('\u202E')
    expect([long?.app, long?.thumbnail]).toEqual([null, null])
    for (const sourceUrl of [
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      `https://x.example/${'x'.repeat(3_000)}`,
    ])
      expect(beside({ externalAdReply: { ...SOFA, sourceUrl } })?.url).toBeNull()
  })
})
