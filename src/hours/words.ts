/** Formats an instant for contacts: "amanhã às 08:00", "segunda-feira, 08:00", "sexta-feira, 02/01, 08:00". Pure. */
import { languageOf } from '../texts/texts'

const joined = {
  'pt-BR': (day: string, time: string) => `${day} ${time.startsWith('01') ? 'à' : 'às'} ${time}`,
  en: (day: string, time: string) => `${day} at ${time}`,
  es: (day: string, time: string) => `${day} a ${time.startsWith('01') ? 'la' : 'las'} ${time}`,
  tr: (day: string, time: string) => `${day} saat ${time}`,
}

type Moments = { readonly at: number; readonly now: number; readonly timeZone: string; readonly language: string }

export function momentInWords({ at, now, timeZone, language }: Moments): string {
  const spoken = languageOf(language)
  const locale = spoken === 'en' ? 'en-GB' : spoken
  const in_ = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone, ...options }).format(at)
  const time = in_({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const days = dayOf(now, timeZone).until(dayOf(at, timeZone)).days
  if (days < 2)
    return joined[spoken](new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day'), time)
  const weekday = in_({ weekday: 'long' })
  return days < 7 ? `${weekday}, ${time}` : `${weekday}, ${in_({ day: '2-digit', month: '2-digit' })}, ${time}`
}

const dayOf = (at: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate()
