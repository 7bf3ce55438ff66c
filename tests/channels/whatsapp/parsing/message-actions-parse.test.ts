/** Parsing of actions on messages. */
import { expect, test } from 'bun:test'
import type { proto } from '@whiskeysockets/baileys'
import { actionOf } from '../../../../src/channels/whatsapp/parsing/message-actions'
import { renderAction } from '../../../../src/channels/whatsapp/sending/render'

const KEY = { id: 'ACT', remoteJid: '5511999990000@s.whatsapp.net', remoteJidAlt: '42@lid', fromMe: false }
const about = { id: 'MSG', remoteJid: '552130421180@s.whatsapp.net', fromMe: true }
const edited = (editedMessage: proto.IMessage): proto.IMessage => ({
  protocolMessage: { type: 14, key: about, editedMessage, timestampMs: 1_700_000_000_123 },
})
const read = (message: proto.IMessage, edit?: string, key: object = KEY) =>
  actionOf({ key, messageTimestamp: 1_700_000_000, message }, { otherHalf: () => null, edit })

test.each<[string, proto.IMessage]>([
  ['an edit', edited({ conversation: 'nova' })],
  ['an edit of a text with context', edited({ extendedTextMessage: { text: 'nova' } })],
  ['an edit of a caption', edited({ imageMessage: { caption: 'nova' } })],
  ['an edit in its own wrapper', { editedMessage: { message: edited({ conversation: 'nova' }) } }],
  ['an edit in a chat whose messages disappear', { ephemeralMessage: { message: edited({ conversation: 'nova' }) } }],
])('%s', (_, message) => {
  expect(read(message)).toEqual({
    externalId: 'ACT',
    fromMe: false,
    chat: [
      { kind: 'phone', value: '5511999990000' },
      { kind: 'lid', value: '42' },
    ],
    isGroup: false,
    author: null,
    at: 1_700_000_000_123,
    target: 'MSG',
    do: 'edit',
    body: 'nova',
  })
})

test('an edit has mentions, in both directions', () => {
  const said = { extendedTextMessage: { text: 'oi @901', contextInfo: { mentionedJid: ['901@lid'] } } }
  expect(read(edited(said))).toMatchObject({ body: 'oi @901', mentions: [{ token: '901', isUs: false }] })
  const target = { externalId: 'MSG', fromMe: true, author: null }
  const to = { kind: 'group', value: '120363001' } as const
  const mentions = [{ kind: 'lid', value: '901' }] as const
  const { content } = renderAction({ do: 'edit', body: 'oi @901', mentions, externalId: 'ACT', to, target })
  expect(content).toMatchObject({ text: 'oi @901', mentions: ['901@lid'] })
})

test('a reaction, changed and removed; without its own time it has the stanza’s', () => {
  expect(read({ reactionMessage: { key: about, text: '👍', senderTimestampMs: 5 } })).toMatchObject({
    do: 'react',
    emoji: '👍',
    at: 5,
    target: 'MSG',
  })
  expect(read({ reactionMessage: { key: about, text: '' } })).toMatchObject({
    do: 'react',
    emoji: null,
    at: 1_700_000_000_000,
  })
})

test('a deletion by the author or by a group admin', () => {
  const revoke = { protocolMessage: { type: 0, key: about } }
  expect(read(revoke, '7')).toMatchObject({ do: 'revoke', byAdmin: false, target: 'MSG' })
  const key = { id: 'ACT', remoteJid: '1203-5@g.us', participant: '42@lid' }
  expect(read(revoke, '8', key)).toMatchObject({ byAdmin: true, author: { addresses: [{ kind: 'lid', value: '42' }] } })
})

test('a change of the disappearing time is an action on the conversation', () => {
  const setting = (ephemeralExpiration?: number) => ({
    protocolMessage: { type: 3, ...(ephemeralExpiration && { ephemeralExpiration }) },
  })
  expect(read(setting(604_800))).toMatchObject({ do: 'expire', seconds: 604_800, target: '' })
  expect(read(setting())).toMatchObject({ do: 'expire', seconds: 0 })
})

const KEY_BYTES = Buffer.alloc(12)

test.each<[string, proto.IMessage, object]>([
  ['a message', { conversation: 'oi' }, KEY],
  ['another word between devices', { protocolMessage: { type: 5, key: about } }, KEY],
  ['an action on nothing', { protocolMessage: { type: 0 } }, KEY],
  ['an action on an id that no message has', { reactionMessage: { key: { id: 'x'.repeat(201) }, text: '👍' } }, KEY],
  [
    'a vote of a megabyte',
    {
      pollUpdateMessage: {
        pollCreationMessageKey: about,
        vote: { encPayload: Buffer.alloc(2 ** 20), encIv: KEY_BYTES },
      },
    },
    KEY,
  ],
  [
    'a reaction to a status',
    { reactionMessage: { key: about, text: '👍' } },
    { id: 'A', remoteJid: 'status@broadcast' },
  ],
])('%s is none', (_, message, key) => expect(read(message, undefined, key)).toBeNull())

test('an outgoing action has chat, message and, in groups, the author', () => {
  const to = { kind: 'group', value: '1203-5' } as const
  const target = { externalId: 'MSG', fromMe: false, author: { kind: 'lid', value: '42' } } as const
  expect(renderAction({ externalId: 'ACT', to, target, do: 'react', emoji: null, at: 7 })).toEqual({
    jid: '1203-5@g.us',
    content: {
      react: {
        key: { remoteJid: '1203-5@g.us', id: 'MSG', fromMe: false, participant: '42@lid' },
        text: '',
        senderTimestampMs: 7,
      },
    },
    options: { messageId: 'ACT' },
  })
})

test('converts the target’s author from the actor’s point of view to ours', () => {
  const ours = { kind: 'lid', value: '900' } as const
  const [MARIA, JOAO] = ['901@lid', '902@lid']
  const whose = (participant: string | undefined, fromMe: boolean, by: object) => {
    const message = { reactionMessage: { key: { id: 'MSG', fromMe, ...(participant && { participant }) }, text: '👍' } }
    return actionOf({ key: { ...KEY, ...by }, message }, { otherHalf: () => null, edit: undefined, me: [ours] })?.whose
  }
  const inGroup = { remoteJid: '120363001@g.us', remoteJidAlt: undefined, participant: MARIA }
  expect(whose(undefined, false, {})).toMatchObject({ fromMe: true })
  expect(whose(undefined, true, {})).toMatchObject({ fromMe: false })
  expect(whose(undefined, true, { fromMe: true })).toMatchObject({ fromMe: true })
  expect(whose(undefined, false, { fromMe: true })).toMatchObject({ fromMe: false })
  expect(whose('900@lid', false, inGroup)).toMatchObject({ fromMe: true })
  expect(whose(JOAO, false, inGroup)).toEqual({ fromMe: false, author: [{ kind: 'lid', value: '902' }] })
  expect(whose(MARIA, true, inGroup)).toEqual({ fromMe: false, author: [{ kind: 'lid', value: '901' }] })
})
