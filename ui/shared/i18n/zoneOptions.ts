import { zoneWords } from './zoned'

/** The zones of Brazil, as the companies of a Brazilian operator need them. Naming every zone would take too long. */
const USUAL = ['America/Sao_Paulo', 'America/Manaus', 'America/Rio_Branco', 'America/Noronha']

/** All zones the browser knows: the usual ones and the present one by name first, then the others. */
export function zoneOptions(present: string, language: string): { readonly value: string; readonly label: string }[] {
  const named = [...new Set([...USUAL, present])]
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => !named.includes(zone))
  return [
    ...named.map((value) => ({ value, label: zoneWords(value, language) })),
    ...others.map((value) => ({ value, label: value.replaceAll('_', ' ') })),
  ]
}
