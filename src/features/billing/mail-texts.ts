/** Mails about an invoice, in the company's language. */
import type { Language } from '../../texts/languages'
import type { OddKind } from './contract'

export type MailFacts = {
  readonly company: string
  readonly operator: string
  readonly invoice: string
  readonly plan: string
  readonly amount: string
  readonly due: string
  /** Calendar days; negative when the due date has passed. */
  readonly daysLeft: number
  /** Where to pay it; null if the installation's address is not known. */
  readonly link: string | null
}

type Words = {
  readonly subject: string
  readonly text: string
}

const write: Readonly<Record<Language, (facts: MailFacts) => Words>> = {
  'pt-BR': ({ company, operator, invoice, plan, amount, due, daysLeft, link }) => {
    const when =
      daysLeft > 1
        ? `vence em ${daysLeft} dias`
        : daysLeft === 1
          ? 'vence amanhã'
          : daysLeft === 0
            ? 'vence hoje'
            : `venceu há ${-daysLeft} ${daysLeft === -1 ? 'dia' : 'dias'}`
    return {
      subject: `Sua fatura ${when}: ${amount}`,
      text: lines(
        `Olá, ${company}.`,
        `A fatura ${invoice} (${plan}), de ${amount}, ${when} (${due}).`,
        withLink('Para pagar com Pix, entre no Balcão, em Financeiro', link),
        daysLeft < 0
          ? 'Enquanto isso as mensagens continuam chegando e nada é apagado. Depois do pagamento tudo volta sozinho.'
          : 'Se você já pagou, desconsidere este aviso.',
        operator,
      ),
    }
  },
  en: ({ company, operator, invoice, plan, amount, due, daysLeft, link }) => {
    const when =
      daysLeft > 1
        ? `is due in ${daysLeft} days`
        : daysLeft === 1
          ? 'is due tomorrow'
          : daysLeft === 0
            ? 'is due today'
            : `was due ${-daysLeft} ${daysLeft === -1 ? 'day' : 'days'} ago`
    return {
      subject: `Your invoice ${when}: ${amount}`,
      text: lines(
        `Hello, ${company}.`,
        `Invoice ${invoice} (${plan}) of ${amount} ${when} (${due}).`,
        withLink('To pay by Pix, sign in to Balcão and open Finance', link),
        daysLeft < 0
          ? 'Messages still come in meanwhile, and nothing is deleted. After the payment everything goes on by itself.'
          : 'If you have paid, please ignore this notice.',
        operator,
      ),
    }
  },
  es: ({ company, operator, invoice, plan, amount, due, daysLeft, link }) => {
    const when =
      daysLeft > 1
        ? `vence en ${daysLeft} días`
        : daysLeft === 1
          ? 'vence mañana'
          : daysLeft === 0
            ? 'vence hoy'
            : `venció hace ${-daysLeft} ${daysLeft === -1 ? 'día' : 'días'}`
    return {
      subject: `Su factura ${when}: ${amount}`,
      text: lines(
        `Hola, ${company}.`,
        `La factura ${invoice} (${plan}), de ${amount}, ${when} (${due}).`,
        withLink('Para pagar con Pix, entre en Balcão, en Finanzas', link),
        daysLeft < 0
          ? 'Mientras tanto los mensajes siguen llegando y no se borra nada. Después del pago todo vuelve solo.'
          : 'Si ya pagó, ignore este aviso.',
        operator,
      ),
    }
  },
  tr: ({ company, operator, invoice, plan, amount, due, daysLeft, link }) => {
    const when =
      daysLeft > 1
        ? `${daysLeft} gün sonra`
        : daysLeft === 1
          ? 'yarın'
          : daysLeft === 0
            ? 'bugün'
            : `${-daysLeft} gün önce`
    return {
      subject: `Faturanızın son ödeme tarihi ${when}: ${amount}`,
      text: lines(
        `Merhaba ${company},`,
        `${amount} tutarındaki ${invoice} faturasının (${plan}) son ödeme tarihi ${when} (${due}).`,
        withLink('Pix ile ödemek için Balcão’da Finans sayfasını açın', link),
        daysLeft < 0
          ? 'Bu sırada mesajlar gelmeye devam eder, hiçbir şey silinmez. Ödemeden sonra her şey kendiliğinden sürer.'
          : 'Ödediyseniz bu uyarıyı dikkate almayın.',
        operator,
      ),
    }
  },
}

const withLink = (words: string, link: string | null) => (link ? `${words}: ${link}` : `${words}.`)

const lines = (...paragraphs: readonly string[]) => paragraphs.filter(Boolean).join('\n\n')

export const invoiceMail = (language: Language, facts: MailFacts): Words => write[language](facts)

type OddFacts = Pick<MailFacts, 'company' | 'invoice' | 'amount' | 'link'> & { readonly kind: OddKind }
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

/** For the operator, about a payment that does not fit. */
export function oddMail(language: Language, { company, invoice, amount, kind, link }: OddFacts): Words {
  const { subject, look, kinds } = oddWords[language]
  return {
    subject: `${subject}: ${company}, ${amount}`,
    text: lines(`${company} ${kinds[kind]} (${invoice}): ${amount}.`, withLink(look, link)),
  }
}
