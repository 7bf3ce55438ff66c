/** Mails about invoices: what they say unless the operator has worded them anew, and the phrases that depend on the day. */
import type { MailTemplate } from '../../settings/mail-templates/templates'
import type { Language } from '../../texts/languages'
import type { OddKind } from './contract'

/** `daysLeft` is calendar days until the due date; negative when it has passed. */
const when: Readonly<Record<Language, (daysLeft: number) => string>> = {
  'pt-BR': (days) =>
    days > 1
      ? `vence em ${days} dias`
      : days === 1
        ? 'vence amanhã'
        : days === 0
          ? 'vence hoje'
          : `venceu há ${-days} ${days === -1 ? 'dia' : 'dias'}`,
  en: (days) =>
    days > 1
      ? `is due in ${days} days`
      : days === 1
        ? 'is due tomorrow'
        : days === 0
          ? 'is due today'
          : `was due ${-days} ${days === -1 ? 'day' : 'days'} ago`,
  es: (days) =>
    days > 1
      ? `vence en ${days} días`
      : days === 1
        ? 'vence mañana'
        : days === 0
          ? 'vence hoy'
          : `venció hace ${-days} ${days === -1 ? 'día' : 'días'}`,
  tr: (days) => (days > 1 ? `${days} gün sonra` : days === 1 ? 'yarın' : days === 0 ? 'bugün' : `${-days} gün önce`),
}
export const dueWords = (language: Language, daysLeft: number): string => when[language](daysLeft)

const lines = (...paragraphs: readonly string[]) => paragraphs.join('\n\n')

type Parts = { readonly subject: string; readonly start: string; readonly ahead: string; readonly overdue: string }
const parts: Readonly<Record<Language, Parts>> = {
  'pt-BR': {
    subject: 'Sua fatura {{when}}: {{amount}}',
    start: lines(
      'Olá, {{company}}.',
      'A fatura {{invoice}} ({{plan}}), de {{amount}}, {{when}} ({{due}}).',
      'Para pagar com Pix, entre no Balcão, em Financeiro: {{link}}',
    ),
    ahead: 'Se você já pagou, desconsidere este aviso.',
    overdue: 'Enquanto isso as mensagens continuam chegando e nada é apagado. Depois do pagamento tudo volta sozinho.',
  },
  en: {
    subject: 'Your invoice {{when}}: {{amount}}',
    start: lines(
      'Hello, {{company}}.',
      'Invoice {{invoice}} ({{plan}}) of {{amount}} {{when}} ({{due}}).',
      'To pay by Pix, sign in to Balcão and open Finance: {{link}}',
    ),
    ahead: 'If you have paid, please ignore this notice.',
    overdue:
      'Messages still come in meanwhile, and nothing is deleted. After the payment everything goes on by itself.',
  },
  es: {
    subject: 'Su factura {{when}}: {{amount}}',
    start: lines(
      'Hola, {{company}}.',
      'La factura {{invoice}} ({{plan}}), de {{amount}}, {{when}} ({{due}}).',
      'Para pagar con Pix, entre en Balcão, en Finanzas: {{link}}',
    ),
    ahead: 'Si ya pagó, ignore este aviso.',
    overdue: 'Mientras tanto los mensajes siguen llegando y no se borra nada. Después del pago todo vuelve solo.',
  },
  tr: {
    subject: 'Faturanızın son ödeme tarihi {{when}}: {{amount}}',
    start: lines(
      'Merhaba {{company}},',
      '{{amount}} tutarındaki {{invoice}} faturasının ({{plan}}) son ödeme tarihi {{when}} ({{due}}).',
      'Pix ile ödemek için Balcão’da Finans sayfasını açın: {{link}}',
    ),
    ahead: 'Ödediyseniz bu uyarıyı dikkate almayın.',
    overdue: 'Bu sırada mesajlar gelmeye devam eder, hiçbir şey silinmez. Ödemeden sonra her şey kendiliğinden sürer.',
  },
}

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

const perLanguage = <T>(of: (language: Language) => T): Readonly<Record<Language, T>> => ({
  'pt-BR': of('pt-BR'),
  en: of('en'),
  es: of('es'),
  tr: of('tr'),
})

const invoiceTemplate = (kind: string, end: 'ahead' | 'overdue', daysLeft: number): MailTemplate => ({
  kind,
  words: perLanguage((language) => {
    const { subject, start, [end]: last } = parts[language]
    return { subject, body: lines(start, last, '{{operator}}') }
  }),
  samples: perLanguage((language) => samplesFor(language, daysLeft)),
})
/** Before the due date and on it. */
export const invoiceMail = invoiceTemplate('invoice', 'ahead', 3)
export const overdueMail = invoiceTemplate('invoiceOverdue', 'overdue', -3)

type OddWords = { readonly subject: string; readonly look: string; readonly kinds: Readonly<Record<OddKind, string>> }

const oddWords: Readonly<Record<Language, OddWords>> = {
  'pt-BR': {
    subject: 'Pagamento a conferir',
    look: 'Decida na página Faturas',
    kinds: {
      short: 'pagou menos do que a fatura',
      over: 'pagou mais do que a fatura',
      again: 'pagou uma fatura que já estava paga',
      late: 'pagou uma fatura cancelada',
      refunded: 'teve o pagamento devolvido',
      partlyRefunded: 'teve parte do pagamento devolvida',
      disputed: 'contestou o pagamento no banco',
    },
  },
  en: {
    subject: 'A payment to look at',
    look: 'Decide on the Invoices page',
    kinds: {
      short: 'paid less than the invoice',
      over: 'paid more than the invoice',
      again: 'paid an invoice that was already paid',
      late: 'paid a cancelled invoice',
      refunded: 'got the payment back',
      partlyRefunded: 'got part of the payment back',
      disputed: 'disputes the payment at the bank',
    },
  },
  es: {
    subject: 'Pago por revisar',
    look: 'Decida en la página Facturas',
    kinds: {
      short: 'pagó menos que la factura',
      over: 'pagó más que la factura',
      again: 'pagó una factura que ya estaba pagada',
      late: 'pagó una factura cancelada',
      refunded: 'recibió el pago de vuelta',
      partlyRefunded: 'recibió parte del pago de vuelta',
      disputed: 'disputa el pago en el banco',
    },
  },
  tr: {
    subject: 'İncelenecek ödeme',
    look: 'Faturalar sayfasında karar verin',
    kinds: {
      short: 'faturadan az ödedi',
      over: 'faturadan fazla ödedi',
      again: 'ödenmiş bir faturayı yeniden ödedi',
      late: 'iptal edilmiş bir faturayı ödedi',
      refunded: 'ödemeyi geri aldı',
      partlyRefunded: 'ödemenin bir kısmını geri aldı',
      disputed: 'ödemeye bankada itiraz etti',
    },
  },
}
export const oddPhrase = (language: Language, kind: OddKind): string => oddWords[language].kinds[kind]

/** For the operator, about a payment that does not fit. */
export const oddMail: MailTemplate = {
  kind: 'oddPayment',
  words: perLanguage((language) => {
    const { subject, look } = oddWords[language]
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
