/** Checks the answers to questions, and writes them in one way. Pure. */
import type { AnswerKind } from './format/contract'

export type Answer = {
  /** Null for messages without text. */
  readonly text: string | null
  readonly fileUrl: string | null
}

/** The answer as it is kept; undefined if it does not fit. */
export function readAnswer(as: AnswerKind, { text, fileUrl }: Answer): string | undefined {
  if (as === 'file') return fileUrl ?? undefined
  const typed = text?.trim() ?? ''
  if (typed === '' || typed.length > MOST[as]) return undefined
  return readers[as](typed)
}

const MOST: Readonly<Record<AnswerKind, number>> = {
  text: 500,
  number: 30,
  email: 120,
  phone: 30,
  cpf: 30,
  cnpj: 30,
  cpfcnpj: 30,
  cep: 20,
  date: 20,
  file: 0,
}

const digits = (typed: string) => typed.replace(/\D/g, '')
/** Only digits and the usual marks, so that "moro no 12" is no number. */
const isNumeric = (typed: string) => /^[\d\s.,/+()-]+$/.test(typed)

const readers: Readonly<Record<Exclude<AnswerKind, 'file'>, (typed: string) => string | undefined>> = {
  text: (typed) => typed,
  number: readNumber,
  email: (typed) =>
    /^[^\s@<>",;]{1,64}@[^\s@<>",;.]+(\.[^\s@<>",;.]+)+$/.test(typed) ? typed.toLowerCase() : undefined,
  phone: (typed) => (isNumeric(typed) && /^\d{8,15}$/.test(digits(typed)) ? digits(typed) : undefined),
  cpf: (typed) => (isNumeric(typed) && isCpf(digits(typed)) ? asCpf(digits(typed)) : undefined),
  cnpj: (typed) => (isNumeric(typed) && isCnpj(digits(typed)) ? asCnpj(digits(typed)) : undefined),
  cpfcnpj: (typed) => readers.cpf(typed) ?? readers.cnpj(typed),
  cep: (typed) =>
    isNumeric(typed) && /^\d{8}$/.test(digits(typed)) ? digits(typed).replace(/^(\d{5})/, '$1-') : undefined,
  date: readDate,
}

/** "1.234,50" and "1234.50" are the same number, written with a point. */
function readNumber(typed: string): string | undefined {
  const value = numberIn(typed)
  return value === undefined ? undefined : String(value)
}

/** A number in Brazilian or English writing. */
export function numberIn(typed: string): number | undefined {
  const plain = typed.trim().replace(/^R\$\s*/, '')
  if (plain === '' || plain.length > 30) return undefined
  const comma = plain.lastIndexOf(',')
  const point = plain.lastIndexOf('.')
  const isGrouped = /^-?\d{1,3}(\.\d{3})+$/.test(plain) && plain.split('.').length > 2
  const english =
    comma > point
      ? plain.replaceAll('.', '').replace(',', '.')
      : isGrouped
        ? plain.replaceAll('.', '')
        : plain.replaceAll(',', '')
  return /^-?\d+(\.\d+)?$/.test(english) ? Number(english) : undefined
}

/** Day, month and year in this order, or ISO. Kept as dd/mm/yyyy. */
function readDate(typed: string): string | undefined {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(typed)
  const local = /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{2}|\d{4})$/.exec(typed) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(typed)
  const [, day, month, year] = iso ? [iso[0], iso[3], iso[2], iso[1]] : (local ?? [])
  if (day === undefined || month === undefined || year === undefined) return undefined
  const full = year.length === 2 ? (Number(year) > 50 ? 1900 : 2000) + Number(year) : Number(year)
  const at = new Date(Date.UTC(full, Number(month) - 1, Number(day)))
  if (at.getUTCDate() !== Number(day) || at.getUTCMonth() !== Number(month) - 1) return undefined
  return `${day.padStart(2, '0')}/${month.padStart(2, '0')}/${full}`
}

const checkDigit = (of: string, weights: readonly number[]): number => {
  const rest = weights.reduce((sum, weight, at) => sum + weight * Number(of[at]), 0) % 11
  return rest < 2 ? 0 : 11 - rest
}
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, at) => from - at)

const isCpf = (of: string): boolean =>
  /^\d{11}$/.test(of) &&
  !/^(\d)\1*$/.test(of) &&
  checkDigit(of, down(10, 2)) === Number(of[9]) &&
  checkDigit(of, down(11, 2)) === Number(of[10])

const isCnpj = (of: string): boolean =>
  /^\d{14}$/.test(of) &&
  !/^(\d)\1*$/.test(of) &&
  checkDigit(of, [...down(5, 2), ...down(9, 2)]) === Number(of[12]) &&
  checkDigit(of, [...down(6, 2), ...down(9, 2)]) === Number(of[13])

const asCpf = (of: string) => of.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4')
const asCnpj = (of: string) => of.replace(/^(\d{2})(\d{3})(\d{3})(\d{4})(\d{2})$/, '$1.$2.$3/$4-$5')
