/** What mails about invoices say unless the operator has worded them anew. */
import type { Language } from '../../texts/languages'
import type { OddKind } from './contract'
import en from './mail-texts.en.json'
import es from './mail-texts.es.json'
import tr from './mail-texts.tr.json'

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
  en,
  es,
  tr,
}
