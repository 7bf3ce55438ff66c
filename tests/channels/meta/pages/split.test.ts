import { describe, expect, test } from 'bun:test'
import { splitText } from '../../../../src/channels/meta/pages/split'
import { createRandom } from '../../../support/random'

const messenger = { most: 2000, unit: 'characters' } as const
const instagram = { most: 1000, unit: 'bytes' } as const
const sizeOf = (text: string, unit: 'characters' | 'bytes') =>
  unit === 'bytes' ? Buffer.byteLength(text) : text.length
const letters = (text: string) => [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
const solid = (text: string) => text.replace(/\s/g, '')

describe('a long text', () => {
  test('is cut between words, and between paragraphs where there are any', () => {
    expect(splitText('um dois três', { most: 8, unit: 'characters' })).toEqual(['um dois', 'três'])
    expect(splitText('abc\n\nde fgh', { most: 9, unit: 'characters' })).toEqual(['abc', 'de fgh'])
    expect(splitText('  curto ', messenger)).toEqual(['curto'])
    expect(splitText(' \n', messenger)).toEqual([])
  })

  test('counts bytes on Instagram', () => {
    expect(splitText('ç'.repeat(501), instagram).map((piece) => piece.length)).toEqual([500, 1])
    expect(splitText('ç'.repeat(501), messenger)).toHaveLength(1)
  })

  test('is never cut inside a letter, unless the letter alone is too long', () => {
    const family = '👨‍👩‍👧‍👦'
    expect(splitText(`abc${family}`, { most: 6, unit: 'characters' })).toEqual(['abc', '👨‍👩‍', '👧‍👦'])
    expect(splitText(`abc${family}`, { most: 12, unit: 'characters' })).toEqual(['abc', family])
    expect(splitText('ae\u0301', { most: 2, unit: 'characters' })).toEqual(['a', 'e\u0301'])
  })

  test('keeps everything but the white space at its cuts, in pieces that fit', () => {
    const random = createRandom(7)
    const alphabet = ['a', 'ç', ' ', '\n', '👍🏽', '🇧🇷', 'e\u0301', '漢', 'palavra', '\n\n', '👨‍👩‍👧‍👦', '.']
    for (let round = 0; round < 300; round++) {
      const text = Array.from({ length: random.below(120) }, () => random.pick(alphabet)).join('')
      const limit = { most: 30 + random.below(60), unit: random.pick(['characters', 'bytes'] as const) }
      const pieces = splitText(text, limit)
      expect(solid(pieces.join(''))).toBe(solid(text))
      for (const piece of pieces) {
        expect(piece.trim()).toBe(piece)
        expect(piece).not.toBe('')
        expect(sizeOf(piece, limit.unit)).toBeLessThanOrEqual(limit.most)
      }
      expect(letters(pieces.join('\n')).filter((one) => one.trim())).toEqual(letters(text).filter((one) => one.trim()))
      expect(splitText(text, limit)).toEqual(pieces)
    }
  })

  test('of the greatest length is cut, too', () => {
    expect(splitText('á'.repeat(65_536), instagram)).toHaveLength(132)
  })
})
