/** What the spreadsheet of the operator’s invoices says. */
import type { Language } from '../../texts/languages'
import type { InvoiceState } from './contract'
import en from './export-texts.en.json'
import es from './export-texts.es.json'
import tr from './export-texts.tr.json'

type ExportTexts = {
  readonly heads: readonly string[]
  readonly states: Readonly<Record<InvoiceState, string>>
}

export const exportTexts: Readonly<Record<Language, ExportTexts>> = {
  'pt-BR': {
    heads: ['Empresa', 'Fatura', 'Plano', 'Valor', 'Vencimento', 'Situação', 'Pago em', 'Recebido por'],
    states: {
      open: 'Em aberto',
      overdue: 'Vencida',
      paid: 'Paga',
      cancelled: 'Cancelada',
      refunded: 'Devolvida',
      partlyRefunded: 'Devolvida em parte',
      disputed: 'Contestada',
    },
  },
  en,
  es,
  tr,
}
