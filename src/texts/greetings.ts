/** Values of `{{ms}}` by hour. A separate file, because screens preview it in the company's language, not their own. */
import type { Language } from './languages'

type Hour = 'goodMorning' | 'goodAfternoon' | 'goodEvening'

export const greetings: Readonly<Record<Language, Readonly<Record<Hour, string>>>> = {
  'pt-BR': { goodMorning: 'Bom dia', goodAfternoon: 'Boa tarde', goodEvening: 'Boa noite' },
  en: { goodMorning: 'Good morning', goodAfternoon: 'Good afternoon', goodEvening: 'Good evening' },
  es: { goodMorning: 'Buenos días', goodAfternoon: 'Buenas tardes', goodEvening: 'Buenas noches' },
  tr: { goodMorning: 'Günaydın', goodAfternoon: 'İyi günler', goodEvening: 'İyi akşamlar' },
}
