/** Mails about invoices: what they say unless the operator has worded them anew, and the phrases that depend on the day. */
import type { MailTemplate } from '../../settings/mail-templates/templates'
import { type Language, perLanguage } from '../../texts/languages'
import type { OddKind } from './contract'
import { mailTexts } from './mail-texts'

/** `daysLeft` is calendar days until the due date; negative when it has passed. */
export function dueWords(language: Language, daysLeft: number): string {
  const { ahead, tomorrow, today, past } = mailTexts[language].when
  if (daysLeft > 1) return ahead.replace('{days}', String(daysLeft))
  if (daysLeft >= 0) return daysLeft === 1 ? tomorrow : today
  return (daysLeft === -1 ? past.one : past.other).replace('{days}', String(-daysLeft))
}

const lines = (...paragraphs: readonly string[]) => paragraphs.join('\n\n')

const amounts = { 'pt-BR': 'R$ 249,00', en: 'R$249.00', es: '249,00 BRL', tr: '249,00 R$' } as const
const samplesFor = (language: Language, daysLeft: number) => ({
  company: 'Casa Aurora',
  operator: 'Balcão',
  invoice: '2026-12',
  plan: 'Profissional',
  amount: amounts[language],
  when: dueWords(language, daysLeft),
  due: new Intl.DateTimeFormat(language, { dateStyle: 'short', timeZone: 'UTC' }).format(Date.UTC(2026, 11, 10)),
  link: 'https://balcao.example/checkout',
})

const invoiceTemplate = (kind: string, end: 'ahead' | 'overdue', daysLeft: number): MailTemplate => ({
  kind,
  words: perLanguage((language) => {
    const { subject, start, [end]: last } = mailTexts[language].invoice
    return { subject, body: lines(...start, last, '{{operator}}') }
  }),
  samples: perLanguage((language) => samplesFor(language, daysLeft)),
})
/** Before the due date and on it. */
export const invoiceMail = invoiceTemplate('invoice', 'ahead', 3)
export const overdueMail = invoiceTemplate('invoiceOverdue', 'overdue', -3)

export const oddPhrase = (language: Language, kind: OddKind): string => mailTexts[language].odd.kinds[kind]

/** For the operator, about a payment that does not fit. */
export const oddMail: MailTemplate = {
  kind: 'oddPayment',
  words: perLanguage((language) => {
    const { subject, look } = mailTexts[language].odd
    return {
      subject: `${subject}: {{company}}, {{amount}}`,
      body: lines('{{company}} {{what}} ({{invoice}}): {{amount}}.', `${look}: {{link}}`),
    }
  }),
  samples: perLanguage((language) => {
    const { company, invoice, amount } = samplesFor(language, 0)
    return { company, invoice, amount, what: oddPhrase(language, 'short'), link: 'https://balcao.example/faturas' }
  }),
}
