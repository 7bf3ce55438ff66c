/** Calendar days in the company's time zone, for separators in a conversation and times of rows. */
export type DayWords = { today: string; yesterday: string }

const HALF_A_DAY = 12 * 3_600_000

export class Days {
  readonly #key: Intl.DateTimeFormat
  readonly #long: Intl.DateTimeFormat
  readonly #longer: Intl.DateTimeFormat
  readonly #shorter: Intl.DateTimeFormat
  readonly #time: Intl.DateTimeFormat
  readonly #words: DayWords

  constructor(locale: string, timeZone: string, words: DayWords) {
    const dates = (options: Intl.DateTimeFormatOptions, as = locale) =>
      new Intl.DateTimeFormat(as, { timeZone, ...options })
    this.#key = dates({ year: 'numeric', month: '2-digit', day: '2-digit' }, 'en-CA')
    this.#long = dates({ weekday: 'long', day: 'numeric', month: 'long' })
    this.#longer = dates({ day: 'numeric', month: 'long', year: 'numeric' })
    this.#shorter = dates({ day: '2-digit', month: '2-digit', year: '2-digit' })
    this.#time = dates({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    this.#words = words
  }

  /** 2026-11-21, equal for instants of the same day. */
  key(at: string | number): string {
    return this.#key.format(new Date(at))
  }

  /** hoje · ontem · terça-feira, 17 de novembro · 3 de março de 2024 */
  label(at: string | number, now: number): string {
    const near = this.#near(at, now)
    if (near) return near
    return this.#sameYear(at, now) ? this.#long.format(new Date(at)) : this.#longer.format(new Date(at))
  }

  /** 14:32 · ontem · 17/11 · 03/03/24 */
  rowTime(at: string, now: number): string {
    const date = this.dateBefore(at, now)
    return date === undefined ? this.time(at) : (this.#near(at, now) ?? date)
  }

  /** Like `rowTime`, but anything within the last twelve hours shows its time of day, also after midnight. */
  sinceTime(at: string, now: number): string {
    return now - Date.parse(at) < HALF_A_DAY ? this.time(at) : this.rowTime(at, now)
  }

  time(at: string | number): string {
    return this.#time.format(new Date(at))
  }

  /** 17/11 · 03/03/24; undefined for today. */
  dateBefore(at: string, now: number): string | undefined {
    if (this.key(at) === this.key(now)) return undefined
    const parts = this.#shorter.formatToParts(new Date(at))
    // Cut from the date with year, so that both use the same separators: Turkish would mix 17/11 and 17.11.26.
    const most = this.#sameYear(at, now) ? parts.findIndex(({ type }) => type === 'year') - 1 : parts.length
    return parts
      .slice(0, most)
      .map(({ value }) => value)
      .join('')
  }

  #near(at: string | number, now: number): string | undefined {
    const day = this.key(at)
    if (day === this.key(now)) return this.#words.today
    return day === dayBefore(this.key(now)) ? this.#words.yesterday : undefined
  }

  #sameYear(at: string | number, now: number): boolean {
    return this.key(at).slice(0, 4) === this.key(now).slice(0, 4)
  }
}

/** Calendar days, not 24 hours: a day of a clock change has 23 or 25. */
export function dayBefore(key: string): string {
  const date = new Date(`${key}T12:00:00Z`)
  date.setUTCDate(date.getUTCDate() - 1)
  return date.toISOString().slice(0, 10)
}
