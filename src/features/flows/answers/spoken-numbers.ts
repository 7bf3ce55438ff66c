/** Reads numbers in words, such as "mil e quinhentos". Pure. */
import { fold } from '../../../platform/text'
import type { Language } from '../../../texts/languages'

/** Undefined unless the whole text is a number, perhaps with a currency behind it. "Um momento" is none. */
export function spokenNumber(text: string, language: Language): number | undefined {
  if (text.length > LONGEST) return undefined
  const { values, hundred, big, joins, units } = words[language]
  let [total, part, isRead] = [0, 0, false]
  const spoken = fold(text).match(/\p{L}+/gu) ?? []
  while (units.includes(spoken.at(-1) ?? '')) spoken.pop()
  for (const word of spoken) {
    if (joins.includes(word)) continue
    const [value, scale] = [values.get(word), big[word]]
    // "Noventa e nove e noventa" is a price, and no sum.
    if (value !== undefined) {
      if (part !== 0 && part % placeOf(value) !== 0) return undefined
      part += value
    } else if (hundred === word) part = (part || 1) * 100
    else if (scale !== undefined) {
      total += (part || 1) * scale
      part = 0
    } else return undefined
    isRead = true
  }
  return isRead ? total + part : undefined
}
const LONGEST = 120
/** What stands before a number of its size is a multiple of this. */
const placeOf = (value: number): number => (value < 10 ? 10 : value < 100 ? 100 : 1000)

type Words = {
  readonly values: ReadonlyMap<string, number>
  /** The word that multiplies what stands before it; in Portuguese and Spanish each hundred has its own. */
  readonly hundred: string | null
  readonly big: Readonly<Record<string, number>>
  readonly joins: readonly string[]
  readonly units: readonly string[]
}

/** Words of 0 to 19, of the tens from 20, and of the hundreds from 100; several for one value are joined by a bar. */
function valuesOf(ones: string, tens: string, hundreds = '', more: readonly (readonly [string, number])[] = []) {
  const lists = [ones.split(' '), tens.split(' '), hundreds.split(' ')] as const
  const valueAt = [(at: number) => at, (at: number) => 20 + at * 10, (at: number) => (at + 1) * 100] as const
  const all = lists.flatMap((list, which) =>
    list.flatMap((names, at) => names.split('|').map((name) => [name, valueAt[which]?.(at) ?? 0] as const)),
  )
  return new Map([...all.filter(([name]) => name !== ''), ...more])
}

const words: Readonly<Record<Language, Words>> = {
  'pt-BR': {
    values: valuesOf(
      'zero um|uma dois|duas tres quatro cinco seis|meia sete oito nove dez onze doze treze catorze|quatorze quinze dezesseis dezessete dezoito dezenove',
      'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa',
      'cem|cento duzentos|duzentas trezentos|trezentas quatrocentos|quatrocentas quinhentos|quinhentas seiscentos|seiscentas setecentos|setecentas oitocentos|oitocentas novecentos|novecentas',
    ),
    hundred: null,
    big: { mil: 1e3, milhao: 1e6, milhoes: 1e6 },
    joins: ['e', 'de'],
    units: ['real', 'reais', 'pessoa', 'pessoas', 'unidade', 'unidades'],
  },
  en: {
    values: valuesOf(
      'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
      'twenty thirty forty fifty sixty seventy eighty ninety',
    ),
    hundred: 'hundred',
    big: { thousand: 1e3, million: 1e6 },
    joins: ['and', 'a'],
    units: ['dollar', 'dollars', 'pounds', 'euros', 'people', 'persons', 'units'],
  },
  es: {
    values: valuesOf(
      'cero uno|un|una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve',
      'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
      'cien|ciento doscientos|doscientas trescientos|trescientas cuatrocientos|cuatrocientas quinientos|quinientas seiscientos|seiscientas setecientos|setecientas ochocientos|ochocientas novecientos|novecientas',
      ['uno|un|una', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve'].flatMap((names, at) =>
        names.split('|').map((name) => [`veinti${name}`, 21 + at] as const),
      ),
    ),
    hundred: null,
    big: { mil: 1e3, millon: 1e6, millones: 1e6 },
    joins: ['y', 'de'],
    units: ['peso', 'pesos', 'euro', 'euros', 'dolares', 'persona', 'personas', 'unidades'],
  },
  tr: {
    values: valuesOf(
      'sifir bir iki uc dort bes alti yedi sekiz dokuz on',
      'yirmi otuz kirk elli altmis yetmis seksen doksan',
    ),
    hundred: 'yuz',
    big: { bin: 1e3, milyon: 1e6 },
    joins: [],
    units: ['lira', 'tl', 'kisi', 'adet'],
  },
}
