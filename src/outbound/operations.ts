import type { Operations } from '../platform/operations'

export const operations: Operations = {
  nouns: {
    OptOuts: [
      ['quem não quer mensagens', 'um descadastro'],
      ['quién no quiere mensajes', 'una baja'],
      ['Mesaj istemeyenleri', 'Ret kaydı', 'Bir ret kaydını'],
    ],
  },
  summaries: {
    getCampaignSettings: ['Ler os ajustes de campanhas', 'Leer los ajustes de campañas', 'Kampanya ayarlarını oku'],
    postCampaignSettings: [
      'Mudar os ajustes de campanhas',
      'Cambiar los ajustes de campañas',
      'Kampanya ayarlarını değiştir',
    ],
    postCampaignSettingsReleaseById: [
      'Deixar uma conexão parada voltar a enviar',
      'Dejar que una conexión detenida vuelva a enviar',
      'Durdurulmuş bir bağlantının yeniden göndermesine izin ver',
    ],
    getCampaignSettingsStandings: [
      'Listar a velocidade em que cada conexão pode enviar',
      'Listar a qué velocidad puede enviar cada conexión',
      'Her bağlantının ne hızda gönderebileceğini listele',
    ],
  },
}
