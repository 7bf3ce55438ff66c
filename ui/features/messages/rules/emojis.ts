/** Emojis while writing: finds what is typed after a colon, and the emojis it may mean. */
import { folded } from '../../../shared/plain'
import { QUICK_EMOJIS } from './acts'
import type { Typed } from './typed'

/** With all it is searched by, without case and accents. */
export type NamedEmoji = {
  readonly emoji: string
  /** As its reader's language calls it. */
  readonly label: string
  readonly name: string
  readonly words: readonly string[]
  /** The English names known from other programs, such as "thumbsup". */
  readonly codes: readonly string[]
}

type Words = { readonly emoji: string; readonly label: string; readonly tags: readonly string[] }

export const namedEmoji = ({ emoji, label, tags }: Words, codes: readonly string[]): NamedEmoji => ({
  emoji,
  label,
  name: spaced(label),
  words: tags.map(spaced),
  codes: codes.map(spaced),
})

const spaced = (text: string) => folded(text).replaceAll('_', ' ')

/** A colon that begins a word, and two letters or more: neither a time nor an address, nor a smiley typed by hand. */
const BEGUN = /(?<![^\s(])(:)([\p{L}+-][\p{L}\p{N}_+-]{1,23})$/u

export function emojiAt(text: string, cursor: number): Typed | null {
  const found = BEGUN.exec(text.slice(0, cursor))
  return found?.[2] === undefined ? null : { from: found.index, to: cursor, text: found[2] }
}

const MOST = 6

/** Those with a word that begins so; the best first, and of equal ones those that are used most. */
export function emojisLike(emojis: readonly NamedEmoji[], typed: string): NamedEmoji[] {
  const wanted = spaced(typed)
  return emojis
    .flatMap((emoji) => {
      const rank = ranks.findIndex((fits) => fits(emoji, wanted))
      return rank < 0 ? [] : { emoji, rank: rank - (isCommon(emoji) ? 0.5 : 0) }
    })
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, MOST)
    .map(({ emoji }) => emoji)
}

const ranks: readonly ((emoji: NamedEmoji, wanted: string) => boolean)[] = [
  ({ name, codes }, wanted) => name === wanted || codes.includes(wanted),
  ({ name }, wanted) => name.startsWith(wanted),
  ({ words }, wanted) => words.includes(wanted),
  ({ name }, wanted) => begins(name, wanted),
  ({ words }, wanted) => words.some((one) => begins(one, wanted)),
  ({ codes }, wanted) => codes.some((one) => begins(one, wanted)),
]

const begins = (words: string, wanted: string) => ` ${words}`.includes(` ${wanted}`)

/** Without the sign that asks for the coloured form, which our data has and others leave out. */
const bare = (emoji: string) => emoji.replace('\uFE0F', '')
const common = new Set(QUICK_EMOJIS.map(bare))
const isCommon = ({ emoji }: NamedEmoji) => common.has(bare(emoji))
