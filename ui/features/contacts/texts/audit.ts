/** Words of the audit log. */
import { defineTexts } from '../../../shared/i18n/define'

export const auditTexts = defineTexts('audit', (language) => import(`./audit.${language}.json`), {
  contacts: {
    block: 'bloqueio',
    unblock: 'desbloqueio',
    merge: 'mesclagem',
    undoMerge: 'mesclagem desfeita',
    exportData: 'entrega de dados pessoais',
    deletionAsked: 'pedido de exclusão pela Meta',
    merged: 'Mesclado com',
    import: 'Importação',
    owner: 'De',
  },
})
