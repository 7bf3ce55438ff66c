/** Reads days and times as people write them. Pure. */
import { fold } from '../../../platform/text'
import type { Language } from '../../../texts/languages'
import type { Locale } from './place'
import { smallNumbers } from './spoken-numbers'

export type ReadDay = { readonly day: string } | { readonly wrong: 'noDate' | 'noSuchDay' | 'several' }
export type ReadTime = { readonly time: string } | { readonly wrong: 'noTime' | 'several' }

/** UTC midnight of a calendar day. */
type Day = number
const DAY = 86_400_000

/** The only day of a text, as dd/mm/yyyy. Without a year it is this year's, or the next one's once it is over. */
export function readDay(typed: string, now: number, { language, timeZone }: Locale): ReadDay {
  const today = dayIn(now, timeZone)
  const days = new Set<Day | undefined>()
  let rest = plain(typed).replace(PART_OF_DAY, ' ; ')
  for (const { pattern, read, isWeekday = false } of readersOf(language)) {
    rest = rest.replace(pattern, (...match) => {
      const day = read(match as Match, today)
      // "quinta, 10/12" is one day.
      if (!isWeekday || ![...days].some((known) => weekdayOf(known) === weekdayOf(day))) days.add(day)
      return ' ; '
    })
  }
  if (days.size > 1 || (days.size > 0 && ANOTHER.test(rest))) return { wrong: 'several' }
  if (days.size === 0) return { wrong: 'noDate' }
  const [day] = days
  return day === undefined ? { wrong: 'noSuchDay' } : { day: written(day) }
}

/** Behind a day: "dia 12 ou 13". */
const ANOTHER = /; *(?:ou|or|o|ya da|veya|e|y|and|a|ao|ate) (?:(?:o )?dia )?\d{1,2}\b(?! ?(?:h|:|hora|am|pm|da |de ))/

/** The only time of a text, as hh:mm. */
export function readTime(typed: string, { language }: Locale): ReadTime {
  const times = new Set<string>()
  const text = inDigits(plain(typed), language)
  const { noon, midnight, half, afternoon, hour } = timeWords[language]
  const pattern = new RegExp(
    `(?<![\\d:.,/])(?:(${noon})( ?(?:${half})\\b)?|(${midnight})|(\\d{1,2})(?:(?:[:.]| ?(?:${hour}) ?|(?: ?(?:${hour}))?(?: [ey])? ${SURELY_MINUTES})([0-5]\\d)(?::[0-5]\\d)?(?!\\d))?(?: ?(?:${hour})\\b)?( ?(?:${half})\\b)?(?: ?(a\\.?m\\b|p\\.?m\\b|${afternoon}))?(?![\\d/]|[:.]\\d))`,
    'g',
  )
  for (const [, atNoon, pastNoon, atMidnight, hours = '', minutes = '', halfPast, part = ''] of text.matchAll(
    pattern,
  )) {
    if (atNoon !== undefined) times.add(pastNoon ? '12:30' : '12:00')
    else if (atMidnight !== undefined) times.add('00:00')
    else {
      const isEarly = /^a\.?m/.test(part)
      const given = Number(hours)
      const isMidnight = given === 12 && (isEarly || NIGHT.test(part))
      const isLate = part !== '' && !isEarly && given < 12
      const whole = isMidnight ? 0 : isLate ? given + 12 : given
      if (whole < 24) times.add(`${pad(whole)}:${halfPast ? '30' : minutes || '00'}`)
    }
  }
  const [time] = times
  return times.size === 1 && time !== undefined ? { time } : { wrong: times.size === 0 ? 'noTime' : 'several' }
}

/** Spoken times in digits: "duas da tarde" is 2 da tarde, "quinze para as oito" 7:45, "1430" and "14,30" are 14:30. */
function inDigits(text: string, language: Language): string {
  const { lone, joined, relative } = spokenTimes[language]
  const isSpoken = !/\d/.test(text)
  const plainly = text
    .replace(/^((?:as|a las|at|saat) )?([01]?\d|2[0-3])([0-5]\d)( ?(?:hs?|hrs?|horas?|min))?$/, '$1$2:$3')
    .replace(/(?<![\d,;])([01]?\d|2[0-3])[,;]([0-5]\d)(?![\d,;])/g, '$1:$2')
    .replace(/(?<![\d/-])([01]?\d|2[0-3])-(2[4-9]|[3-5]\d)(?![\d/-])/g, '$1:$2')
  const numbered = isSpoken
    ? plainly.replace(numberWords(language), wordsToDigits(language)).replace(lone, '1')
    : plainly
  const timed = isSpoken
    ? numbered.replace(joined, (_, hour: string, minutes: string) => `${hour}:${pad(Number(minutes))}`)
    : numbered
  return relative.reduce(
    (rest, { pattern, hour, minutes, isBefore }) =>
      rest.replace(pattern, (...match: string[]) => {
        const said = match[minutes] ?? ''
        const past = /^\d/.test(said) ? Number(said) : said === 'half' ? 30 : 15
        const whole = Number(match[hour])
        return isBefore ? `${pad((whole + 23) % 24)}:${pad(60 - past)}` : `${pad(whole)}:${pad(past)}`
      }),
    timed,
  )
}

const numberWords = (language: Language): RegExp =>
  new RegExp(
    `\\b(?:${[...smallNumbers(language).keys()].filter((word) => !UNCERTAIN.includes(word)).join('|')})\\b`,
    'g',
  )
const wordsToDigits = (language: Language) => (word: string) => String(smallNumbers(language).get(word) ?? word)
/** Articles, too. */
const UNCERTAIN = ['um', 'uma', 'un', 'uno', 'una', 'one', 'bir']

type SpokenTimes = {
  /** Where the uncertain word for one is a time. */
  readonly lone: RegExp
  /** "Nove e quinze": a multiple of five, so that "nove e dez" in digits stays two. */
  readonly joined: RegExp
  /** The groups of hour and minutes. `isBefore`: the minutes are missing. */
  readonly relative: readonly {
    readonly pattern: RegExp
    readonly hour: number
    readonly minutes: number
    readonly isBefore: boolean
  }[]
}

const spokenTimes: Readonly<Record<Language, SpokenTimes>> = {
  'pt-BR': {
    lone: /\buma\b(?= (?:horas?|h|da|e)\b|$)/g,
    joined: /\b(\d{1,2}) e ([1-5][05]|5)\b/g,
    relative: [
      {
        pattern:
          /(?<!\b(?:das?|de|as) )\b([12]?[05])(?: minutos?)? (?:para|pra|pro|pras) (?:as |a |o )?(\d{1,2})(?![\d:])/g,
        hour: 2,
        minutes: 1,
        isBefore: true,
      },
    ],
  },
  en: {
    lone: /\bone\b(?= (?:o'?clock|[ap]\.?m|thirty|fifteen|in|at)\b|$)/g,
    joined: /\b(\d{1,2}) ([1-5][05])\b/g,
    relative: [
      { pattern: /\b([12]?[05]|quarter|half) past (\d{1,2})(?![\d:])/g, hour: 2, minutes: 1, isBefore: false },
      { pattern: /\b([12]?[05]|quarter)(?: minutes)? to (\d{1,2})(?![\d:])/g, hour: 2, minutes: 1, isBefore: true },
    ],
  },
  es: {
    lone: /\b(?:una|un)\b(?= (?:horas?|h|de|y|menos)\b|$)/g,
    joined: /\b(\d{1,2}) y ([1-5][05]|5)\b/g,
    relative: [
      { pattern: /\b(\d{1,2}) y (cuarto)\b/g, hour: 1, minutes: 2, isBefore: false },
      { pattern: /\b(\d{1,2}) menos (cuarto|[12]?[05])\b/g, hour: 1, minutes: 2, isBefore: true },
      { pattern: /\b(cuarto|[12]?[05]) para las? (\d{1,2})(?![\d:])/g, hour: 2, minutes: 1, isBefore: true },
    ],
  },
  tr: { lone: /(?!)/g, joined: /\b(\d{1,2}) ([1-5][05])\b/g, relative: [] },
}

/** "14 e 30": what cannot be an hour. "9 e 10" are two. */
const SURELY_MINUTES = '(?=2[4-9]|[3-5]\\d)'
const NIGHT = /noite|noche|night|aksam/

/** In Spanish the word is that of tomorrow. */
const PART_OF_DAY = /\b(?:de|por|a) la manana\b/g

const plain = (typed: string): string => fold(typed.normalize('NFKC').replace(/\p{Cf}/gu, '')).replace(/\s+/g, ' ')

type Match = readonly (string | undefined)[]
type Reader = {
  readonly pattern: RegExp
  readonly isWeekday?: boolean
  read(match: Match, today: Day): Day | undefined
}

const weekdayOf = (day: Day | undefined): number | undefined =>
  day === undefined ? undefined : new Date(day).getUTCDay()

const pad = (number: number): string => String(number).padStart(2, '0')
const written = (day: Day): string => {
  const at = new Date(day)
  return `${pad(at.getUTCDate())}/${pad(at.getUTCMonth() + 1)}/${at.getUTCFullYear()}`
}

const dayIn = (now: number, timeZone: string): Day =>
  Date.parse(`${new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now)}T00:00:00Z`)

function dayOf(day: number, month: number, year: number): Day | undefined {
  const at = new Date(Date.UTC(year, month - 1, day))
  return at.getUTCDate() === day && at.getUTCMonth() === month - 1 && year > 0 ? at.getTime() : undefined
}

/** Of the two digits of a year. */
export const fullYear = (year: number): number => (year > 99 ? year : year + (year > 50 ? 1900 : 2000))

/** Day and month from today on; 29 February waits for its year. */
function next(day: number, month: number, today: Day): Day | undefined {
  const year = new Date(today).getUTCFullYear()
  return Array.from({ length: 8 }, (_, more) => dayOf(day, month, year + more)).find(
    (one) => one !== undefined && one >= today,
  )
}

function dayAndMonth(day: number, month: number, year: string | undefined, today: Day): Day | undefined {
  return year === undefined ? next(day, month, today) : dayOf(day, month, fullYear(Number(year)))
}

/** The next such day of a month. */
function nextOfMonth(day: number, today: Day): Day | undefined {
  const at = new Date(today)
  return Array.from({ length: 3 }, (_, more) => {
    const month = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + more, 1))
    return dayOf(day, month.getUTCMonth() + 1, month.getUTCFullYear())
  }).find((one) => one !== undefined && one >= today)
}

function ofNextMonth(day: number, today: Day): Day | undefined {
  const month = new Date(inMonths(today, 1))
  return dayOf(day, month.getUTCMonth() + 1, month.getUTCFullYear())
}

/** Weeks begin on Monday. */
const ofNextWeek = (weekday: number, today: Day): Day =>
  today + (7 - ((new Date(today).getUTCDay() + 6) % 7) + ((weekday + 6) % 7)) * DAY

/** The same day of another month, or its last. */
function inMonths(today: Day, months: number): Day {
  const at = new Date(today)
  const first = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1)
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months + 1, 0)).getUTCDate()
  return first + (Math.min(at.getUTCDate(), last) - 1) * DAY
}

/** Days, weeks, months or years from today. The groups of each alternative are the count and one for each unit. */
function awayFrom(today: Day, sign: 1 | -1, match: Match, countOf: (word: string) => number): Day | undefined {
  for (let at = 1; at + 4 < match.length; at += 5) {
    const unit = [1, 2, 3, 4].findIndex((which) => match[at + which] !== undefined)
    if (unit === -1) continue
    const count = sign * countOf(match[at] ?? '')
    if (unit < 2) return today + count * (unit === 0 ? 1 : 7) * DAY
    return inMonths(today, unit === 2 ? count : 12 * count)
  }
  return undefined
}

/** The next such day of the week after today. */
const nextWeekday = (weekday: number, today: Day): Day =>
  today + (((weekday - new Date(today).getUTCDay() + 6) % 7) + 1) * DAY

/** Words of each language, folded; alternatives are joined by a bar. */
type DayWords = {
  /** Days from today, the longer words first. */
  readonly relative: readonly (readonly [words: string, days: number])[]
  /** From January on. */
  readonly months: string
  /** From Sunday on. */
  readonly weekdays: string
  /** Before and behind a weekday. */
  readonly around: readonly [string, string]
  /** A day of the month; group 1 is the day. */
  readonly ofMonth: string
  /** A day of next month; group 1 is the day. */
  readonly ofNextMonth: string
  /** A weekday of next week; `W` stands for it. */
  readonly ofNextWeek: string
  /** From today on, and before today; `N` is how many, `U` the unit. */
  readonly away: readonly [ahead: string, ago: string]
  /** Of days, weeks, months and years. */
  readonly units: readonly [string, string, string, string]
  /** From one on, alternatives joined by a bar. */
  readonly counts: string
  /** Between day, month and year. */
  readonly of: string
  readonly first: string
}

const dayWords: Readonly<Record<Language, DayWords>> = {
  'pt-BR': {
    relative: [
      ["(?:depois|dps) d[e']? ?amanha", 2],
      ['antes de ontem|anteontem', -2],
      ['amanha|amanhaa|amnh', 1],
      ['ontem', -1],
      ['hoje|hj', 0],
    ],
    months:
      'janeiro|jan fevereiro|fev marco|mar abril|abr maio|mai junho|jun julho|jul agosto|ago setembro|set outubro|out novembro|nov dezembro|dez',
    weekdays: 'domingo segunda terca quarta quinta sexta sabado',
    around: ['(?:proxim[oa] )?', '(?:[- ]?feira)?(?: que vem)?'],
    ofMonth: 'dia (\\d{1,2}|primeiro)',
    ofNextMonth: '(?:dia )?(\\d{1,2}) (?:de|do) (?:mes que vem|proximo mes|mes seguinte)',
    ofNextWeek: 'W(?:[- ]?feira)? (?:da|na) (?:semana que vem|proxima semana|outra semana)',
    away: ['(?:daqui(?: a)?|em|dentro de) N U', '(?:ha|faz) N U(?: atras)?|N U atras'],
    units: ['dias?', 'semanas?', 'mes|meses', 'anos?'],
    counts: 'uma? dois|duas tres quatro cinco seis sete oito nove dez',
    of: ' ?(?:de|do|/|-|\\.)? ?',
    first: 'primeiro|1[oº°]',
  },
  en: {
    relative: [
      ['(?:the )?day after tomorrow', 2],
      ['(?:the )?day before yesterday', -2],
      ['tomorrow', 1],
      ['yesterday', -1],
      ['today', 0],
    ],
    months:
      'january|jan february|feb march|mar april|apr may june|jun july|jul august|aug september|sept|sep october|oct november|nov december|dec',
    weekdays: 'sunday monday tuesday wednesday thursday friday saturday',
    around: ['(?:next |on )?', ''],
    ofMonth: '(?:the )?(\\d{1,2})(?:st|nd|rd|th)',
    ofNextMonth: '(?:the )?(\\d{1,2})(?:st|nd|rd|th)? of next month',
    ofNextWeek: 'W (?:of )?next week|next week (?:on )?W',
    away: ['in N U(?: time)?|N U from (?:now|today)', 'N U ago'],
    units: ['days?', 'weeks?', 'months?', 'years?'],
    counts: 'an?|one two three four five six seven eight nine ten',
    of: '(?:st|nd|rd|th)?,?(?: of)?[ /.-]?',
    first: 'first',
  },
  es: {
    relative: [
      ['pasado manana', 2],
      ['anteayer|antes de ayer', -2],
      ['manana', 1],
      ['ayer', -1],
      ['hoy', 0],
    ],
    months:
      'enero|ene febrero|feb marzo|mar abril|abr mayo|may junio|jun julio|jul agosto|ago septiembre|setiembre|sep|set octubre|oct noviembre|nov diciembre|dic',
    weekdays: 'domingo lunes martes miercoles jueves viernes sabado',
    around: ['(?:el )?(?:proximo )?', '(?: que viene| proximo)?'],
    ofMonth: '(?:el )?dia (\\d{1,2})|el (\\d{1,2})',
    ofNextMonth: '(?:el )?(?:dia )?(\\d{1,2}) (?:de|del) (?:proximo mes|mes que viene|mes proximo)',
    ofNextWeek: 'W de la (?:semana que viene|proxima semana)',
    away: ['(?:en|dentro de|de aqui a) N U', 'hace N U|N U atras'],
    units: ['dias?', 'semanas?', 'mes|meses', 'anos?'],
    counts: 'una? dos tres cuatro cinco seis siete ocho nueve diez',
    of: ' ?(?:de|del|/|-|\\.)? ?',
    first: 'primero|1[oº°]',
  },
  tr: {
    relative: [
      ['yarindan sonra|obur gun', 2],
      ['evvelsi gun|onceki gun', -2],
      ['yarin', 1],
      ['dun', -1],
      ['bugun', 0],
    ],
    months: 'ocak subat mart nisan mayis haziran temmuz agustos eylul ekim kasim aralik',
    weekdays: 'pazar pazartesi sali carsamba persembe cuma cumartesi',
    around: ['(?:gelecek |onumuzdeki )?', '(?: gunu)?'],
    ofMonth: "ayin (\\d{1,2})(?:'?\\p{L}+)?",
    ofNextMonth: "(?:gelecek|onumuzdeki) ayin (\\d{1,2})(?:'?\\p{L}+)?",
    ofNextWeek: '(?:haftaya|gelecek hafta) W',
    away: ['N U sonra', 'N U once'],
    units: ['gun', 'hafta', 'ay', 'yil'],
    counts: 'bir iki uc dort bes alti yedi sekiz dokuz on',
    of: ' ?[/.-]? ?',
    first: 'ilk',
  },
}

function readersOf(language: Language): readonly Reader[] {
  const known = readers.get(language)
  if (known) return known
  const made = makeReaders(dayWords[language])
  readers.set(language, made)
  return made
}
const readers = new Map<Language, readonly Reader[]>()

function makeReaders({ relative, months, weekdays, around, ofMonth, of, first, ...more }: DayWords): readonly Reader[] {
  const month = longestFirst(months)
  const monthOf = (word = ''): number => months.split(' ').findIndex((names) => names.split('|').includes(word)) + 1
  const weekday = longestFirst(weekdays)
  const weekdayNamed = (word = ''): number => weekdays.split(' ').findIndex((names) => names.split('|').includes(word))
  const number = (digits = ''): number => (digits === 'primeiro' ? 1 : Number(digits))
  const countOf = (word: string): number =>
    /^\d/.test(word)
      ? Number(word)
      : more.counts.split(' ').findIndex((one) => new RegExp(`^(?:${one})$`).test(word)) + 1
  const away = (written: string, sign: 1 | -1): Reader => {
    const filled = written
      .replaceAll('N', `(\\d{1,3}|${more.counts.replaceAll(' ', '|')})`)
      .replaceAll('U', `(?:(${more.units.join(')|(')}))`)
    return {
      pattern: new RegExp(`(?<!\\p{L})(?:${filled})(?!\\p{L})`, 'gu'),
      read: (match, today) => awayFrom(today, sign, match, countOf),
    }
  }
  return [
    {
      pattern: /(?<!\d)(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:t[\d:.]+z?)?(?!\d)/g,
      read: ([, year, m, d]) => dayOf(number(d), number(m), number(year)),
    },
    {
      pattern: /(?<![\d/])(\d{1,2}) ?([/.-]) ?(\d{1,2}) ?\2 ?(\d{4}|\d{2})(?![\d/])/g,
      read: ([, d, , m, year]) => dayOf(number(d), number(m), fullYear(number(year))),
    },
    {
      pattern: /^(\d{1,2}) (\d{1,2}) (\d{4}|\d{2})$/g,
      read: ([, d, m, year]) => dayOf(number(d), number(m), fullYear(number(year))),
    },
    {
      pattern: /(?<!\d)(\d{2})(\d{2})((?:19|20)\d{2})(?!\d)/g,
      read: ([, d, m, year]) => dayOf(number(d), number(m), number(year)),
    },
    {
      pattern: /(?<![\d/.,-])(\d{1,2}) ?[/-] ?(\d{1,2})(?![\d/-])/g,
      read: ([, d, m], today) => next(number(d), number(m), today),
    },
    {
      pattern: new RegExp(
        `(?<!\\p{L})(?:(\\d{1,2})|(${first}))${of}(${month})(?!\\p{L})\\.?(?:${of}(\\d{4}|\\d{2})(?![\\d:h]))?`,
        'gu',
      ),
      read: ([, d, isFirst, word, year], today) =>
        dayAndMonth(isFirst === undefined ? number(d) : 1, monthOf(word), year, today),
    },
    {
      pattern: new RegExp(`(?<!\\p{L})(${month})\\.? (\\d{1,2})(?:st|nd|rd|th)?(?!\\d)(?:,? (\\d{4}))?`, 'gu'),
      read: ([, word, d, year], today) => dayAndMonth(number(d), monthOf(word), year, today),
    },
    {
      pattern: new RegExp(`(?<!\\p{L})(?:${more.ofNextMonth})(?!\\p{L})`, 'gu'),
      read: ([, d], today) => ofNextMonth(number(d), today),
    },
    {
      pattern: new RegExp(`(?<!\\p{L})(?:${more.ofNextWeek.replaceAll('W', `(${weekday})`)})(?!\\p{L})`, 'gu'),
      isWeekday: true,
      read: ([, word, other], today) => ofNextWeek(weekdayNamed(word ?? other), today),
    },
    away(more.away[0], 1),
    away(more.away[1], -1),
    ...relative.map(
      ([words, days]): Reader => ({
        pattern: new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'gu'),
        read: (_, today) => today + days * DAY,
      }),
    ),
    {
      pattern: new RegExp(`(?<!\\p{L})(?:${ofMonth})(?!\\d)`, 'gu'),
      read: ([, d, other], today) => nextOfMonth(number(d ?? other), today),
    },
    {
      pattern: new RegExp(`(?<!\\p{L})${around[0]}(${weekday})${around[1]}(?!\\p{L})`, 'gu'),
      isWeekday: true,
      read: ([, word], today) => nextWeekday(weekdayNamed(word), today),
    },
  ]
}

const longestFirst = (words: string): string =>
  words
    .split(/[ |]/)
    .toSorted((a, b) => b.length - a.length)
    .join('|')

type TimeWords = {
  readonly noon: string
  readonly midnight: string
  readonly half: string
  readonly afternoon: string
  readonly hour: string
}
const timeWords: Readonly<Record<Language, TimeWords>> = {
  'pt-BR': {
    noon: 'meio[- ]dia',
    midnight: 'meia[- ]noite',
    half: 'e meia',
    afternoon: '(?:da |a )(?:tarde|noite)',
    hour: 'horas?|hrs?|hs?',
  },
  en: {
    noon: 'noon|midday',
    midnight: 'midnight',
    half: 'thirty',
    afternoon: 'in the (?:afternoon|evening)|at night',
    hour: "o'?clock|h",
  },
  es: {
    noon: 'mediodia',
    midnight: 'medianoche',
    half: 'y media',
    afternoon: '(?:de|por) la (?:tarde|noche)',
    hour: 'horas?|hrs?|hs?',
  },
  tr: { noon: 'oglen', midnight: 'gece yarisi', half: 'bucuk', afternoon: 'ogleden sonra|aksam', hour: 'saat' },
}
