import type { Operations } from '../../platform/operations'

export const operations: Operations = {
  summaries: {
    getTicketKanban: [
      'Listar os atendimentos do kanban',
      'Listar las conversaciones del kanban',
      'Kanban panosundaki görüşmeleri listele',
    ],
  },
}
