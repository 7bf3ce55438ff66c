import type { Operations } from '../../platform/operations'

export const operations: Operations = {
  nouns: {
    Campaigns: [
      ['as campanhas', 'uma campanha'],
      ['las campañas', 'una campaña'],
      ['Kampanyaları', 'Kampanya', 'Bir kampanyayı'],
    ],
  },
  summaries: {
    getCampaignsMetrics: [
      'Ler os números de todas as campanhas',
      'Leer los números de todas las campañas',
      'Tüm kampanyaların sayılarını oku',
    ],
    postCampaignsByIdCancel: ['Cancelar uma campanha', 'Cancelar una campaña', 'Bir kampanyayı iptal et'],
    postCampaignsByIdCopy: ['Copiar uma campanha', 'Copiar una campaña', 'Bir kampanyayı kopyala'],
    getCampaignsByIdDeliveries: [
      'Listar os envios de uma campanha',
      'Listar los envíos de una campaña',
      'Bir kampanyanın gönderimlerini listele',
    ],
    getCampaignsByIdDeliveriesExport: [
      'Baixar os envios de uma campanha em uma planilha',
      'Descargar los envíos de una campaña en una hoja de cálculo',
      'Bir kampanyanın gönderimlerini tablo olarak indir',
    ],
    getCampaignsByIdDryRun: [
      'Ensaiar uma campanha: público, risco e duração, sem enviar nada',
      'Ensayar una campaña: público, riesgo y duración, sin enviar nada',
      'Bir kampanyayı göndermeden dene: hedef kitle, risk ve süre',
    ],
    deleteCampaignsByIdMediaUpload: [
      'Remover o arquivo de uma campanha',
      'Quitar el archivo de una campaña',
      'Bir kampanyanın dosyasını kaldır',
    ],
    getCampaignsByIdMediaUpload: [
      'Baixar o arquivo de uma campanha',
      'Descargar el archivo de una campaña',
      'Bir kampanyanın dosyasını indir',
    ],
    postCampaignsByIdMediaUpload: [
      'Enviar o arquivo de uma campanha',
      'Subir el archivo de una campaña',
      'Bir kampanyanın dosyasını yükle',
    ],
    getCampaignsByIdPreview: [
      'Ver a mensagem como a recebe uma pessoa da campanha',
      'Ver el mensaje como lo recibe una persona de la campaña',
      'Mesajı kampanyadaki bir alıcının göreceği biçimde gör',
    ],
    getCampaignsByIdReport: [
      'Ler o relatório de uma campanha',
      'Leer el informe de una campaña',
      'Bir kampanyanın raporunu oku',
    ],
    postCampaignsByIdRestart: [
      'Retomar uma campanha cancelada',
      'Reanudar una campaña cancelada',
      'İptal edilmiş bir kampanyayı yeniden başlat',
    ],
    postCampaignsByIdStart: ['Começar uma campanha agora', 'Empezar una campaña ahora', 'Bir kampanyayı şimdi başlat'],
    postCampaignsByIdTest: [
      'Enviar uma mensagem de teste de uma campanha',
      'Enviar un mensaje de prueba de una campaña',
      'Bir kampanyanın deneme mesajını gönder',
    ],
    getCampaignsByIdTestByMessageId: [
      'Ler o resultado de uma mensagem de teste',
      'Leer el resultado de un mensaje de prueba',
      'Bir deneme mesajının sonucunu oku',
    ],
  },
}
