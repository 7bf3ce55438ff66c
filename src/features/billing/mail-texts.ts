/** What mails about invoices say unless the operator has worded them anew. */
import type { Language } from '../../texts/languages'
import type { OddKind } from './contract'

type MailTexts = {
  readonly when: {
    readonly ahead: string
    readonly tomorrow: string
    readonly today: string
    readonly past: { readonly one: string; readonly other: string }
  }
  readonly invoice: {
    readonly subject: string
    /** Paragraphs. */
    readonly start: readonly string[]
    readonly ahead: string
    readonly overdue: string
  }
  readonly odd: { readonly subject: string; readonly look: string; readonly kinds: Readonly<Record<OddKind, string>> }
}

export const mailTexts: Readonly<Record<Language, MailTexts>> = {
  'pt-BR': {
    when: {
      ahead: 'vence em {days} dias',
      tomorrow: 'vence amanhã',
      today: 'vence hoje',
      past: { one: 'venceu há {days} dia', other: 'venceu há {days} dias' },
    },
    invoice: {
      subject: 'Sua fatura {{when}}: {{amount}}',
      start: [
        'Olá, {{company}}.',
        'A fatura {{invoice}} ({{plan}}), de {{amount}}, {{when}} ({{due}}).',
        'Para pagar com Pix, entre no Balcão, em Financeiro: {{link}}',
      ],
      ahead: 'Se você já pagou, desconsidere este aviso.',
      overdue:
        'Enquanto isso as mensagens continuam chegando e nada é apagado. Depois do pagamento tudo volta sozinho.',
    },
    odd: {
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
  },
  en: {
    when: {
      ahead: 'is due in {days} days',
      tomorrow: 'is due tomorrow',
      today: 'is due today',
      past: { one: 'was due {days} day ago', other: 'was due {days} days ago' },
    },
    invoice: {
      subject: 'Your invoice {{when}}: {{amount}}',
      start: [
        'Hello, {{company}}.',
        'Invoice {{invoice}} ({{plan}}) of {{amount}} {{when}} ({{due}}).',
        'To pay by Pix, sign in to Balcão and open Finance: {{link}}',
      ],
      ahead: 'If you have paid, please ignore this notice.',
      overdue:
        'Messages still come in meanwhile, and nothing is deleted. After the payment everything goes on by itself.',
    },
    odd: {
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
  },
  es: {
    when: {
      ahead: 'vence en {days} días',
      tomorrow: 'vence mañana',
      today: 'vence hoy',
      past: { one: 'venció hace {days} día', other: 'venció hace {days} días' },
    },
    invoice: {
      subject: 'Su factura {{when}}: {{amount}}',
      start: [
        'Hola, {{company}}.',
        'La factura {{invoice}} ({{plan}}), de {{amount}}, {{when}} ({{due}}).',
        'Para pagar con Pix, entre en Balcão, en Finanzas: {{link}}',
      ],
      ahead: 'Si ya pagó, ignore este aviso.',
      overdue: 'Mientras tanto los mensajes siguen llegando y no se borra nada. Después del pago todo vuelve solo.',
    },
    odd: {
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
  },
  tr: {
    when: {
      ahead: '{days} gün sonra',
      tomorrow: 'yarın',
      today: 'bugün',
      past: { one: '{days} gün önce', other: '{days} gün önce' },
    },
    invoice: {
      subject: 'Faturanızın son ödeme tarihi {{when}}: {{amount}}',
      start: [
        'Merhaba {{company}},',
        '{{amount}} tutarındaki {{invoice}} faturasının ({{plan}}) son ödeme tarihi {{when}} ({{due}}).',
        'Pix ile ödemek için Balcão’da Finans sayfasını açın: {{link}}',
      ],
      ahead: 'Ödediyseniz bu uyarıyı dikkate almayın.',
      overdue:
        'Bu sırada mesajlar gelmeye devam eder, hiçbir şey silinmez. Ödemeden sonra her şey kendiliğinden sürer.',
    },
    odd: {
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
  },
}
