/** Emoji data of a language, served by us: the picker's default is a CDN. */
import type { EmojiData } from 'frimousse'
import type { Language } from '../../../shared/i18n/languages'
import { emojisLike, type NamedEmoji, namedEmoji } from '../rules/emojis'

type Entry = {
  emoji: string
  hexcode: string
  label: string
  tags?: string[]
  group?: number
  version: number
  skins?: { emoji: string; tone?: number | number[] }[]
}
type Words = {
  groups: { key: string; message: string; order: number }[]
  skinTones: { key: string; message: string }[]
}

const sources: Record<Language, () => Promise<[unknown, unknown]>> = {
  'pt-BR': async () => [
    (await import('emojibase-data/pt/data.json')).default,
    (await import('emojibase-data/pt/messages.json')).default,
  ],
  en: async () => [
    (await import('emojibase-data/en/data.json')).default,
    (await import('emojibase-data/en/messages.json')).default,
  ],
  es: async () => [
    (await import('emojibase-data/es/data.json')).default,
    (await import('emojibase-data/es/messages.json')).default,
  ],
  // There is no Turkish data: English words are searched.
  tr: async () => [
    (await import('emojibase-data/en/data.json')).default,
    (await import('emojibase-data/en/messages.json')).default,
  ],
}

/** Newer emojis appear as empty boxes on most systems. */
const NEWEST = 15
const COMPONENTS = 2

export async function emojiData(language: Language): Promise<EmojiData> {
  const [entries, words] = (await sources[language]()) as [Entry[], Words] // the package's own shape
  const tone = (key: string) => words.skinTones.find((one) => one.key === key)?.message ?? key
  return {
    locale: language,
    categories: words.groups
      .filter(({ order }) => order !== COMPONENTS)
      .map(({ order, message }) => ({ index: order, label: message })),
    skinTones: {
      light: tone('light'),
      'medium-light': tone('medium-light'),
      medium: tone('medium'),
      'medium-dark': tone('medium-dark'),
      dark: tone('dark'),
    },
    emojis: entries.filter(isShown).map(({ emoji, group, label, version, tags }) => ({
      emoji,
      category: group ?? 0,
      label,
      version,
      tags: tags ?? [],
    })),
  }
}

/** Whether an emoji is the man or woman variant of a person: three emojis with nearly the same name. */
const GENDERED = /\u200D[♂♀]/u

/** For completing emoji names while typing. */
export async function namedEmojis(language: Language): Promise<NamedEmoji[]> {
  const [[entries], codes] = (await Promise.all([
    sources[language](),
    import('emojibase-data/en/shortcodes/github.json').then((file) => file.default),
  ])) as unknown as [[Entry[]], Record<string, string | string[]>] // the package's own shape
  return entries
    .filter((entry) => isShown(entry) && !GENDERED.test(entry.emoji))
    .map(({ emoji, hexcode, label, tags = [] }) => namedEmoji({ emoji, label, tags }, [codes[hexcode] ?? []].flat()))
}

/** Those offered for what is typed. */
export async function emojiSearch(language: Language): Promise<(typed: string) => readonly NamedEmoji[]> {
  const emojis = await namedEmojis(language)
  return (typed) => emojisLike(emojis, typed)
}

const isShown = ({ group, version }: Entry): boolean => group !== undefined && group !== COMPONENTS && version <= NEWEST
