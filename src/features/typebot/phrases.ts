/** What Balcão adds to a bot's texts, in the language of the integration. */
import type { Language } from '../../texts/languages'

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
  en: {
    several: 'You can choose more than one: reply with the numbers separated by commas.',
    rate: 'Reply with a number from {{from}} to {{to}}.',
    date: 'Reply with the date, like 12/25/2026.',
    dateTime: 'Reply with date and time, like 12/25/2026 14:30.',
    range: 'Reply with both dates, like 12/20/2026 to 12/25/2026.',
    file: 'Send the file here.',
    pay: 'Amount to pay: {{amount}}',
    mainMenu: '# - Main menu',
    isDayFirst: false,
  },
  es: {
    several: 'Puede elegir más de una: responda con los números separados por comas.',
    rate: 'Responda con un número del {{from}} al {{to}}.',
    date: 'Responda con la fecha, como 25/12/2026.',
    dateTime: 'Responda con fecha y hora, como 25/12/2026 14:30.',
    range: 'Responda con las dos fechas, como 20/12/2026 a 25/12/2026.',
    file: 'Envíe el archivo por aquí.',
    pay: 'Importe a pagar: {{amount}}',
    mainMenu: '# - Menú inicial',
    isDayFirst: true,
  },
  tr: {
    several: 'Birden fazla seçebilirsiniz: numaraları virgülle ayırarak yanıtlayın.',
    rate: '{{from}} ile {{to}} arasında bir sayıyla yanıtlayın.',
    date: 'Tarihi 25/12/2026 gibi yazarak yanıtlayın.',
    dateTime: 'Tarih ve saati 25/12/2026 14:30 gibi yazarak yanıtlayın.',
    range: 'İki tarihi 20/12/2026 - 25/12/2026 gibi yazarak yanıtlayın.',
    file: 'Dosyayı buradan gönderin.',
    pay: 'Ödenecek tutar: {{amount}}',
    mainMenu: '# - Ana menü',
    isDayFirst: true,
  },
}
