/** Checks the answers to questions, and writes them in one way. Pure. */
import { asDialed, readPhone } from '../../../contacts/phone'
import { type DocumentKind, documentIn, showDocument } from '../../../platform/document'
import { fold } from '../../../platform/text'
import type { Language } from '../../../texts/languages'
import type { AnswerKind } from '../format/contract'
import { readDay, readTime } from './dates'
import { readNumber } from './numbers'
import type { Place } from './place'
import type { Reason } from './reasons'

export type Answer = {
  /** Null for messages without text. */
  readonly text: string | null
  readonly fileUrl: string | null
}

/** The answer as it is kept, or why it does not fit. Words around the only value of a text are dropped. */
export type Read = { readonly value: string } | { readonly wrong: Reason }

export type Asked = Place & { readonly now: number }

export function readAnswer(as: AnswerKind, { text, fileUrl }: Answer, asked: Asked): Read {
  if (as === 'file') return fileUrl === null ? { wrong: 'noFile' } : { value: fileUrl }
  const typed = text?.trim() ?? ''
  if (typed === '') return { wrong: 'noText' }
  if (typed.length > (as === 'text' ? 500 : 300)) return { wrong: 'tooLong' }
  return readers[as](typed, asked)
}

const valueOr = (value: string | undefined, wrong: Reason): Read => (value === undefined ? { wrong } : { value })

const document =
  (wrong: Reason, kind?: DocumentKind) =>
  (typed: string): Read => {
    const found = documentIn(typed, kind)
    return valueOr(found && showDocument(found), wrong)
  }

const readers: Readonly<Record<Exclude<AnswerKind, 'file'>, (typed: string, asked: Asked) => Read>> = {
  text: (typed) => ({ value: typed }),
  number(typed, asked) {
    const read = readNumber(typed, asked)
    return 'number' in read ? { value: asPlainText(read.number) } : read
  },
  email: readEmail,
  phone(typed, { country }) {
    const read = readPhone(typed, { country })
    return 'number' in read ? { value: asDialed(read.number, country) } : { wrong: `phone.${read.refused}` }
  },
  cpf: document('noCpf', 'cpf'),
  cnpj: document('noCnpj', 'cnpj'),
  cpfcnpj: document('noDocument'),
  cep: readCep,
  date(typed, asked) {
    const read = readDay(typed, asked.now, asked)
    return 'day' in read ? { value: read.day } : read
  },
  time(typed, asked) {
    const read = readTime(typed, asked)
    return 'time' in read ? { value: read.time } : read
  },
  yesNo: (typed, { language }) => valueOr(yesOrNo(typed, language), 'noYesNo'),
}

/** With a point, and without an exponent. */
const asPlainText = (number: number): string =>
  /e/.test(String(number)) ? number.toFixed(12).replace(/\.?0+$/, '') : String(number)

/** "ana arroba exemplo ponto com" and "Ana <ana@exemplo.com>." */
function readEmail(typed: string): Read {
  const text = typed
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s*[([{]?\b(?:arroba)\b[)\]}]?\s*|\s*[([{](?:at|@)[)\]}]\s*/gi, '@')
    .replace(/ ?@ ?/g, '@')
  const spelled = /\barroba\b/i.test(typed) ? text.replace(/\s+(?:ponto|punto|dot|nokta)\s+/gi, '.') : text
  const found = new Set(
    [...spelled.matchAll(/[^\s@<>"',;:()[\]{}|]{1,64}@[^\s@<>"',;:()[\]{}|/\\?&]{1,200}/g)].flatMap(([one]) => {
      const email = one.toLowerCase().replace(/[.!?*_-]+$/, '')
      return EMAIL.test(email) && email.length <= MOST_EMAIL ? email : []
    }),
  )
  const [email] = found
  return found.size > 1 ? { wrong: 'several' } : valueOr(email, 'noEmail')
}
const MOST_EMAIL = 120
const EMAIL = /^[^.@]+(?:\.[^.@]+)*@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}[\p{L}\p{N}-]+$/u

function readCep(typed: string): Read {
  const text = typed.normalize('NFKC').replace(/\p{Pd}/gu, '-')
  const found = new Set(
    [...text.matchAll(/(?<![\d.])(\d{2})\.?(\d{3})[- ]{0,3}(\d{3})(?![\d.]*\d)/g)].map(
      ([, area, rest, end]) => `${area}${rest}-${end}`,
    ),
  )
  const [cep] = found
  return found.size > 1 ? { wrong: 'several' } : valueOr(cep === '00000-000' ? undefined : cep, 'noCep')
}

/** In the company's language, which conditions are written in. Undefined if the text says both, neither, or perhaps. */
function yesOrNo(typed: string, language: Language): string | undefined {
  const { yes, no, sure, perhaps, kept } = answers[language]
  const words: readonly string[] = fold(typed).match(/\p{L}+|👍|👎|✅|❌/gu) ?? []
  const says = (list: string) => list.split(' ').some((word) => words.includes(word))
  if (words.length > MOST_WORDS || perhaps.test(words.join(' '))) return undefined
  // In Portuguese "no" stands in "no cartão" too.
  const isNo = says(no) || says('👎 ❌') || (words.length === 1 && says('no'))
  if (says(yes) || says('👍 ✅')) return isNo ? undefined : kept[0]
  return isNo ? kept[1] : says(sure) ? kept[0] : undefined
}
const MOST_WORDS = 12

/** `sure` words agree, and stand in refusals too: "claro que não". */
type Words = {
  readonly yes: string
  readonly sure: string
  readonly no: string
  /** Neither, or a refusal of something else: "no problem". */
  readonly perhaps: RegExp
  readonly kept: readonly [yes: string, no: string]
}
const answers: Readonly<Record<Language, Words>> = {
  'pt-BR': {
    yes: 'sim s ss sss simm simmm sm yes',
    sure: 'claro ok okay isso pode quero certeza certo positivo aceito confirmo confirmado exato aham uhum bora perfeito correto blz beleza',
    no: 'nao n nn nope nunca negativo nem nunk jamais',
    perhaps: /\b(talvez|acho|sei|depende|problemas?|nao (tenho|estou|to) (\w+ )?(certeza|cert[oa]))\b/,
    kept: ['sim', 'não'],
  },
  en: {
    yes: 'yes y yeah yep yup yes',
    sure: 'sure ok okay right correct please absolutely definitely',
    no: 'no n nope nah not never don dont',
    perhaps: /\b(maybe|perhaps|depends|know|think|problem|worries|not (\w+ )?(sure|certain))\b/,
    kept: ['yes', 'no'],
  },
  es: {
    yes: 'si s sip yes',
    sure: 'claro ok okay vale bueno quiero acepto confirmo exacto correcto dale seguro perfecto',
    no: 'no n nunca jamas tampoco nop negativo',
    perhaps: /\b(quizas?|talvez|depende|creo|se|problema|no (estoy|tengo) (\w+ )?(segur[oa]|seguridad))\b/,
    kept: ['sí', 'no'],
  },
  tr: {
    yes: 'evet e yes he',
    sure: 'tamam olur tabii tabi elbette kesinlikle aynen istiyorum ok okay dogru onayliyorum',
    no: 'hayir h yok olmaz istemiyorum degil asla no',
    perhaps: /\b(belki|bilmiyorum|galiba|sorun|problem|emin degilim)\b/,
    kept: ['evet', 'hayır'],
  },
}
