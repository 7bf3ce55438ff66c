/** Checks the answers to questions, and writes them in one way. Pure. */
import { asDialed, readPhone } from '../../../contacts/phone'
import { type DocumentKind, documentIn, showDocument } from '../../../platform/document'
import type { Language } from '../../../texts/languages'
import { readYesNo, type YesNo } from '../../../texts/yes-no'
import type { AnswerKind } from '../format/contract'
import { readDay, readTime } from './dates'
import { readNumber } from './numbers'
import type { Locale } from './place'
import type { Reason } from './reasons'

export type Answer = {
  /** Null for messages without text. */
  readonly text: string | null
  readonly fileUrl: string | null
}

/** The answer as it is kept, or why it does not fit. Words around the only value of a text are dropped. */
export type ReadAnswer = { readonly value: string } | { readonly wrong: Reason }

/** `question`: as the contact saw it. */
export type AnswerContext = Locale & { readonly now: number; readonly question?: string }

export function readAnswer(as: AnswerKind, { text, fileUrl }: Answer, asked: AnswerContext): ReadAnswer {
  if (as === 'file') return fileUrl === null ? { wrong: 'noFile' } : { value: fileUrl }
  const typed = text?.trim() ?? ''
  if (typed === '') return { wrong: 'noText' }
  if (typed.length > (as === 'text' ? 500 : 300)) return { wrong: 'tooLong' }
  return readers[as](typed, asked)
}

const valueOr = (value: string | undefined, wrong: Reason): ReadAnswer => (value === undefined ? { wrong } : { value })

const document =
  (wrong: Reason, kind?: DocumentKind) =>
  (typed: string): ReadAnswer => {
    const found = documentIn(typed, kind)
    return valueOr(found && showDocument(found), wrong)
  }

const readers: Readonly<Record<Exclude<AnswerKind, 'file'>, (typed: string, asked: AnswerContext) => ReadAnswer>> = {
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
  yesNo: (typed, asked) => valueOr(yesOrNo(typed, asked), 'noYesNo'),
}

/** With a point, and without an exponent. */
const asPlainText = (number: number): string =>
  /e/.test(String(number)) ? number.toFixed(12).replace(/\.?0+$/, '') : String(number)

/** "ana arroba exemplo ponto com" and "Ana <ana@exemplo.com>." */
function readEmail(typed: string): ReadAnswer {
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

function readCep(typed: string): ReadAnswer {
  const text = typed.normalize('NFKC').replace(/\p{Pd}/gu, '-')
  const found = new Set(
    [...text.matchAll(/(?<![\d.])(\d{2})\.?(\d{3})[- ]{0,3}(\d{3})(?![\d.]*\d)/g)].map(
      ([, area, rest, end]) => `${area}${rest}-${end}`,
    ),
  )
  const [cep] = found
  return found.size > 1 ? { wrong: 'several' } : valueOr(cep === '00000-000' ? undefined : cep, 'noCep')
}

/** In the company's language, which conditions are written in. */
function yesOrNo(typed: string, { language, question }: AnswerContext): string | undefined {
  const said = readYesNo(typed, language, question)
  return said && kept[language][said]
}
const kept: Readonly<Record<Language, Readonly<Record<YesNo, string>>>> = {
  'pt-BR': { yes: 'sim', no: 'não' },
  en: { yes: 'yes', no: 'no' },
  es: { yes: 'sí', no: 'no' },
  tr: { yes: 'evet', no: 'hayır' },
}
