import type { Operations } from '../../platform/operations'

export const operations: Operations = {
  summaries: {
    getDistributionById: [
      'Ler a distribuição de uma fila',
      'Leer la distribución de una cola',
      'Bir kuyruğun dağıtımını oku',
    ],
  },
}
