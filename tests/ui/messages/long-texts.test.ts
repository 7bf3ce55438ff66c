/** How much of a text a bubble shows, and how large. */
import { describe, expect, test } from 'bun:test'
import { conversationItems } from '../../../ui/features/messages/rules/conversation'
import { loneEmojis, parseRich, type Rich } from '../../../ui/features/messages/rules/formatting'
import { beginningOf, estimateHeight, firstCards, isLong, sizeAfter } from '../../../ui/features/messages/rules/sizes'
import { message } from './support'

const words = (parts: readonly Rich[]): string =>
  parts.map((part) => ('children' in part ? words(part.children) : part.text)).join('')
const shown = (text: string, clicks = 0) => words(beginningOf(parseRich(text), sizeAfter(clicks)))

describe('a long text', () => {
  test('shows some 700 characters, then five times as many, and ends with a word', () => {
    const text = 'palavra '.repeat(2_000)
    expect(isLong(text)).toBe(true)
    expect(shown(text).length).toBeGreaterThan(650)
    expect(shown(text).length).toBeLessThanOrEqual(700)
    expect(shown(text)).toEndWith('palavra')
    expect(shown(text, 1).length).toBeGreaterThan(3_400)
    expect(shown(text, 1).length).toBeLessThanOrEqual(3_500)
    expect(shown(text, 3)).toBe(text)
  })

  test('shows fifteen lines', () => {
    const lines = Array.from({ length: 40 }, (_, line) => `${line + 1}`)
    expect(isLong(lines.join('\n'))).toBe(true)
    expect(shown(lines.join('\n'))).toBe(lines.slice(0, 15).join('\n'))
    expect(isLong(lines.slice(0, 15).join('\n'))).toBe(false)
  })

  test('keeps formatting closed, and never splits a character or an address', () => {
    const bold = beginningOf(parseRich(`*${'palavra '.repeat(200).trim()}*`), sizeAfter(0))
    expect(bold).toMatchObject([{ kind: 'bold' }])
    expect(shown(`${'a'.repeat(699)}😀${'a'.repeat(100)}`)).toBe('a'.repeat(699))
    const address = `https://loja.com/${'x'.repeat(800)}`
    expect(shown(`veja ${address}`)).toBe(`veja ${address}`)
  })

  test('that fits is unchanged', () => {
    const parts = parseRich('um *texto* curto\ncom https://loja.com')
    expect(beginningOf(parts, sizeAfter(0))).toBe(parts)
  })

  test('is estimated as high as its visible part', () => {
    const [item] = conversationItems([{ message: message({ body: 'a\n'.repeat(30_000) }), pending: null }], {
      dayOf: () => '',
      boundaries: [],
      hasOlder: true,
    })
    expect(estimateHeight(item)).toBeLessThan(400)
  })
})

test.each([
  ['👍', 1],
  ['❤️', 1],
  ['👍🏽 🎉', 2],
  ['👍🏽🎉', 2],
  ['👨‍👩‍👧‍👦🇧🇷1️⃣', 3],
  ['🏴󠁧󠁢󠁳󠁣󠁴󠁿', 1],
  ['👍👍👍👍', 0],
  ['12', 0],
  ['#', 0],
  ['ok 👍', 0],
  ['', 0],
])('%s is %d emojis alone', (text, count) => expect(loneEmojis(text)).toBe(count))

test('many cards unfold in steps, the last one perhaps without all its numbers', () => {
  const card = (name: string, numbers: number) => ({
    name,
    numbers: Array.from({ length: numbers }, (_, at) => ({ number: `${at}`, account: null })),
  })
  const few = [card('Ana', 1), card('Beto', 12)]
  expect(firstCards(few, sizeAfter(0))).toBe(few)
  const many = Array.from({ length: 100 }, (_, at) => card(`${at}`, 9))
  const counts = (clicks: number) => firstCards(many, sizeAfter(clicks)).map(({ numbers }) => numbers.length)
  expect(counts(0)).toEqual([9, 4])
  expect(counts(1)).toEqual([9, 9, 9, 9, 9, 9, 9, 4])
  expect(firstCards(many, sizeAfter(3))).toBe(many)
  // A card none of whose numbers fits waits for the next click.
  const pairs = [card('Ana', 13), card('Beto', 2)]
  expect(firstCards(pairs, sizeAfter(0))).toEqual(pairs.slice(0, 1))
})
