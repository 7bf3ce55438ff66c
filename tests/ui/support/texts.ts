/** All that the screens say, as if every page had been opened. */

import { texts as login } from '../../../ui/features/login/texts'
import * as modules from '../../../ui/modules'
import { shellTexts } from '../../../ui/routes/shellTexts'
import { backend } from '../../../ui/shared/i18n/backend-texts'
import { addTo, type Catalogue } from '../../../ui/shared/i18n/catalogue'
import type { Texts } from '../../../ui/shared/i18n/define'
import type { Language } from '../../../ui/shared/i18n/languages'
import { textOf } from '../../../ui/shared/i18n/translate'
import type { Module } from '../../../ui/shared/module'
import { common } from '../../../ui/shared/texts'

const everything: ReadonlySet<Texts> = new Set([
  common,
  backend,
  login,
  ...shellTexts,
  ...Object.values<Module>(modules).flatMap(({ texts, textsOfParts = [], audit, ticketLog, strip }) => [
    ...texts,
    ...textsOfParts,
    ...(audit?.texts ?? []),
    ...(ticketLog?.texts ?? []),
    ...(strip?.texts ?? []),
  ]),
])

export const catalogueOf = async (texts: Iterable<Texts>, language: Language): Promise<Catalogue> =>
  addTo({}, await Promise.all([...texts].map((one) => one.of(language))))

export const allTexts = (language: Language) => catalogueOf(everything, language)
export const textIn = async (language: Language) => textOf(language, await allTexts(language))

/** The keys of all texts in a catalogue. */
export const keysOf = (catalogue: Catalogue): string[] => keysBelow(catalogue, '')

function keysBelow(node: unknown, path: string): string[] {
  if (typeof node !== 'object' || node === null || 'other' in node) return [path]
  return Object.entries(node).flatMap(([name, child]) => keysBelow(child, path ? `${path}.${name}` : name))
}
