/** Finds emojis by name while one is typed. */
import { folded } from '../../../shared/plain'
import { QUICK_EMOJIS } from './messageActions'

/** All its search terms, without case and accents. */
export type NamedEmoji = {
  readonly emoji: string
  /** Its name in the user's language. */
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

const MAX_EMOJIS = 6

/** Emojis with a word that starts with the text; the best match first, equal ones by frequency of use. */
export function emojisLike(emojis: readonly NamedEmoji[], typed: string): NamedEmoji[] {
  const wanted = spaced(typed)
  return emojis
    .flatMap((emoji) => {
      const rank = ranks.findIndex((fits) => fits(emoji, wanted))
      return rank < 0 ? [] : { emoji, rank: rank - (isCommon(emoji) ? 0.5 : 0) }
    })
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, MAX_EMOJIS)
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

/** Without the variation selector for the coloured form, which our data has and others omit. */
const bare = (emoji: string) => emoji.replace('\uFE0F', '')
const common = new Set(QUICK_EMOJIS.map(bare))
const isCommon = ({ emoji }: NamedEmoji) => common.has(bare(emoji))
