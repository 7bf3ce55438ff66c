/** Words of the audit log. */
import { defineTexts } from '../../../shared/i18n/define'

export const auditTexts = defineTexts('audit', {
  'pt-BR': {
    companies: {
      document: 'Documento',
      dueAt: 'Vencimento',
      ask: 'pedido',
      grant: 'permissão',
      refuse: 'recusa',
      enter: 'entrada',
      end: 'encerramento',
      reason: 'Motivo',
      until: 'Até',
    },
  },
  en: {
    companies: {
      document: 'Tax number',
      dueAt: 'Due date',
      ask: 'request',
      grant: 'consent',
      refuse: 'refusal',
      enter: 'entry',
      end: 'end',
      reason: 'Reason',
      until: 'Until',
    },
  },
  es: {
    companies: {
      document: 'Documento',
      dueAt: 'Vencimiento',
      ask: 'pedido',
      grant: 'permiso',
      refuse: 'rechazo',
      enter: 'entrada',
      end: 'fin',
      reason: 'Motivo',
      until: 'Hasta',
    },
  },
  tr: {
    companies: {
      document: 'Belge',
      dueAt: 'Bitiş',
      ask: 'istek',
      grant: 'izin',
      refuse: 'ret',
      enter: 'giriş',
      end: 'bitiş',
      reason: 'Gerekçe',
      until: 'Bitiş',
    },
  },
})
