/**
 * Reads a choice in a short sentence: "um", "a primeira", "quero a 3", "opção dois, por favor". Every word must be known, so
 * that "quero 2 boletos", "2 ou 3" and "não quero a 2" are none. Of all four languages at once, because contacts do not write
 * in the company's. Pure.
 */

/** `isDigits`: written as a number. Negative counts from the end: "a última". */
export type SpokenChoice = { readonly number: number; readonly isDigits: boolean }

const MOST_WORDS = 12

/** `words`: folded, without punctuation. Undefined unless they are one number, and words that mean nothing beside it. */
export function spokenChoice(words: readonly string[]): SpokenChoice | undefined {
  if (words.length > MOST_WORDS) return undefined
  const [at, another] = words.flatMap((_, place) => (numberAt(words, place) ? [place] : []))
  if (at === undefined || another !== undefined) return undefined
  const previous = words[at - 1] ?? ''
  const isMarked = markers.has(previous)
  const others = words.filter((_, place) => place !== at && !(isMarked && place === at - 1))
  if (!others.every((word) => harmless.some((list) => list.has(word)))) return undefined
  const found = numberAt(words, at)
  const isDay = found?.kind === 'weekday' && previous === 'na' // "na segunda" is on Monday
  const isPointed = isMarked || (articles.has(previous) && !isDay) || others.some((word) => optionWords.has(word))
  const mayBeElse = found?.kind === 'weekday' || (found?.kind === 'word' && others.some((word) => wants.has(word)))
  return found && (isPointed || !mayBeElse) ? { number: found.number, isDigits: found.kind === 'digits' } : undefined
}

/** Not in "the second one". */
const numberAt = (words: readonly string[], at: number): SpokenNumber | undefined =>
  words[at] === 'one' && numberOf(words[at - 1] ?? '') ? undefined : numberOf(words[at] ?? '')

type SpokenNumber = { readonly number: number; readonly kind: 'digits' | 'word' | 'ordinal' | 'weekday' }

function numberOf(word: string): SpokenNumber | undefined {
  if (/^\d{1,6}$/.test(word)) return { number: Number(word), kind: 'digits' }
  const [, digits] = /^(\d{1,3})(?:[oa]|er|ra|ro|st|nd|rd|th|[iu]nc[iu]|nc[iu])$/.exec(word) ?? []
  if (digits !== undefined) return { number: Number(digits), kind: 'ordinal' }
  const cardinal = cardinals.get(word)
  if (cardinal !== undefined) return { number: cardinal, kind: 'word' }
  const ordinal = ordinals.get(word)
  return ordinal === undefined ? undefined : { number: ordinal, kind: weekdays.has(word) ? 'weekday' : 'ordinal' }
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))
/** Lists in the same order, several words for one number joined by a bar. */
const numbered = (first: number, ...lists: readonly string[]): ReadonlyMap<string, number> =>
  new Map(
    lists.flatMap((list) =>
      list.split(' ').flatMap((names, at) => names.split('|').map((name) => [name, first + at] as const)),
    ),
  )

const cardinals = numbered(
  0,
  'zero um|uma dois|duas tres quatro cinco seis sete oito nove dez onze doze treze quatorze|catorze quinze dezesseis dezessete dezoito dezenove vinte',
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty',
  'cero uno|una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte',
  'sifir bir iki uc dort bes alti yedi sekiz dokuz on',
)
const ordinals: ReadonlyMap<string, number> = new Map([
  ...numbered(
    1,
    'primeira|primeiro segunda|segundo terceira|terceiro quarta|quarto quinta|quinto sexta|sexto setima|setimo oitava|oitavo nona|nono decima|decimo',
    'first second third fourth fifth sixth seventh eighth ninth tenth',
    'primera|primero|primer segunda|segundo tercera|tercero|tercer cuarta|cuarto quinta|quinto sexta|sexto septima|septimo octava|octavo novena|noveno decima|decimo',
    'birinci|ilk ikinci ucuncu dorduncu besinci altinci yedinci sekizinci dokuzuncu onuncu',
  ),
  ...numbered(-1, 'ultima|ultimo|last|sonuncu'),
])
/** Also days of the week: "segunda" alone is Monday, "a segunda" an option. */
const weekdays = set('segunda quarta quinta sexta')

/** Before the number, they say that it is one: nº 2. Elsewhere they deny. */
const markers = set('no n nr num numero number numara')
const optionWords = set(
  `opcao opcoes op opc opt opcion option item itens alternativa resposta escolha botao tecla tecle choice answer button respuesta
  boton secenek secenegi secenegini numarali secim secimim cevap`,
)
const articles = set('a o la el the da do essa esse esta este na pela')
/** With them, "um" is an article: "quero um" may be anything. */
const wants = set(
  `quero queria gostaria prefiro preciso want would like need quiero quisiera gustaria prefer necesito istiyorum isterim`,
)
const fillers = set(
  `e eu de pra ser seria pode poderia vai vou ir acho que mesmo mesma entao isso sim ok okay certo beleza blz ta bom boa
  dia tarde noite oi ola opa ei por favor porfavor pf pfv pff obrigado obrigada obg brigado brigada valeu vlw grato grata me ve
  escolho escolhi escolher digito digitei digite aperto apertei marco marquei marca seleciono selecionei
  i d id ll ill s it is its please pls plz thanks thank you hi hello hey good morning afternoon evening go let choose pick
  take select my give yes sure one
  es yo si vale hola buenos buenas dias tardes noches gracias porfa elijo escojo selecciono marque dame deme seria voy
  puede mi
  lutfen seciyorum secmek tesekkurler tesekkur ederim merhaba selam gunaydin iyi gunler aksamlar olsun evet tamam olan benim
  rica`,
)
const harmless = [fillers, optionWords, articles, wants]
