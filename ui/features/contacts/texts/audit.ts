/** Words of the audit log. */
import { defineTexts } from '../../../shared/i18n/define'

export const auditTexts = defineTexts('audit', {
  'pt-BR': {
    contacts: {
      block: 'bloqueio',
      unblock: 'desbloqueio',
      merge: 'mesclagem',
      undoMerge: 'mesclagem desfeita',
      exportData: 'entrega de dados pessoais',
      merged: 'Mesclado com',
      import: 'Importação',
      owner: 'De',
    },
  },
  en: {
    contacts: {
      block: 'blocked',
      unblock: 'unblocked',
      merge: 'merged',
      undoMerge: 'merge undone',
      exportData: 'personal data exported',
      merged: 'Merged into',
      import: 'Import',
      owner: 'Owner',
    },
  },
  es: {
    contacts: {
      block: 'bloqueo',
      unblock: 'desbloqueo',
      merge: 'combinación',
      undoMerge: 'combinación deshecha',
      exportData: 'entrega de datos personales',
      merged: 'Combinado con',
      import: 'Importación',
      owner: 'De',
    },
  },
  tr: {
    contacts: {
      block: 'engellendi',
      unblock: 'engel kaldırıldı',
      merge: 'birleştirme',
      undoMerge: 'birleştirme geri alındı',
      exportData: 'kişisel veri dökümü',
      merged: 'Birleştirildi',
      import: 'İçe aktarma',
      owner: 'Sahibi',
    },
  },
})
