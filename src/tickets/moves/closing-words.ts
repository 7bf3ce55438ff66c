/**
 * Whether a message after closing only says thanks, agrees or takes leave, in the four languages. Every word must be
 * known and one must carry that meaning, so that a new request always opens a ticket. Pure.
 */
import type { Incoming } from '../../channels/channel'
import { fold } from '../../platform/text'
import { closingCompany, closingCore } from './closing-vocabulary'

/** Longer messages say something else. */
const LONGEST = 200

/** Ask for something or complain, alone or beside words. */
const notThanks =
  /[?¿❓❔⁉👎😡😠🤬😤😭💔🆘😢😔😞😟😕🙁☹😩😫😖😣😒🙄😑😐😱😨😰😥🤔🤨🤷🤦🤡💩🖕🤢🤮❌⛔🚫⚠🚨📞☎📎💸💰🧾📄]/u
/** Words that turn thanks round, and greetings that ask: "beleza, e aí". */
const TURNED = /\bobrigad[oa] por nada\b|\bgracias por nada\b|\bthanks for nothing\b|\be ai$/
const LAUGHTER = /^(k{2,}|(rs)+|(ha){2,}h?|(he){2,}h?|(ja){2,}|(je){2,}|(hua){2,}|lol)$/
const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u
/** Numbers that praise; any other may be an order or a document. */
const PRAISE = /\bnota (?:10|100|1000|mil)\b|\b(?:100 ?%|10\/10|1000 ?%|10 de 10)/gi

type Words = Pick<Incoming, 'kind' | 'body'>

const withoutPraise = (body: string): string => body.replace(PRAISE, ' perfeito ')

/** Rules out most messages before anything is looked up. */
export const mayBeClosingWords = ({ kind, body }: Words): boolean =>
  kind === 'sticker' ||
  (kind === 'chat' && body.length <= LONGEST && !notThanks.test(body) && !/\d/.test(withoutPraise(body)))

/** `names`: of the attendant, who may be addressed. */
export function isClosingWords({ kind, body }: Words, names: readonly string[] = []): boolean {
  if (!mayBeClosingWords({ kind, body })) return false
  if (kind === 'sticker') return true
  const words = fold(withoutPraise(body))
    .replace(/['’‘`´]/g, '')
    .replace(/[^\p{L}\p{N}\s]+/gu, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return EMOJI.test(body)
  if (TURNED.test(words.join(' '))) return false
  const known = new Set(names.flatMap((name) => fold(name).split(/\s+/)))
  const said = words.filter((word) => !known.has(word) && !LAUGHTER.test(word))
  return said.length === 0 ? words.every((word) => LAUGHTER.test(word)) : meansThanks(said)
}

/** The longest phrase first, so that "não obrigado" is not read as two. */
function meansThanks(words: readonly string[]): boolean {
  let isMeant = false
  for (let at = 0; at < words.length; ) {
    const size = phraseAt(words, at)
    if (size === undefined) return false
    if (closingCore.has(written(words.slice(at, at + size)))) isMeant = true
    at += size
  }
  return isMeant
}

const phrases = [...closingCore, ...closingCompany]
const LONGEST_PHRASE = Math.max(...phrases.map((phrase) => phrase.split(' ').length))
const vocabulary = new Set(phrases.flatMap((phrase) => phrase.split(' ')))

function phraseAt(words: readonly string[], at: number): number | undefined {
  for (let size = Math.min(LONGEST_PHRASE, words.length - at); size > 0; size--) {
    const phrase = written(words.slice(at, at + size))
    if (closingCore.has(phrase) || closingCompany.has(phrase)) return size
  }
  return undefined
}

/** Drawn-out letters are read as one: "obrigadaaa", "valeuuu", "okk". */
const written = (words: readonly string[]): string =>
  words
    .map((word) => (vocabulary.has(word) ? word : word.replace(/(.)\1+$/u, '$1').replace(/(.)\1{2,}/gu, '$1')))
    .join(' ')
