/** Texts with variables, as they are written and shown: a variable is a chip with a name in the reader's words. Pure. */
import { type VariableName, variableNames } from '../../../src/tickets/messages/variables/contract'

/** `nextOpening` is known only where nobody is there: in texts for out of hours. */
export type ChipName = VariableName | 'nextOpening'
export const outOfHoursNames: readonly ChipName[] = [...variableNames, 'nextOpening']

export type TextPart = { readonly text: string } | { readonly variable: ChipName }

const VARIABLE = /\{\{ ?(\w{1,20}) ?\}\}/g

/** What is no variable of ours stays text. */
export function partsOf(text: string, names: readonly ChipName[] = variableNames): TextPart[] {
  const parts: TextPart[] = []
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
