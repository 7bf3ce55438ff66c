import type { Operations } from '../../platform/operations'

export const operations: Operations = {
  summaries: {
    getNoteMentions: ['Listar as menções em notas', 'Listar las menciones en notas', 'Notlardaki anmaları listele'],
    postNoteMentionsSeen: [
      'Marcar menções em notas como vistas',
      'Marcar menciones en notas como vistas',
      'Notlardaki anmaları görüldü olarak işaretle',
    ],
  },
}
