/** Sealed votes, edits and reactions open only with the secret of their target. */
import { describe, expect, test } from 'bun:test'
import { createCipheriv, hkdfSync } from 'node:crypto'
import { decryptPollVote, proto, type WAMessageKey } from '@whiskeysockets/baileys'
import type { MessageAction } from '../../../../src/channels/channel'
import { actionOf } from '../../../../src/channels/whatsapp/parsing/message-actions'
import { unseal } from '../../../../src/channels/whatsapp/parsing/sealed'

const SECRET = Buffer.alloc(32, 9)
const IV = Buffer.alloc(12, 3)
const [US, US_LID] = ['552130421180@s.whatsapp.net', '900@lid']
const [ANA, ANA_LID] = ['5511999990000@s.whatsapp.net', '111@lid']
const ME = [
  { kind: 'phone', value: '552130421180' },
  { kind: 'lid', value: '900' },
] as const
const AROUND = { otherHalf: () => null, me: ME, edit: undefined }
const FROM_ANA: WAMessageKey = { id: 'ACT', remoteJid: ANA, remoteJidAlt: ANA_LID, fromMe: false }

type Purpose = 'Poll Vote' | 'Enc Reaction' | 'Message Edit'

/** Seals as phones do. */
function lock(clear: Uint8Array, purpose: Purpose, author: string, actor: string) {
  const key = Buffer.from(hkdfSync('sha256', SECRET, '', `POLL${author}${actor}${purpose}`, 32))
  const cipher = createCipheriv('aes-256-gcm', key, IV)
  cipher.setAAD(Buffer.from(purpose === 'Poll Vote' ? `POLL\0${actor}` : ''))
  return { encPayload: Buffer.concat([cipher.update(clear), cipher.final(), cipher.getAuthTag()]), encIv: IV }
}

function sealedIn(message: proto.IMessage, key = FROM_ANA): Extract<MessageAction, { do: 'sealed' }> {
  const action = actionOf({ key, message, messageTimestamp: 1_700_000_000 }, AROUND)
  if (action?.do !== 'sealed') throw new Error(`not sealed: ${JSON.stringify(action)}`)
  return action
}

const open = (message: proto.IMessage, key?: WAMessageKey) => unseal(sealedIn(message, key), SECRET.toString('base64'))

const HASH = Buffer.alloc(32, 5)
const VOTE = proto.Message.PollVoteMessage.encode({ selectedOptions: [HASH] }).finish()

describe('a vote', () => {
  const vote = (author: string, actor: string, pollCreationMessageKey: proto.IMessageKey) => ({
    pollUpdateMessage: { pollCreationMessageKey, vote: lock(VOTE, 'Poll Vote', author, actor), senderTimestampMs: 5 },
  })
  /** The poll's author from the voter's point of view. */
  const byUs = { id: 'POLL', fromMe: false, remoteJid: US }
  const byVoter = { id: 'POLL', fromMe: true, remoteJid: US }

  test('has the same format as Baileys’ own', () => {
    const { encPayload, encIv } = lock(VOTE, 'Poll Vote', US, ANA)
    const about = { pollCreatorJid: US, pollMsgId: 'POLL', pollEncKey: SECRET, voterJid: ANA }
    expect(decryptPollVote({ encPayload, encIv }, about).selectedOptions).toHaveLength(1)
  })

  test('on our poll opens for any pair of addresses', () => {
    for (const author of [US, US_LID])
      for (const actor of [ANA, ANA_LID])
        expect(open(vote(author, actor, byUs))).toMatchObject({
          do: 'vote',
          target: 'POLL',
          at: 5,
          options: [HASH.toString('hex')],
        })
  })

  test('on the voter’s own poll opens', () => {
    expect(open(vote(ANA, ANA, byVoter))).toMatchObject({ do: 'vote' })
  })

  test('of our own phone on the contact’s poll opens', () => {
    const own = { ...FROM_ANA, fromMe: true }
    expect(open(vote(ANA, US, { id: 'POLL', fromMe: false, remoteJid: ANA }), own)).toMatchObject({
      do: 'vote',
      fromMe: true,
    })
  })

  test('in a group on another member’s poll opens', () => {
    const key = { id: 'ACT', remoteJid: '1203@g.us', participant: ANA_LID, participantAlt: ANA }
    const asked = { id: 'POLL', fromMe: false, remoteJid: '1203@g.us', participant: '222@lid' }
    expect(open(vote('222@lid', ANA, asked), key)).toMatchObject({ do: 'vote', isGroup: true })
  })

  test('does not open with a wrong or missing secret, or after tampering', () => {
    const sealed = sealedIn(vote(US, ANA, byUs))
    expect(unseal(sealed, Buffer.alloc(32, 1).toString('base64'))).toBeNull()
    expect(unseal(sealed, null)).toBeNull()
    const broken = vote(US, ANA, byUs)
    broken.pollUpdateMessage.vote.encPayload.reverse()
    expect(open(broken)).toBeNull()
  })
})

describe('an edit', () => {
  const edit = (message: proto.IMessage) => ({
    secretEncryptedMessage: {
      targetMessageKey: { id: 'POLL', fromMe: true, remoteJid: US },
      ...lock(proto.Message.encode(message).finish(), 'Message Edit', ANA, ANA),
      secretEncType: 2,
    },
  })

  test.each<[string, proto.IMessage]>([
    ['text', { conversation: 'now' }],
    ['text with context', { extendedTextMessage: { text: 'now' } }],
    ['a caption of a picture', { imageMessage: { caption: 'now', mimetype: 'image/jpeg', width: 70_000 } }],
    ['a caption of a video', { videoMessage: { caption: 'now', seconds: 9 } }],
    ['a caption of a document', { documentWithCaptionMessage: { message: { documentMessage: { caption: 'now' } } } }],
    [
      'the clear form, sealed',
      { protocolMessage: { type: 14, key: { id: 'POLL' }, editedMessage: { conversation: 'now' } } },
    ],
    ['an edit in its wrapping', { editedMessage: { message: { extendedTextMessage: { text: 'now' } } } }],
  ])('of %s', (_, message) => {
    expect(open(edit(message))).toMatchObject({ do: 'edit', body: 'now', at: 1_700_000_000_000, externalId: 'ACT' })
  })

  test('of a kind without text, or with invalid content, is ignored', () => {
    expect(open(edit({ locationMessage: { degreesLatitude: 1 } }))).toBeNull()
    const nonsense = edit({})
    Object.assign(nonsense.secretEncryptedMessage, lock(Buffer.from([10, 200]), 'Message Edit', ANA, ANA))
    expect(open(nonsense)).toBeNull()
  })

  test('of anything but a message is ignored', () => {
    const other = edit({ conversation: 'now' })
    other.secretEncryptedMessage.secretEncType = 1
    expect(actionOf({ key: FROM_ANA, message: other }, AROUND)).toBeNull()
  })
})

test('a reaction and its removal', () => {
  const reaction = (text: string) => ({
    encReactionMessage: {
      targetMessageKey: { id: 'POLL', fromMe: false, remoteJid: US },
      ...lock(proto.Message.ReactionMessage.encode({ text, senderTimestampMs: 7 }).finish(), 'Enc Reaction', US, ANA),
    },
  })
  expect(open(reaction('👍'))).toMatchObject({ do: 'react', emoji: '👍' })
  expect(open(reaction(''))).toMatchObject({ do: 'react', emoji: null })
})
