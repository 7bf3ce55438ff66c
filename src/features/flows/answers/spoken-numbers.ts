/** Reads numbers in words, such as "mil e quinhentos". Pure. */
import { fold } from '../../../platform/text'
import type { Language } from '../../../texts/languages'

/**
 * Undefined unless the whole text is a number, perhaps with a currency behind it or words of counting before it. "Um momento"
 * is none.
 */
export function spokenNumber(text: string, language: Language): number | undefined {
  if (text.length > LONGEST) return undefined
  const lists = words[language]
  const spoken = fold(text).match(/\p{L}+/gu) ?? []
  while (lists.before.includes(spoken[0] ?? '')) spoken.shift()
  const coins = lists.cents.includes(spoken.at(-1) ?? '')
    ? spoken.findLastIndex((word) => lists.units.includes(word))
    : -1
  if (coins !== -1) {
    const [whole, cents] = [sumOf(spoken.slice(0, coins), lists), sumOf(spoken.slice(coins + 1, -1), lists)]
    return whole === undefined || cents === undefined || cents > 99 ? undefined : whole + cents / 100
  }
  while (lists.units.includes(spoken.at(-1) ?? '')) spoken.pop()
  const mark = spoken.findIndex((word) => lists.mark.includes(word))
  if (mark === -1) return sumOf(spoken, lists)
  const [whole, decimals] = [sumOf(spoken.slice(0, mark), lists), digitsOf(spoken.slice(mark + 1), lists)]
  return whole === undefined || decimals === undefined ? undefined : Number(`${whole}.${decimals}`)
}

function sumOf(said: readonly string[], { values, hundred, big, joins, half }: Words): number | undefined {
  const spoken = said.filter((word) => !joins.includes(word))
  let [total, part, last, isRead, isHalved] = [0, 0, 1, false, false]
  for (const [at, word] of spoken.entries()) {
    const [value, scale] = [values.get(word), big[word]]
    const isLast = at === spoken.length - 1
    if (isHalved) return undefined
    if (half.includes(word) && !isLast && big[spoken[at + 1] ?? ''] !== undefined) part += 0.5
    else if (half.includes(word) && isLast && (at === 0 || isRead)) {
      total += last / 2
      isHalved = true
    }
    // "Noventa e nove e noventa" is a price, and no sum.
    else if (value !== undefined) {
      if (part !== 0 && part % magnitudeOf(value) !== 0) return undefined
      part += value
    } else if (hundred === word) part = (part || 1) * 100
    else if (scale !== undefined) {
      total += (part || 1) * scale
      part = 0
      last = scale
    } else return undefined
    isRead = true
  }
  return isRead ? total + part : undefined
}

/** "Setenta e cinco" and "sete cinco" behind a decimal mark are 75; "zero cinco" is 05. */
function digitsOf(spoken: readonly string[], lists: Words): string | undefined {
  const each = spoken.map((word) => lists.values.get(word))
  const areDigits = each.length > 0 && each.every((value) => value !== undefined && value < 10)
  return areDigits ? each.join('') : sumOf(spoken, lists)?.toString()
}
/** The words of 1 to 59. */
export function smallNumbers(language: Language): ReadonlyMap<string, number> {
  const { values, joins, half } = words[language]
  const named = (least: number, most: number) =>
    [...values].filter(([name, value]) => value >= least && value <= most && !half.includes(name))
  const join = joins[0] === undefined || language === 'en' ? ' ' : ` ${joins[0]} `
  const joined = named(10, 50).flatMap(([ten, value]) =>
    value % 10 === 0 ? named(1, 9).map(([one, more]) => [`${ten}${join}${one}`, value + more] as const) : [],
  )
  return new Map([...joined, ...named(1, 59)])
}

const LONGEST = 120
/** What stands before a number of its size is a multiple of this. */
const magnitudeOf = (value: number): number => (value < 10 ? 10 : value < 100 ? 100 : 1000)

type Words = {
  readonly values: ReadonlyMap<string, number>
  /** The word that multiplies what stands before it; in Portuguese and Spanish each hundred has its own. */
  readonly hundred: string | null
  readonly big: Readonly<Record<string, number>>
  readonly joins: readonly string[]
  readonly units: readonly string[]
  readonly cents: readonly string[]
  readonly half: readonly string[]
  /** Between the whole and its decimals. */
  readonly mark: readonly string[]
  /** Before the number, they mean nothing. */
  readonly before: readonly string[]
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
    big: { mil: 1e3, milhao: 1e6, milhoes: 1e6, duzia: 12, duzias: 12 },
    joins: ['e', 'de'],
    units: 'real reais pessoa pessoas unidade unidades vez vezes anos dias meses horas megas mega'.split(' '),
    cents: ['centavo', 'centavos'],
    half: ['meio', 'meia'],
    mark: ['virgula', 'ponto'],
    before:
      'somos sao eramos seriam seria em acho que uns umas cerca aproximadamente so apenas tenho temos sao quero queria preciso ao todo no total valor'.split(
        ' ',
      ),
  },
  en: {
    values: valuesOf(
      'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
      'twenty thirty forty fifty sixty seventy eighty ninety',
    ),
    hundred: 'hundred',
    big: { thousand: 1e3, million: 1e6, dozen: 12 },
    joins: ['and', 'a', 'an', 'of'],
    units: 'dollar dollars pound pounds euro euros people persons person units times years days months hours'.split(
      ' ',
    ),
    cents: ['cent', 'cents', 'pence'],
    half: ['half'],
    mark: ['point', 'dot'],
    before: 'we are i have about around only just like need want its it is'.split(' '),
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
    big: { mil: 1e3, millon: 1e6, millones: 1e6, docena: 12, docenas: 12 },
    joins: ['y', 'de'],
    units: 'peso pesos euro euros dolar dolares persona personas unidad unidades vez veces anos dias meses horas'.split(
      ' ',
    ),
    cents: ['centavo', 'centavos', 'centimo', 'centimos'],
    half: ['medio', 'media'],
    mark: ['coma', 'punto'],
    before: 'somos son unos unas cerca solo tengo tenemos quiero necesito en total creo que'.split(' '),
  },
  tr: {
    values: valuesOf(
      'sifir bir iki uc dort bes alti yedi sekiz dokuz on',
      'yirmi otuz kirk elli altmis yetmis seksen doksan',
    ),
    hundred: 'yuz',
    big: { bin: 1e3, milyon: 1e6, duzine: 12 },
    joins: [],
    units: 'lira tl kisi adet tane kere yil gun ay saat'.split(' '),
    cents: ['kurus'],
    half: ['yarim', 'bucuk'],
    mark: ['virgul', 'nokta'],
    before: 'biz yaklasik sadece toplam'.split(' '),
  },
}
