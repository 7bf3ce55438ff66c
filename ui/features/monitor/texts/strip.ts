/** The strip above every page. */
import { defineTexts } from '../../../shared/i18n/define'

export const stripTexts = defineTexts('backupStrip', {
  'pt-BR': {
    failed: 'A última cópia de segurança falhou.',
    name: 'Cópia de segurança',
    see: 'Ver cópias',
  },
  en: {
    failed: 'The last backup failed.',
    name: 'Backup',
    see: 'Show backups',
  },
  es: {
    failed: 'La última copia de seguridad falló.',
    name: 'Copia de seguridad',
    see: 'Ver copias',
  },
  tr: {
    failed: 'Son yedekleme başarısız oldu.',
    name: 'Yedekleme',
    see: 'Yedekleri göster',
  },
})
