/** Words of the audit log. */
import { defineTexts } from '../../../shared/i18n/define'

export const auditTexts = defineTexts('audit', {
  'pt-BR': {
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
  },
  en: {
    connections: {
      archive: 'session archived',
      reconnect: 'retried',
      stopImport: 'import stopped',
      sharePasskey: 'passkey link created',
      greetingMessage: 'Greeting',
      expiresTicket: 'Resolve when inactive for (h)',
      timeSendQueue: 'Redirect after (min)',
      importDateStartMessages: 'Import from',
      importDateEndMessages: 'Import to',
      importOldMessagesGroups: 'Import groups',
      queueIdImportMessages: 'Import queue',
      closedTicketsPostImported: 'Import as resolved',
    },
  },
  es: {
    connections: {
      archive: 'sesión archivada',
      reconnect: 'nuevo intento',
      stopImport: 'importación detenida',
      sharePasskey: 'enlace para la llave de acceso creado',
      greetingMessage: 'Saludo',
      expiresTicket: 'Resolver inactivas tras (h)',
      timeSendQueue: 'Derivar tras (min)',
      importDateStartMessages: 'Importar desde',
      importDateEndMessages: 'Importar hasta',
      importOldMessagesGroups: 'Importar grupos',
      queueIdImportMessages: 'Cola de la importación',
      closedTicketsPostImported: 'Importar como resueltas',
    },
  },
  tr: {
    connections: {
      archive: 'oturum arşivlendi',
      reconnect: 'yeniden denendi',
      stopImport: 'içe aktarma durduruldu',
      sharePasskey: 'geçiş anahtarı bağlantısı oluşturuldu',
      greetingMessage: 'Karşılama',
      expiresTicket: 'Boşta çözme (sa)',
      timeSendQueue: 'Yönlendirme süresi (dk)',
      importDateStartMessages: 'İçe aktarma başlangıcı',
      importDateEndMessages: 'İçe aktarma sonu',
      importOldMessagesGroups: 'Grupları içe aktar',
      queueIdImportMessages: 'İçe aktarma kuyruğu',
      closedTicketsPostImported: 'Çözülmüş olarak aktar',
    },
  },
})
