/** Words of the audit log. */
import { defineTexts } from '../../../shared/i18n/define'

export const auditTexts = defineTexts('audit', (language) => import(`./audit.${language}.json`), {
  connections: {
    archive: 'sessão arquivada',
    reconnect: 'nova tentativa',
    stopImport: 'importação interrompida',
    sharePasskey: 'link para a passkey criado',
    greetingMessage: 'Saudação',
    expiresTicket: 'Resolver parados após (h)',
    timeSendQueue: 'Encaminhar após (min)',
    importDateStartMessages: 'Importar desde',
    importDateEndMessages: 'Importar até',
    importOldMessagesGroups: 'Importar grupos',
    queueIdImportMessages: 'Fila da importação',
    closedTicketsPostImported: 'Importar como resolvidos',
  },
})
