/**
 * A Brazilian taxpayer's number: CPF of a person (11 digits), or CNPJ of a company (12 digits or letters and 2 digits).
 * Stored without marks in upper case. Runs in the browser too.
 */
import * as v from 'valibot'
import { text } from './formats'

export type DocumentKind = 'cpf' | 'cnpj'

/** What people write between the signs, and what spreadsheets and phones add. */
const MARKS = /[\s.,/\\_()\u2010-\u2015\u2212\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff-]/g
const LABEL = /^\s*(?:cpf|cnpj)(?:\s*(?:\/|e|ou|or)\s*(?:cpf|cnpj))?(?:\s*n[.ºo]*)?\s*[:=\-–—]?\s*(?=[\da-z])/i
/** Longer texts hold more than a document. */
const LONGEST = 60

/** The document as it is stored; undefined if it is none, or its check digits are wrong. A label before it is dropped. */
export function readDocument(written: string, kind?: DocumentKind): string | undefined {
  if (written.length > LONGEST) return undefined
  const plain = written.normalize('NFKC')
  // A CNPJ may begin with the letters of the label.
  return [bare(plain), bare(plain.replace(LABEL, ''))].find((document) => {
    const is = kindOfDocument(document)
    return is !== undefined && (kind === undefined || kind === is)
  })
}

const bare = (written: string): string => written.replace(MARKS, '').toUpperCase()

/** Each sign may have a mark before it, as in `12.ABC.345/01DE-35`. */
const candidates = /(?<![\dA-Z])(?:\d[.,\s-]?){10}\d(?![\dA-Z])|(?<![\dA-Z])(?:[\dA-Z][.,/\s-]?){12}\d{2}(?![\dA-Z])/gi
const LONGEST_WORDS = 500

/** The only document in a sentence; undefined if there is none or several. */
export function documentIn(words: string, kind?: DocumentKind): string | undefined {
  const whole = readDocument(words, kind)
  if (whole !== undefined || words.length > LONGEST_WORDS) return whole
  const plain = words.normalize('NFKC')
  const found = new Set<string>()
  for (let at = 0; at < plain.length; ) {
    candidates.lastIndex = at
    const match = candidates.exec(plain)
    if (!match) break
    const document = readDocument(match[0], kind)
    if (document !== undefined) found.add(document)
    // After a match that is none, another one may begin within it.
    at = document === undefined ? match.index + 1 : match.index + match[0].length
  }
  return found.size === 1 ? [...found][0] : undefined
}

const NAMES = /^(?:n[ºo.]*\s*(?:d[eo]\s*)?)?(cpf|cnpj)(?:\s*(?:\/|e|ou|or|-)\s*(cpf|cnpj))?$/i

/** Whether a field of this name holds a document, such as `CPF` or `CPF/CNPJ`, and of which kind. */
export function documentNamed(name: string): DocumentKind | 'any' | undefined {
  const found = NAMES.exec(name.trim())
  if (!found) return undefined
  return found[2] ? 'any' : found[1]?.toLowerCase() === 'cpf' ? 'cpf' : 'cnpj'
}

/** The value of a field as it is stored: without marks if its name says that it is a document. Undefined if it is a wrong one. */
export function readNamed(name: string, value: string): string | undefined {
  const kind = documentNamed(name)
  return kind === undefined ? value : readDocument(value, kind === 'any' ? undefined : kind)
}

export const showNamed = (name: string, value: string): string =>
  documentNamed(name) === undefined ? value : showDocument(value)

/** Of a document without marks; undefined if its check digits are wrong. */
export function kindOfDocument(document: string): DocumentKind | undefined {
  if (/^(\d)\1*$/.test(document)) return undefined
  if (/^\d{11}$/.test(document))
    return endsWith(document, checkDigits(document.slice(0, 9), CPF_HIGHEST)) ? 'cpf' : undefined
  if (/^[\dA-Z]{12}\d{2}$/.test(document))
    return endsWith(document, checkDigits(document.slice(0, 12), CNPJ_HIGHEST)) ? 'cnpj' : undefined
  return undefined
}

const endsWith = (document: string, digits: string): boolean => document.endsWith(digits)

/** Weights count up from 2 at the last sign; those of a CNPJ begin again after 9. */
const CPF_HIGHEST = 11
const CNPJ_HIGHEST = 9

/** Modulo 11, twice. A letter counts as its ASCII code less 48, a digit as itself. */
export function checkDigits(signs: string, highest: number): string {
  const first = checkDigit(signs, highest)
  return `${first}${checkDigit(`${signs}${first}`, highest)}`
}

function checkDigit(signs: string, highest: number): number {
  let sum = 0
  for (let at = signs.length - 1, weight = 2; at >= 0; at--, weight = weight === highest ? 2 : weight + 1)
    sum += weight * (signs.charCodeAt(at) - 48)
  const rest = sum % 11
  return rest < 2 ? 0 : 11 - rest
}

/** With its marks; another text as it is. */
export function showDocument(document: string): string {
  if (/^\d{11}$/.test(document)) return document.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4')
  return /^[\dA-Z]{12}\d{2}$/.test(document)
    ? document.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5')
    : document
}

/** CPF or CNPJ with right check digits, without marks in upper case; empty for none. */
export const TaxDocument = v.pipe(
  text(60, 'form.document.invalid'),
  v.trim(),
  v.check((written) => written === '' || readDocument(written) !== undefined, 'form.document.invalid'),
  v.transform((written) => readDocument(written) ?? ''),
)
