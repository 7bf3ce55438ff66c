import { describe, expect, test } from 'bun:test'
import type { Outgoing, OutgoingAction } from '../../../../src/channels/channel'
import { isOurs, piecesOf, reactionOf, requestOf } from '../../../../src/channels/meta/pages/render'
import { Unsendable } from '../../../../src/channels/meta/product'
import { newExternalId } from '../../../../src/tickets/messages/message'

const to = { kind: 'psid', value: '2000' } as const
const ID = newExternalId()
const message = (what: Partial<Outgoing>): Outgoing => ({
  externalId: ID,
  to,
  kind: 'chat',
  body: '',
  media: null,
  quoted: null,
  ...what,
})
const picture = {
  path: '/company/media/ab/abcd',
  mimetype: 'image/png',
  name: 'mesa.png',
  seconds: null,
  waveform: null,
}

describe('a message', () => {
  test('is one request for each part of its text, the last one under its own id', () => {
    const pieces = piecesOf(message({ body: `${'a'.repeat(1999)} ${'b'.repeat(1999)} c` }), 'facebook')
    expect(pieces.map(({ ours }) => ours)).toEqual([`${ID}~1`, `${ID}~2`, ID])
    for (const { ours } of pieces) expect(isOurs(ours)).toBe(true)
    expect(piecesOf(message({ body: 'ç'.repeat(501) }), 'instagram')).toHaveLength(2)
  })

  test('sends its text before its file', () => {
    const pieces = piecesOf(message({ kind: 'image', body: 'a mesa', media: picture }), 'facebook')
    expect(pieces).toMatchObject([
      { ours: `${ID}~1`, text: 'a mesa' },
      { ours: ID, file: { type: 'image', name: 'mesa.png' } },
    ])
  })

  test('is refused if the channel does not take the file', () => {
    const webp = { ...picture, mimetype: 'image/webp' }
    expect(() => piecesOf(message({ kind: 'image', media: webp }), 'instagram')).toThrow(Unsendable)
    expect(piecesOf(message({ kind: 'image', media: webp }), 'facebook')).toHaveLength(1)
  })

  test('offers choices as quick replies where they fit, else in words', () => {
    const options = [
      { id: '1', title: 'Vendas' },
      { id: '2', title: 'Suporte' },
    ]
    const choices = { open: 'Ver', prompt: 'Escolha', options }
    const body = 'Escolha\n1. Vendas\n2. Suporte'
    expect(piecesOf(message({ body, extra: { choices } }), 'instagram')).toMatchObject([
      { text: 'Escolha', quickReplies: [{ content_type: 'text', title: 'Vendas', payload: '1' }, { payload: '2' }] },
    ])
    const long = { ...choices, options: [{ id: '1', title: 'Vendas de móveis sob medida' }] }
    expect(piecesOf(message({ body, extra: { choices: long } }), 'instagram')).toMatchObject([
      { text: body, quickReplies: [] },
    ])
  })

  test('writes out places and cards', () => {
    const place = { latitude: -22.9, longitude: -43.2, name: 'Loja', address: 'Rua A, 1', live: false }
    expect(piecesOf(message({ kind: 'location', extra: { place } }), 'facebook')).toMatchObject([
      { text: 'Loja\nRua A, 1\nhttps://www.google.com/maps?q=-22.9,-43.2' },
    ])
    const cards = [{ name: 'João', numbers: [{ number: '+55 21 99999-0000', account: null }] }]
    expect(piecesOf(message({ kind: 'vcard', extra: { cards } }), 'facebook')).toMatchObject([
      { text: 'João\n+55 21 99999-0000' },
    ])
  })

  test('is marked as a person’s when the window is over, and quotes', () => {
    const [piece] = piecesOf(message({ body: 'oi' }), 'facebook')
    if (!piece) throw new Error('no piece')
    const delivery = { to, isLate: true, quoted: 'm_1' }
    expect(requestOf(piece, { text: 'oi' }, delivery, 'facebook')).toEqual({
      recipient: { id: '2000' },
      messaging_type: 'MESSAGE_TAG',
      tag: 'HUMAN_AGENT',
      reply_to: { mid: 'm_1' },
      message: { text: 'oi', metadata: ID },
    })
    expect(requestOf(piece, { text: 'oi' }, { ...delivery, isLate: false, quoted: null }, 'instagram')).toEqual({
      recipient: { id: '2000' },
      messaging_type: 'RESPONSE',
      message: { text: 'oi' },
    })
  })
})

test('a reaction is a heart on Instagram, and nothing on Messenger', () => {
  const target = { externalId: 'm_1', fromMe: false, author: null }
  const action = { externalId: ID, to, target, do: 'react', emoji: '👍', at: 1 } satisfies OutgoingAction
  expect(reactionOf(action, 'instagram')).toMatchObject({ sender_action: 'react', payload: { reaction: 'love' } })
  expect(reactionOf({ ...action, emoji: null }, 'instagram')).toMatchObject({ sender_action: 'unreact' })
  expect(reactionOf(action, 'facebook')).toBeNull()
})
