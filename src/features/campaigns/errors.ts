import { defineErrors } from '../../errors'

export const campaignErrors = defineErrors({
  ERR_NO_CAMPAIGN_FOUND: {
    status: 404,
    texts: {
      'pt-BR': 'Campanha não encontrada.',
      en: 'Campaign not found.',
      es: 'Campaña no encontrada.',
      tr: 'Kampanya bulunamadı.',
    },
  },
  /** Running, finished, or starting within the hour. */
  ERR_CAMPAIGN_LOCKED: {
    status: 409,
    texts: {
      'pt-BR': 'A campanha está em andamento, já terminou ou começa em menos de uma hora: não pode ser alterada.',
      en: 'The campaign is running, has finished, or starts in less than an hour: it cannot be changed.',
      es: 'La campaña está en curso, ya terminó o empieza en menos de una hora: no se puede cambiar.',
      tr: 'Kampanya sürüyor, bitti ya da bir saat içinde başlayacak: değiştirilemez.',
    },
  },
  /** The action does not fit the current status: the campaign was stopped, started or ended meanwhile. */
  ERR_CAMPAIGN_STATE: {
    status: 409,
    texts: {
      'pt-BR': 'A situação da campanha mudou e isso não é mais possível.',
      en: 'The campaign’s status has changed, so this is no longer possible.',
      es: 'El estado de la campaña cambió y esto ya no es posible.',
      tr: 'Kampanyanın durumu değişti: bu artık yapılamaz.',
    },
  },
  /** The audience is fixed once the campaign has started. */
  ERR_CAMPAIGN_AUDIENCE_FIXED: {
    status: 409,
    texts: {
      'pt-BR': 'A campanha já começou: o público não pode mudar. Faça uma cópia para outro público.',
      en: 'The campaign has started, so its audience cannot change. Make a copy for another audience.',
      es: 'La campaña ya empezó: su público no puede cambiar. Haga una copia para otro público.',
      tr: 'Kampanya başladı: hedef kitlesi değiştirilemez. Başka bir kitle için kopyasını oluşturun.',
    },
  },
  /** `details` names the campaign. */
  ERR_LIST_IN_CAMPAIGN: {
    status: 409,
    texts: {
      'pt-BR': 'Uma campanha programada ou em andamento usa esta lista: cancele a campanha antes.',
      en: 'A scheduled or running campaign uses this list: cancel the campaign first.',
      es: 'Una campaña programada o en curso usa esta lista: cancele antes la campaña.',
      tr: 'Planlanmış ya da süren bir kampanya bu listeyi kullanıyor: önce kampanyayı iptal edin.',
    },
  },
  ERR_CAMPAIGN_LIMIT: {
    status: 409,
    texts: {
      'pt-BR': 'A empresa já tem o máximo de campanhas: exclua as antigas.',
      en: 'The company has reached its limit of campaigns: delete old ones.',
      es: 'La empresa ya tiene el máximo de campañas: elimine las antiguas.',
      tr: 'Şirketin kampanya sayısı sınıra ulaştı: eskileri silin.',
    },
  },
  /** `details.most`: tests per person and hour. */
  ERR_CAMPAIGN_TESTS: {
    status: 429,
    texts: {
      'pt-BR': 'Você já enviou dez testes na última hora. Tente mais tarde.',
      en: 'You have sent ten tests in the last hour. Try again later.',
      es: 'Ya envió diez pruebas en la última hora. Inténtelo más tarde.',
      tr: 'Son bir saatte on deneme gönderdiniz. Daha sonra yeniden deneyin.',
    },
  },
})
