import { describe, expect, test } from 'bun:test'
import { namedEmojis } from '../../../ui/features/messages/composer/emojiData'
import { emojiAt } from '../../../ui/features/messages/rules/completion'
import { emojisLike } from '../../../ui/features/messages/rules/emojis'
import { languages } from '../../../ui/shared/i18n/languages'

describe('while a name is typed after a colon', () => {
  test.each([
    [':co', 3, { from: 0, to: 3, text: 'co' }],
    ['oi :coração', 11, { from: 3, to: 11, text: 'coração' }],
    ['oi :cora e mais', 8, { from: 3, to: 8, text: 'cora' }],
    ['linha\n:ok', 9, { from: 6, to: 9, text: 'ok' }],
    ['(:ok', 4, { from: 1, to: 4, text: 'ok' }],
    [':+1', 3, { from: 0, to: 3, text: '+1' }],
    [':thumbs_up', 10, { from: 0, to: 10, text: 'thumbs_up' }],
    [':c', 2, null],
    ['às 10:30', 8, null],
    ['às :30', 6, null],
    ['http://aurora', 13, null],
    ['Obs:sim', 7, null],
    ['é : sim', 7, null],
    ['oi :) tudo', 10, null],
    [':coração ', 9, null],
  ] as const)('%j with the cursor at %d', (text, cursor, expected) => expect(emojiAt(text, cursor)).toEqual(expected))
})

describe('emojis are found', () => {
  const found = async (language: (typeof languages)[number], typed: string) =>
    emojisLike(await namedEmojis(language), typed).map(({ emoji }) => emoji)

  test('by name in the user’s language, without accents, and by tags', async () => {
    expect((await found('pt-BR', 'foguete'))[0]).toBe('🚀')
    expect((await found('pt-BR', 'CORACAO_VERM'))[0]).toBe('❤️')
    expect(await found('pt-BR', 'parabens')).toContain('🎉')
    expect((await found('pt-BR', 'coração'))[0]).toBe('❤️')
    expect((await found('es', 'cohete'))[0]).toBe('🚀')
    expect((await found('en', 'rocket'))[0]).toBe('🚀')
  })

  test('by other programs’ names in every language, an exact match first', async () => {
    for (const language of languages) {
      expect((await found(language, 'smile'))[0]).toBe('😄')
      expect((await found(language, '+1'))[0]).toBe('👍️')
      expect((await found(language, 'tada'))[0]).toBe('🎉')
    }
  })

  test('a few at a time, and none for an invalid name', async () => {
    expect(await found('pt-BR', 'co')).toHaveLength(6)
    expect(await found('pt-BR', 'xqz')).toEqual([])
  })
})
