/** Decides what counts as an answer to a question, and for how long. Pure. */

import { fold } from '../../platform/text'
import { DAY, MINUTE } from '../../platform/time'
import type { RatingOption, RatingType } from './contract'
import type { AskedRating } from './tables'

/** An answer counts for this long. */
export const ANSWER_TIME = DAY
/** A message within this time after the question for a comment is the comment. */
export const COMMENT_TIME = 15 * MINUTE
/** Clock skew: a message dated this much before the question may still answer it. */
const SKEW = 10 * MINUTE
const HIGHEST_NPS = 10
const MOST_SIGNS = 100

/** The three csat options of the specification. */
export const usualOptions = (names: readonly [string, string, string]): RatingOption[] =>
  names.map((name, at) => ({ value: at + 1, name, order: at, satisfied: at > 0 }))
export const npsOptions = (names: readonly [string, string]): RatingOption[] =>
  names.map((name, at) => ({ value: at * HIGHEST_NPS, name, order: at, satisfied: at > 0 }))

export const topOf = (options: readonly Pick<RatingOption, 'value'>[]): number =>
  Math.max(0, ...options.map(({ value }) => value))

export type RatingInput = Pick<RatingOption, 'value'> & { readonly label: string; readonly satisfied: boolean | null }

/**
 * Parses an answer: a value in digits or emoji, an option's name, or both as the question shows them. Undefined for any other
 * text.
 */
export function answerOf(
  written: string,
  { type, options }: { readonly type: RatingType; readonly options: readonly RatingOption[] },
): RatingInput | undefined {
  if (written.length > MOST_SIGNS) return undefined
  const text = plain(written)
  const named = (name: string) => options.find((one) => plain(one.name) === name)
  const ofDigits = /^\d{1,3}$/.test(text) ? valued(Number(text)) : undefined
  if (ofDigits) return ofDigits
  const [, digits, name = ''] = /^(\d{1,3})\s?[-–.):]\s?(.+)$/.exec(text) ?? []
  const chosen = digits === undefined ? (named(text) ?? named(courteous(text))) : named(name)
  if (!chosen && digits === undefined) {
    const value = valueIn(courteous(text), type)
    return value === undefined ? undefined : valued(value)
  }
  return chosen && (digits === undefined || chosen.value === Number(digits)) ? valued(chosen.value) : undefined

  function valued(value: number): RatingInput | undefined {
    const option = options.find((one) => one.value === value)
    if (type === 'nps')
      return value > HIGHEST_NPS ? undefined : { value, label: option?.name ?? String(value), satisfied: null }
    return option && { value, label: option.name, satisfied: option.satisfied }
  }
}

/** Without what people write around a grade: "minha nota é 9", "dou 10, obrigado". */
const courteous = (text: string): string =>
  text
    .replace(/[\s,.!;]+/g, ' ')
    .replace(
      /^(?:(?:a |the |la |my |mi )?(?:minha |sua )?(?:nota|avaliacao|score|rating|calificacion|puntaje|puan(?:im)?)(?: (?:e|eh|is|es|de|da|do))?(?: (?:atendimento|servico))?(?: (?:e|eh))?|(?:eu )?(?:dou|avalio(?: com| em)?|escolho|coloco)(?: nota| um| a)?|i (?:give|rate)(?: it| you)?(?: an?)?|le doy(?: un)?|opcao|option|opcion|e|com|o atendimento foi|foi)\b ?/,
      '',
    )
    .replace(
      / ?(?:com certeza|obrigad[oa]|obg|valeu|vlw|por favor|gracias|thanks|thank you|tesekkurler|estrelas?|stars?|estrellas?|yildiz|pontos?|puan|points?)$/,
      '',
    )
    .replace(/ ?(?:\/|de|of|out of|em) ?10$/, '')
    .trim()

/** A grade in digits, words or stars; five stars are no five of ten. */
function valueIn(text: string, type: RatingType): number | undefined {
  if (/^\d{1,3}$/.test(text)) return Number(text)
  const isStars = type !== 'nps' && /^(?:(?:⭐|🌟|★) ?){1,10}$/u.test(text)
  return isStars ? [...text.matchAll(/⭐|🌟|★/gu)].length : grades.get(text)
}
const grades: ReadonlyMap<string, number> = new Map(
  [
    'zero um dois tres quatro cinco seis sete oito nove dez',
    'zero one two three four five six seven eight nine ten',
    'cero uno dos tres cuatro cinco seis siete ocho nueve diez',
    'sifir bir iki uc dort bes alti yedi sekiz dokuz on',
  ].flatMap((list) => list.split(' ').map((word, value) => [word, value] as const)),
)

/** Folds case and accents; strips emphasis, keycap frames and trailing punctuation. */
const plain = (text: string): string =>
  fold(text.replaceAll('🔟', '10').replace(/[\uFE0F\u20E3]/g, ''))
    .replace(/[*_~`"'“”‘’]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\s.!,;]+$/, '')

export type AnswerVerdict =
  | { readonly is: 'rating'; readonly given: RatingInput }
  | { readonly is: 'comment'; readonly text: string }

type Open = Pick<AskedRating, 'type' | 'options' | 'askedAt' | 'expiresAt' | 'value' | 'comment' | 'commentUntil'>

/** Classifies a message as an answer or comment to an asked question; undefined if it is neither. */
export function classifyAnswer(
  asked: Open,
  { text, at }: { readonly text: string; readonly at: number },
): AnswerVerdict | undefined {
  if (at < asked.askedAt - SKEW) return undefined
  const given = at <= asked.expiresAt ? answerOf(text, asked) : undefined
  if (given) return { is: 'rating', given }
  const isAwaited = asked.value !== null && asked.comment === null && at <= (asked.commentUntil ?? 0)
  return isAwaited && text.trim() !== '' ? { is: 'comment', text: text.trim() } : undefined
}
