/** Texts with variables, stored as `{{name}}` and shown as chips with translated names. Pure. */
import { type VariableName, variableNames } from '../../../src/tickets/variables/contract'
import type { Text } from '../i18n/translate'

/** `nextOpening` exists only in out-of-hours texts. */
export type ChipName = VariableName | 'nextOpening'
export const outOfHoursNames: readonly ChipName[] = [...variableNames, 'nextOpening']

export type TextPart<N extends string = ChipName> = { readonly text: string } | { readonly variable: N }

const VARIABLE = /\{\{ ?([\p{L}\p{N}_.]{1,48}) ?\}\}/gu

const isKnown = (name: string): name is ChipName => outOfHoursNames.some((known) => known === name)

/** What flows know besides, such as `company.name`. */
const dotted = {
  'contact.firstName': 'contactFirstName',
  'contact.name': 'contactName',
  'contact.number': 'contactNumber',
  'contact.email': 'contactEmail',
  'connection.name': 'connectionName',
  'company.name': 'companyName',
  message: 'message',
  'answer.problem': 'answerProblem',
  'http.status': 'httpStatus',
} as const
const isDotted = (name: string): name is keyof typeof dotted => Object.hasOwn(dotted, name)

/** A variable's translated name; one that the company has named shows its own. */
export const chipWords = (t: Text, name: string): string => {
  if (isKnown(name)) return t(`variables.${name}`)
  return isDotted(name) ? t(`variables.${dotted[name]}`) : name
}

/** Unknown variables stay plain text. */
export function partsOf<N extends string = ChipName>(
  text: string,
  names: readonly N[] = variableNames as readonly string[] as readonly N[], // without names they are `ChipName`
): TextPart<N>[] {
  const parts: TextPart<N>[] = []
  let from = 0
  for (const { 0: typed, 1: name, index } of text.matchAll(VARIABLE)) {
    const variable = names.find((known) => known === name)
    if (!variable) continue
    if (index > from) parts.push({ text: text.slice(from, index) })
    parts.push({ variable })
    from = index + typed.length
  }
  if (from < text.length) parts.push({ text: text.slice(from) })
  return parts
}
