/** What each channel takes: kinds of messages, files and reactions, over all four. */
import { describe, expect, test } from 'bun:test'
import { HEART, lackOf } from '../../src/channels/acts'
import { ChannelKind, type SendableKind } from '../../src/channels/contract'
import { isLack, lackOfReaction, lengthOver, messageOver } from '../../src/channels/lacks'

const channels = ChannelKind.options
const MB = 1024 * 1024

const over = (wanted: SendableKind, mimetype?: string, size = 1) =>
  channels.map((channel) => {
    const found = messageOver(channel, { kind: wanted, file: mimetype === undefined ? null : { mimetype, size } })
    return isLack(found) ? `no ${found.lacks}` : found
  })

/** In the order of the channels: linked phone, Cloud API, Messenger, Instagram. */
describe('messages', () => {
  test('of each kind', () => {
    expect(over('chat')).toEqual(['chat', 'chat', 'chat', 'chat'])
    expect(over('image', 'image/jpeg')).toEqual(['image', 'image', 'image', 'image'])
    expect(over('video', 'video/mp4')).toEqual(['video', 'video', 'video', 'video'])
    expect(over('audio', 'audio/mpeg')).toEqual(['audio', 'audio', 'audio', 'no fileType'])
    expect(over('ptt', 'audio/ogg; codecs=opus')).toEqual(['ptt', 'ptt', 'ptt', 'no voice'])
    expect(over('document', 'application/pdf')).toEqual(['document', 'document', 'document', 'document'])
    expect(over('sticker', 'image/webp')).toEqual(['sticker', 'sticker', 'no stickers', 'no stickers'])
    expect(over('location')).toEqual(['location', 'location', 'no places', 'no places'])
    expect(over('vcard')).toEqual(['vcard', 'vcard', 'no cards', 'no cards'])
  })

  test('a picture that is too large goes as a document where the channel takes one', () => {
    expect(over('image', 'image/jpeg', 6 * MB)).toEqual(['image', 'document', 'image', 'image'])
    expect(over('image', 'image/jpeg', 30 * MB)).toEqual(['image', 'document', 'no fileSize', 'no fileSize'])
    expect(over('document', 'application/zip')).toEqual(['document', 'document', 'document', 'no fileType'])
  })

  test('a file goes as the kind of its type where documents of that type are refused', () => {
    expect(over('document', 'image/gif')).toEqual(['document', 'document', 'document', 'image'])
    expect(over('document', 'video/quicktime')).toEqual(['document', 'document', 'document', 'video'])
  })

  test('a refusal names the limit or the types', () => {
    expect(messageOver('instagram', { kind: 'image', file: { mimetype: 'image/png', size: 9 * MB } })).toEqual({
      channel: 'instagram',
      lacks: 'fileSize',
      limit: 8 * MB,
    })
    expect(messageOver('instagram', { kind: 'document', file: { mimetype: 'text/plain', size: 1 } })).toMatchObject({
      lacks: 'fileType',
      types: expect.arrayContaining(['image/jpeg', 'application/pdf']),
    })
  })
})

describe('actions', () => {
  test('on messages', () => {
    const lacking = (what: Parameters<typeof lackOf>[1]) => channels.map((channel) => lackOf(channel, what)?.lacks)
    expect(lacking('edit')).toEqual([undefined, 'edit', 'edit', 'edit'])
    expect(lacking('revoke')).toEqual([undefined, 'revoke', 'revoke', 'revoke'])
    expect(lacking('groups')).toEqual([undefined, 'groups', 'groups', 'groups'])
  })

  test('reactions: any, none, or only a heart', () => {
    const lacking = (emoji: string | null) => channels.map((channel) => lackOfReaction(channel, emoji)?.lacks)
    expect(lacking('👍')).toEqual([undefined, undefined, 'react', 'otherReactions'])
    expect(lacking(HEART)).toEqual([undefined, undefined, 'react', undefined])
    expect(lacking('❤')).toEqual([undefined, undefined, 'react', undefined])
    expect(lacking(null)).toEqual([undefined, undefined, 'react', undefined])
  })
})

test('Instagram counts bytes', () => {
  expect(lengthOver('instagram', 'ação')).toEqual({ length: 6, most: 1000 })
  expect(lengthOver('facebook', 'ação')).toEqual({ length: 4, most: 2000 })
})
