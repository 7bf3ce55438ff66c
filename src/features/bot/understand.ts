/** Matches an answer to a menu: a number in any notation or in words, or words of a title. Pure. */
import { fold } from '../../platform/text'
import { type SpokenChoice, spokenChoice } from './spoken-choice'

export type Meaning =
  /** `isNumber`: the answer was the number, not words. */
  | { readonly kind: 'choice'; readonly at: number; readonly isNumber: boolean }
  | { readonly kind: 'back' | 'main' | 'unknown' }

/** Longer texts are not searched for a title. */
const LONGEST = 200
const MOST_WORDS = 12

/** `text` is null for messages without one. */
export function understand(
  text: string | null,
  titles: readonly string[],
  ways: { readonly back: string; readonly main: string },
): Meaning {
  if (text === null || text.length > LONGEST) return { kind: 'unknown' }
  const typed = plain(text)
  if (/^[^\p{L}\p{N}#]*#[^\p{L}\p{N}#]*$/u.test(typed)) return { kind: 'main' }
  const number = numberIn(typed)
  if (number === 0) return { kind: 'back' }
  if (number !== undefined && number <= titles.length) return { kind: 'choice', at: number - 1, isNumber: true }
  const words = wordsOf(typed)
  const at = titleOf(typed, words, titles)
  if (at !== undefined) return { kind: 'choice', at, isNumber: false }
  if (isSame(words, ways.back)) return { kind: 'back' }
  if (isSame(words, ways.main)) return { kind: 'main' }
  const wayBack = wayIn(words.join(' '))
  if (wayBack !== undefined && ways[wayBack] !== '') return { kind: wayBack }
  const likely = likeliest(words, titles)
  const spoken = spokenChoice(wordsOf(typed.replace(/(\d)['’]\p{L}{1,5}/gu, '$1'))) // Turkish: 2'yi
  if (spoken) return chosenBy(spoken, titles, likely)
  return likely === undefined ||
    isOfAnother(typed, likely, titles) ||
    DENIAL.test(words.join(' ')) ||
    namesSeveral(typed, titles)
    ? { kind: 'unknown' }
    : { kind: 'choice', at: likely, isNumber: false }
}

/** "Voltar ao menu", "início", "go back". */
const wayIn = (said: string): 'back' | 'main' | undefined =>
  MAIN.test(said) ? 'main' : BACK.test(said) ? 'back' : undefined
const MAIN =
  /^(?:(?:quero |pode )?(?:voltar?|volta|ir|volver|back|go|return)(?: (?:ao|pro|para|pra|o|al|to|the|back))* )?(?:menu(?: (?:principal|inicial|de opcoes))?|inicio|main menu|ana menu)$|^menuye don$/
const BACK =
  /^(?:voltar?|volta|quero voltar|voltar atras|(?:menu |opcao )?anterior|volver|volver atras|atras|back|go back|geri|geri don)$/

/** "Não quero financeiro" chooses nothing, while "não consigo pagar o boleto" names what it is about. */
const DENIAL =
  /\b(?:(?:nao|n) (?:e|eh|quero|queria|preciso|desejo|gostaria)|no (?:es|quiero|quisiera|necesito)|(?:do not|don t|dont) (?:want|need)|istemiyorum)\b/

/** A number that names one title, while its words name another, is ambiguous. */
function chosenBy({ number, isDigits }: SpokenChoice, titles: readonly string[], likely: number | undefined): Meaning {
  if (number === 0) return { kind: 'back' }
  const at = number < 0 ? titles.length + number : number - 1
  const isAmbiguous = at < 0 || at >= titles.length || (likely !== undefined && likely !== at)
  return isAmbiguous ? { kind: 'unknown' } : { kind: 'choice', at, isNumber: isDigits }
}

/** "Suporte técnico ou financeiro": its parts name different titles. */
function namesSeveral(typed: string, titles: readonly string[]): boolean {
  const parts = typed.split(/[,;/+&\n]| (?:ou|or|o|u|veya|e|y|and|ve) /)
  const named = new Set(parts.map((part) => likeliest(wordsOf(part), titles)))
  named.delete(undefined)
  return named.size > 1
}

/** "2 Financeiro", where Financeiro is another number. */
function isOfAnother(typed: string, likely: number, titles: readonly string[]): boolean {
  const [, number, rest = ''] = numberFirst.exec(typed) ?? []
  const at = Number(number) - 1
  return at !== likely && titles[at] !== undefined && isSame(wordsOf(rest), titles[likely] ?? '')
}

/** Replaces full-width, circled and keycap emoji digits with plain ones. */
const plain = (text: string): string =>
  fold(
    text
      .replaceAll('🔟', '10')
      .normalize('NFKC')
      .replace(/[\uFE0E\uFE0F\u20E3]/g, ''),
  )

/** "2", "2.", "(2)", "opção 2", "nº 2". */
function numberIn(typed: string): number | undefined {
  const found =
    /^[^\p{L}\p{N}]*(?:(?:a|la)\s+)?(?:(?:opcao|opcion|option|secenek|numero|number|numara|no|nr|n)[^\p{L}\p{N}]*)?(\d{1,6})[^\p{L}\p{N}]*$/u.exec(
      typed,
    )
  return found?.[1] === undefined ? undefined : Number(found[1])
}

const numberFirst = /^[^\p{L}\p{N}]*(\d{1,6})[^\p{L}\p{N}]+(.+)$/u

/** The only title that was typed, with or without its number as the menu shows it. */
function titleOf(typed: string, words: readonly string[], titles: readonly string[]): number | undefined {
  const [, number, rest = ''] = numberFirst.exec(typed) ?? []
  const numbered = titles[Number(number) - 1]
  if (numbered !== undefined && isSame(wordsOf(rest), numbered)) return Number(number) - 1
  return onlyOne(titles.flatMap((title, at) => (isSame(words, title) ? [at] : [])))
}

/** The title that shares the most words with the text; undefined on a tie. */
function likeliest(words: readonly string[], titles: readonly string[]): number | undefined {
  const significant = new Set(words.filter((_, at) => !isWeekday(words, at)).flatMap(significantWord))
  if (words.length > MOST_WORDS || significant.size === 0) return undefined
  const scores = titles.map(
    (title) => new Set(wordsOf(plain(title)).flatMap(significantWord)).intersection(significant).size,
  )
  const best = Math.max(0, ...scores)
  return best === 0 ? undefined : onlyOne(scores.flatMap((score, at) => (score === best ? [at] : [])))
}

/** "Segunda-feira", "na segunda", "segunda de manhã": no ordinal, which "a segunda via" is. */
function isWeekday(words: readonly string[], at: number): boolean {
  const [before = '', word = '', next = ''] = [words[at - 1], words[at], words[at + 1]]
  if (!/^(?:segunda|terca|quarta|quinta|sexta)s?$/.test(word)) return false
  const isOpen = next === '' || next.length < 3 || /^(?:cedo|hoje|agora|mesmo|por|para|pra)$/.test(next)
  return /^(?:feiras?|que)$/.test(next) || (isOpen && next !== '') || (isOpen && weekdayBefore.has(before))
}
const weekdayBefore: ReadonlySet<string> = new Set(
  'na nas nesta nessa neste toda todas proxima desta dessa ate'.split(' '),
)

const wordsOf = (folded: string): string[] => folded.match(/[\p{L}\p{N}]+/gu) ?? []

const isSame = (words: readonly string[], title: string): boolean => {
  const those = wordsOf(plain(title))
  return those.length > 0 && words.join(' ') === those.join(' ')
}

/** The word in the singular; empty for stop words. */
const significantWord = (word: string): string[] =>
  word.length < 3 || common.has(word) || /^\d+$/.test(word) ? [] : [word.length > 3 ? word.replace(/s$/, '') : word]

const onlyOne = (found: readonly number[]): number | undefined => (found.length === 1 ? found[0] : undefined)

const common: ReadonlySet<string> = new Set(
  `que qual quais quando quanto quanta como onde com para por pelo pela uma uns umas dos das nos nas num numa seu sua seus
  suas meu minha meus minhas este esta esse essa isso isto ele ela voce voces nao sim mais mas muito muita tem ter ver ser
  sobre ate bom boa dia tarde noite ola obrigado obrigada favor quero queria gostaria preciso posso pode falar fazer saber
  alguem algum alguma aqui ainda agora tudo bem
  cual cuales cuando cuanto donde con una unos unas del los las sus mis este esta ese esa eso usted ustedes bueno buenas
  buenos dias tardes noches hola gracias quiero quisiera necesito puedo puede hablar hacer saber alguien sin mas muy
  what which when where who how the and for with this that these those your you our are was have has want would like need
  can could please hello good morning afternoon evening thanks thank about from some any not yes talk speak
  bir ben sen biz siz icin ile var yok nasil nerede zaman hangi kim merhaba iyi gunler aksamlar tesekkurler lutfen istiyorum
  hakkinda daha cok evet hayir`.split(/\s+/),
)
