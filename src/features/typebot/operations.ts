import type { Operations } from '../../platform/operations'

export const operations: Operations = {
  summaries: {
    getTypebotListtypebots: [
      'Listar os bots de um espaço do Typebot',
      'Listar los bots de un espacio de Typebot',
      'Bir Typebot çalışma alanının botlarını listele',
    ],
    getTypebotListworkspaces: [
      'Listar os espaços do Typebot',
      'Listar los espacios de Typebot',
      'Typebot çalışma alanlarını listele',
    ],
  },
}
