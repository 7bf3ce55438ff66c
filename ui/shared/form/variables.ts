/** Texts with variables, stored as `{{name}}` and shown as chips with translated names. Pure. */
import { type VariableName, variableNames } from '../../../src/tickets/variables/contract'
import type { Text } from '../i18n/translate'

/** `nextOpening` exists only in out-of-hours texts. */
export type ChipName = VariableName | 'nextOpening'
export const outOfHoursNames: readonly ChipName[] = [...variableNames, 'nextOpening']

export type TextPart<N extends string = ChipName> = { readonly text: string } | { readonly variable: N }

const VARIABLE = /\{\{ ?([\p{L}\p{N}_.]{1,48}) ?\}\}/gu

const isKnown = (name: string): name is ChipName => outOfHoursNames.some((known) => known === name)

/** A variable's translated name; a company variable shows its own. */
export const chipWords = (t: Text, name: string): string => (isKnown(name) ? t(`variables.${name}`) : name)

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
