/** Cells for which no row is refused: it is imported without them, or with a part of them, and the report says so. */
import type { Outcome, Problem, RowOutcome } from '../../../bulk-import/target'
import { MOST_EXTRA_INFO } from '../../../contacts/contract'
import { cut, oneLine } from '../../../platform/text'
import { type Language, languages } from '../../../texts/languages'
import type { contactProblems } from './problems'

/** Characters of a contact's name, as in its form. */
const NAME = 50
/** Characters of a full name that is kept as extra information. */
const FULL_NAME = 500
/** Name of the extra information with a name that was cut. */
const fullNameLabels: Readonly<Record<Language, string>> = {
  'pt-BR': 'Nome completo',
  en: 'Full name',
  es: 'Nombre completo',
  tr: 'Tam ad',
}

type Facts = readonly { readonly name: string; readonly value: string }[]
export type LesserProblem = Pick<Problem, 'value'> & { readonly problem: keyof typeof contactProblems }

/** `whole`: the name without cut; the stored name may equal it. */
export type ReadName = { readonly name: string; readonly whole: string }

/** A single letter is a name; signs alone are none. */
export function readName(cell: string): ReadName {
  const whole = oneLine(cell, FULL_NAME)
  if (!/[\p{L}\p{N}\p{So}]/u.test(whole)) return { name: '', whole: '' }
  return { name: cut(whole, NAME).trim(), whole }
}

/** Whether the stored name is the row's, up to what an import cleans. */
export const isSameName = (stored: string, { whole }: ReadName): boolean => oneLine(stored, FULL_NAME) === whole

/** The full name comes first, so that it is kept if there is too much. */
export function withFullName(facts: Facts, { name, whole }: ReadName, language: string): Facts {
  if (name === whole) return facts
  const label = fullNameLabels[languages.find((one) => one === language) ?? 'pt-BR']
  return [{ name: label, value: whole }, ...facts]
}

export const cutProblems = ({ name, whole }: ReadName, facts: Facts): readonly LesserProblem[] => [
  ...(name === whole ? [] : [{ problem: 'longName' as const, value: whole }]),
  ...(facts.length > MOST_EXTRA_INFO
    ? [{ problem: 'manyFacts' as const, value: facts[MOST_EXTRA_INFO]?.name ?? '' }]
    : []),
]

/** The outcome of a row whose lesser cells had these problems. Nothing is reported of a row that changes nothing. */
export function withLesser(taken: RowOutcome, lesser: readonly LesserProblem[]): Outcome {
  const [first, ...others] = lesser
  if (!first || taken === 'skipped') return taken
  return { ...first, others: others.map(({ problem }) => problem), taken }
}
