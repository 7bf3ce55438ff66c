import type { Operations } from '../../platform/operations'

export const operations: Operations = {
  summaries: {
    getUsersMoments: [
      'Listar o que cada atendente está atendendo',
      'Listar lo que atiende cada agente',
      'Her temsilcinin neyle ilgilendiğini listele',
    ],
  },
}
