import { describe, expect, test } from 'bun:test'
import type { Message } from '../../../src/tickets/messages/contract'
import {
  canDelete,
  canReact,
  deleted,
  edited,
  editTimeLeft,
  groupReactions,
  ownReaction,
  reacted,
  takenBack,
  withQuoteOf,
} from '../../../ui/features/messages/rules/messageActions'
import { media, message, SAID_AT } from './support'

describe('what may be done', () => {
  test('own text is editable for two minutes', () => {
    expect(editTimeLeft(message(), SAID_AT + 119_000)).toBe(1_000)
    expect(editTimeLeft(message(), SAID_AT + 120_000)).toBe(0)
    for (const no of [
      { fromMe: false },
      { mediaType: 'image' },
      { mediaType: 'note' },
      { isDeleted: true },
      { ack: 0 },
    ])
      expect(editTimeLeft(message(no as Partial<Message>), SAID_AT)).toBe(0) // the list's literals are wider
  })

  test('a message cancelled before sending is editable as long, and simply rewritten', () => {
    const cancelled = message({ ack: 0, failure: 'cancelled' })
    expect(editTimeLeft(cancelled, SAID_AT)).toBe(120_000)
    expect(editTimeLeft({ ...cancelled, isDeleted: true }, SAID_AT)).toBe(0)
    expect(edited(cancelled, 'olá')).toMatchObject({ body: 'olá', isEdited: false, ack: 0 })
  })

  test('our messages can be deleted, notes cannot', () => {
    expect(canDelete(message({ mediaType: 'image' }))).toBe(true)
    for (const no of [{ fromMe: false }, { mediaType: 'note' }, { isDeleted: true }])
      expect(canDelete(message(no as Partial<Message>))).toBe(false) // likewise
  })

  test('everything that reached somebody can be reacted to', () => {
    expect(canReact(message({ fromMe: false, ack: 0, mediaType: 'sticker' }))).toBe(true)
    expect(canReact(message({ ack: 0 }))).toBe(false)
    expect(canReact(message({ isDeleted: true }))).toBe(false)
  })
})

describe('reactions', () => {
  const reactions = [
    { emoji: '👍', fromMe: false, author: 'Maria' },
    { emoji: '❤️', fromMe: false, author: 'João' },
    { emoji: '👍', fromMe: true, author: null },
  ]

  test('the same emoji from several people is one chip', () => {
    expect(groupReactions(reactions)).toEqual([
      { emoji: '👍', count: 2, isOurs: true, authors: ['Maria', null], more: 0 },
      { emoji: '❤️', count: 1, isOurs: false, authors: ['João'], more: 0 },
    ])
  })

  test('ours is one: another replaces it, an empty one removes it', () => {
    const before = message({ reactions })
    const changed = reacted(before, '❤️', 'Ana')
    expect(ownReaction(changed)).toBe('❤️')
    expect(changed.reactions).toHaveLength(3)
    expect(ownReaction(reacted(changed, null, 'Ana'))).toBeNull()
  })
})

test('an edit and a deletion show before the server has answered', () => {
  expect(edited(message(), 'olá')).toMatchObject({ body: 'olá', isEdited: true, ack: 99 })
  expect(deleted(message({ mediaUrl: '/m' }))).toMatchObject({ body: '', isDeleted: true, mediaUrl: null })
})

test('a refused action is reverted, and changes that arrived meanwhile stay', () => {
  const was = message({ mediaType: 'image', media: media({ state: 'missing' }) })
  for (const shown of [reacted(was, '👍', 'Ana'), edited(was, 'olá'), deleted(was)])
    expect(takenBack(shown, was, shown)).toEqual(was)
  const shown = reacted(was, '👍', 'Ana')
  const come = { ack: 4, media: media(), mediaUrl: '/m' }
  for (const row of [
    { ...shown, ...come },
    { ...was, ...come },
  ])
    for (const done of [shown, deleted(was)]) expect(takenBack(row, was, done)).toMatchObject(come)
  expect(takenBack({ ...shown, ...come }, was, shown)).toEqual({ ...was, ...come })
})

test('deleting a message empties its quotes, and undoing restores them', () => {
  const quotedMsg = { id: 1, body: 'oi', fromMe: true, mediaType: 'chat', author: null, isDeleted: false } as const
  const answer = message({ id: 2, quotedMsg })
  const gone = withQuoteOf(answer, deleted(message()))
  expect(gone.quotedMsg).toMatchObject({ body: '', isDeleted: true })
  expect(withQuoteOf(gone, message()).quotedMsg).toEqual(quotedMsg)
  const meant = message({ body: 'oi @551', extra: { mentions: [{ token: '551', name: 'Ana' }] } })
  expect(withQuoteOf(gone, meant).quotedMsg).toMatchObject({ body: 'oi @Ana', isDeleted: false })
  expect(withQuoteOf(answer, message({ id: 3, isDeleted: true }))).toBe(answer)
})
