import { defineErrors } from '../../../errors'

export const mergeErrors = defineErrors({
  /** At least one is a group. */
  ERR_MERGE_KIND: {
    status: 409,
    texts: {
      'pt-BR': 'Grupos não podem ser mesclados.',
      en: 'Groups cannot be merged.',
      es: 'Los grupos no se pueden combinar.',
      tr: 'Gruplar birleştirilemez.',
    },
  },
  /** Two attendants have a conversation with them, over the same connection. */
  ERR_MERGE_ATTENDED: {
    status: 409,
    texts: {
      'pt-BR': 'Duas pessoas estão atendendo estes contatos. Resolva ou transfira um dos atendimentos antes.',
      en: 'Two people are handling these contacts. Resolve or transfer one of the conversations first.',
      es: 'Dos personas están atendiendo a estos contactos. Cierre o transfiera antes una de las conversaciones.',
      tr: 'Bu kişilerle iki ayrı görevli ilgileniyor. Önce görüşmelerden birini kapatın veya aktarın.',
    },
  },
})
