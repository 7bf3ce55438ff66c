import type { Operations } from '../../platform/operations'

export const operations: Operations = {
  nouns: {
    QueueIntegration: [
      ['as integrações', 'uma integração'],
      ['las integraciones', 'una integración'],
      ['Entegrasyonları', 'Entegrasyon', 'Bir entegrasyonu'],
    ],
  },
  summaries: {
    getBotFilesByLinkByName: [
      'Baixar o arquivo de um contato que foi passado a um bot',
      'Descargar el archivo de un contacto que se entregó a un bot',
      'Bir bota verilen kişi dosyasını indir',
    ],
    getQueueIntegration: [
      'Listar as integrações da empresa',
      'Listar las integraciones de la empresa',
      'Şirketin entegrasyonlarını listele',
    ],
    postQueueIntegrationTestSession: [
      'Testar o acesso a um agente do Dialogflow',
      'Probar el acceso a un agente de Dialogflow',
      'Bir Dialogflow temsilcisine erişimi dene',
    ],
    getQueueIntegrationByIdCalls: [
      'Listar as últimas chamadas de uma integração',
      'Listar las últimas llamadas de una integración',
      'Bir entegrasyonun son çağrılarını listele',
    ],
    postQueueIntegrationByIdSecret: [
      'Trocar o segredo de assinatura de uma integração',
      'Cambiar el secreto de firma de una integración',
      'Bir entegrasyonun imza sırrını değiştir',
    ],
    postQueueIntegrationByIdTest: [
      'Chamar uma integração como um contato inventado',
      'Llamar a una integración como un contacto inventado',
      'Bir entegrasyonu uydurma bir kişi olarak çağır',
    ],
  },
}
