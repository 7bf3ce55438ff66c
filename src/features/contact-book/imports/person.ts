/** Reads what a row of a spreadsheet says about a person, for contacts and for contact lists. */
import * as v from 'valibot'
import type { ImportedRow, NamedCell, Problem } from '../../../bulk-import/target'
import { listMeant } from '../../../channels/dialing'
import { EXTRA_INFO_NAME_LENGTH } from '../../../contacts/contract'
import { formatNumber, otherForm } from '../../../contacts/number'
import { isBrazilianLandline, type PhoneRefusal, readAreaCode, readCountryCode } from '../../../contacts/phone'
import type { Cx } from '../../../platform/cx'
import { Email } from '../../../platform/formats'
import { cut, fold } from '../../../platform/text'
import { cutProblems, type LesserProblem, type ReadName, readName } from './lesser-cells'
import { type contactProblems, numberProblem } from './problems'

export type Person = {
  readonly named: ReadName
  readonly number: string
  /** The number as typed. */
  readonly written: string
  /** Empty if the row has none that is valid. */
  readonly email: string
  /** Extra columns, and what a contact has no place for: further numbers and addresses, the name of the company. */
  readonly facts: readonly NamedCell[]
  readonly lesser: readonly LesserProblem[]
}

/** `isKnown`: something else than a number says who it is; the number may be missing, and is then empty. */
export function readPerson(cx: Cx, row: ImportedRow, isKnown = false): Person | Problem {
  const read = readNumbers(cx, row)
  const numbers = isKnown && 'refused' in read && read.refused === null ? noNumber : read
  const emails = readEmails(row)
  const { name, facts: companies } = readNames(row)
  if ('refused' in numbers)
    return numbers.refused === null
      ? wrong('noNumber', name || (row.fields.email ?? ''))
      : wrong(numberProblem(numbers.refused), numbers.written)
  const named = readName(name)
  const facts = distinctNames([...companies, ...numbers.facts, ...emails.facts, ...row.extra])
  return {
    named,
    number: numbers.number,
    written: numbers.written,
    email: emails.email,
    facts,
    lesser: [...cutProblems(named, facts), ...emails.lesser],
  }
}

const wrong = (problem: keyof typeof contactProblems, value: string): Problem => ({ problem, value })

type Numbers =
  | { readonly number: string; readonly written: string; readonly facts: readonly NamedCell[] }
  | { readonly refused: PhoneRefusal | null; readonly written: string }

const noNumber: Numbers = { number: '', written: '', facts: [] }

/** The number that most likely has WhatsApp, and the others. */
function readNumbers(cx: Cx, { placed }: ImportedRow): Numbers {
  const found: { number: string; cell: NamedCell }[] = []
  const refused: { refused: PhoneRefusal; cell: NamedCell }[] = []
  let area = firstOf(placed, 'areaCode', readAreaCode)
  let code = firstOf(placed, 'countryCode', readCountryCode)
  for (const cell of placed) {
    if (cell.key === 'areaCode') area = readAreaCode(cell.value) ?? area
    if (cell.key === 'countryCode') code = readCountryCode(cell.value) ?? code
    if (cell.key !== 'number') continue
    const read = listMeant(cx, cell.value, { area, code })
    if ('refused' in read) refused.push({ refused: read.refused, cell })
    else
      for (const number of read.numbers)
        if (!found.some((one) => areSame(one.number, number))) found.push({ number, cell })
  }
  const [first, ...others] = found.length > 1 ? found.toSorted((a, b) => rankOf(a) - rankOf(b)) : found
  if (!first) {
    const [worst] = refused
    return { refused: worst?.refused ?? null, written: worst?.cell.value ?? '' }
  }
  const kept = others.map(({ number, cell }) => ({ name: cell.name, value: formatNumber(number) }))
  const unread = refused.flatMap(({ cell: { name, value } }) => (/\d/.test(value) ? { name, value } : []))
  return { number: first.number, written: first.cell.value, facts: [...kept, ...unread] }
}

/** The first code, for numbers that precede it. */
const firstOf = (
  placed: ImportedRow['placed'],
  wanted: 'areaCode' | 'countryCode',
  read: (cell: string) => string | undefined,
): string | undefined => read(placed.find(({ key }) => key === wanted)?.value ?? '')

const areSame = (one: string, other: string): boolean => one === other || otherForm(one) === other

/** As in our own export, whose other columns may hold further numbers. */
const OWN_HEAD = /^(?:n[uú]mero|number|numara)$/i

/** A column of WhatsApp numbers comes first, whatever they are; then mobiles. */
function rankOf({ number, cell: { name } }: { readonly number: string; readonly cell: NamedCell }): number {
  if (OWN_HEAD.test(name)) return -1
  if (/whats|wpp|zap/i.test(name)) return 0
  if (isBrazilianLandline(number)) return 3
  return /cel|mobile|m[oó]vil|gsm|cep/i.test(name) ? 1 : 2
}

function readEmails({ placed }: ImportedRow) {
  const cells = placed.filter(({ key }) => key === 'email')
  const valid = cells.flatMap(({ name, value }) =>
    value.split(/[\s;,:|<>]+/).flatMap((one) => {
      const email = emailOf(one)
      return email === undefined ? [] : { name, value: email }
    }),
  )
  const [first, ...others] = valid
  const lesser: readonly LesserProblem[] = first || !cells[0] ? [] : [{ problem: 'badEmail', value: cells[0].value }]
  return { email: first?.value ?? '', lesser, facts: others.filter(({ value }) => value !== first?.value) }
}

/** Undefined for an invalid address. */
function emailOf(written: string): string | undefined {
  const mail = v.safeParse(Email, written)
  return mail.success ? mail.output : undefined
}

/** A company's name stands for a person's where there is none. */
function readNames({ fields, placed }: ImportedRow): { readonly name: string; readonly facts: readonly NamedCell[] } {
  const parts = [fields.name, fields.middleName, fields.lastName]
  const person = parts.reduce<string>((name, part) => withPart(name, oneSpaced(part)), '')
  const companies = (['company', 'legalName'] as const).flatMap((key) => placed.find((one) => one.key === key) ?? [])
  const name = person || oneSpaced(companies[0]?.value)
  return { name, facts: companies.filter(({ value }) => fold(oneSpaced(value)) !== fold(name)) }
}

/** A column of full names may stand beside one of last names. */
const withPart = (name: string, part = ''): string =>
  ` ${fold(name)} `.includes(` ${fold(part)} `) ? name : `${name} ${part}`.trim()

const oneSpaced = (text = ''): string => text.replace(/\s+/g, ' ').trim()

/** Facts of a person have different names. */
function distinctNames(facts: readonly NamedCell[]): readonly NamedCell[] {
  const known = new Set<string>()
  return facts.map(({ name, value }) => {
    const plain = cut(name.replace(/ - (value|valor)$/i, ''), EXTRA_INFO_NAME_LENGTH)
    let shown = plain
    for (let n = 2; known.has(fold(shown)); n++) shown = `${cut(plain, EXTRA_INFO_NAME_LENGTH - 4)} ${n}`
    known.add(fold(shown))
    return { name: shown, value }
  })
}
