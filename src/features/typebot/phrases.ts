/** What Balcão adds to a bot's texts, in the language of the integration. */
import type { Language } from '../../texts/languages'
import en from './phrases.en.json'
import es from './phrases.es.json'
import tr from './phrases.tr.json'

export type TypebotPhrases = {
  readonly several: string
  readonly rate: string
  readonly date: string
  readonly dateTime: string
  readonly range: string
  readonly file: string
  readonly pay: string
  readonly mainMenu: string
  /** The day comes before the month. */
  readonly isDayFirst: boolean
}

export const typebotPhrases: Readonly<Record<Language, TypebotPhrases>> = {
  'pt-BR': {
    several: 'Pode escolher mais de uma: responda com os números separados por vírgula.',
    rate: 'Responda com um número de {{from}} a {{to}}.',
    date: 'Responda com a data, como 25/12/2026.',
    dateTime: 'Responda com data e hora, como 25/12/2026 14:30.',
    range: 'Responda com as duas datas, como 20/12/2026 a 25/12/2026.',
    file: 'Envie o arquivo por aqui.',
    pay: 'Valor a pagar: {{amount}}',
    mainMenu: '# - Menu inicial',
    isDayFirst: true,
  },
  en,
  es,
  tr,
}
