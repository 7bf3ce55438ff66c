/** Cities of Brazil whose names the zones write without accents. */
const ACCENTED: Readonly<Record<string, string>> = {
  Araguaina: 'Araguaína',
  Belem: 'Belém',
  Cuiaba: 'Cuiabá',
  Eirunepe: 'Eirunepé',
  Maceio: 'Maceió',
  Santarem: 'Santarém',
  Sao_Paulo: 'São Paulo',
}

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

/** Label of a time zone: "Horário de Brasília (GMT−3): São Paulo" can be searched by its city too. */
export function zoneWords(timeZone: string, language: string): string {
  const part = (timeZoneName: 'longGeneric' | 'shortOffset') =>
    new Intl.DateTimeFormat(language, { timeZone, timeZoneName })
      .formatToParts()
      .find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const name = timeZone.split('/').at(-1) ?? timeZone
  const city = ACCENTED[name] ?? name.replaceAll('_', ' ')
  return `${part('longGeneric')} (${part('shortOffset').replace('-', '−')}): ${city}`
}
