/** National holidays of Brazil, with their legal names. Pure. */
import type { NationalHoliday } from './contract'

const fixed = [
  ['01-01', 'Confraternização Universal'],
  ['04-21', 'Tiradentes'],
  ['05-01', 'Dia do Trabalho'],
  ['09-07', 'Independência do Brasil'],
  ['10-12', 'Nossa Senhora Aparecida'],
  ['11-02', 'Finados'],
  ['11-15', 'Proclamação da República'],
  ['11-20', 'Dia da Consciência Negra'],
  ['12-25', 'Natal'],
] as const

/** Days relative to Easter. */
const movable = [
  [-48, 'Carnaval (segunda-feira)', true],
  [-47, 'Carnaval', true],
  [-46, 'Quarta-feira de Cinzas', true],
  [-2, 'Sexta-feira Santa', false],
  [60, 'Corpus Christi', true],
] as const

/** Dia da Consciência Negra is national since 2024. */
const isKept = (name: string, year: number) => name !== 'Dia da Consciência Negra' || year >= 2024

export function nationalHolidays(year: number): NationalHoliday[] {
  const easter = easterOf(year)
  return [
    ...fixed
      .filter(([, name]) => isKept(name, year))
      .map(([day, name]) => ({ date: `${year}-${day}`, name, isOptional: false })),
    ...movable.map(([days, name, isOptional]) => ({ date: easter.add({ days }).toString(), name, isOptional })),
  ].toSorted((a, b) => (a.date < b.date ? -1 : 1))
}

/** Gregorian Easter by Butcher's algorithm. */
function easterOf(year: number): Temporal.PlainDate {
  const [century, rest] = [Math.floor(year / 100), year % 100]
  const golden = year % 19
  const moon = (19 * golden + century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25) + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - moon - (rest % 4)) % 7
  const late = Math.floor((golden + 11 * moon + 22 * weekday) / 451)
  const days = moon + weekday - 7 * late + 114
  return Temporal.PlainDate.from({ year, month: Math.floor(days / 31), day: (days % 31) + 1 })
}
