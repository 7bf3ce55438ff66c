import type { Operations } from '../platform/operations'

export const operations: Operations = {
  summaries: {
    getAuditLog: ['Listar quem mudou o quê', 'Listar quién cambió qué', 'Kimin neyi değiştirdiğini listele'],
  },
}
