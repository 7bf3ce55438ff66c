import type { Operations } from '../../platform/operations'

export const operations: Operations = {
  nouns: {
    Helps: [
      ['os vídeos de ajuda', 'um vídeo de ajuda'],
      ['los videos de ayuda', 'un video de ayuda'],
      ['Yardım videolarını', 'Yardım videosu', 'Bir yardım videosunu'],
    ],
  },
  summaries: {
    getHelpsList: [
      'Listar todos os vídeos de ajuda',
      'Listar todos los videos de ayuda',
      'Tüm yardım videolarını listele',
    ],
    postHelpsOrder: ['Ordenar os vídeos de ajuda', 'Ordenar los videos de ayuda', 'Yardım videolarını sırala'],
  },
}
