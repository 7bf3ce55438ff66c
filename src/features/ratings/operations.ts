import type { Operations } from '../../platform/operations'

export const operations: Operations = {
  nouns: {
    CategoryRatings: [
      ['as categorias de avaliações', 'uma categoria de avaliações'],
      ['las categorías de evaluaciones', 'una categoría de evaluaciones'],
      ['Değerlendirme kategorilerini', 'Değerlendirme kategorisi', 'Bir değerlendirme kategorisini'],
    ],
    Ratings: [
      ['as avaliações', 'uma avaliação'],
      ['las evaluaciones', 'una evaluación'],
      ['Değerlendirmeleri', 'Değerlendirme', 'Bir değerlendirmeyi'],
    ],
  },
  summaries: {
    getRatingsAnswers: [
      'Listar as respostas às avaliações',
      'Listar las respuestas a las evaluaciones',
      'Değerlendirmelere verilen yanıtları listele',
    ],
    getRatingsChoices: [
      'Listar avaliações para escolher',
      'Listar evaluaciones para elegir',
      'Seçilebilecek değerlendirmeleri listele',
    ],
    getRatingsResults: [
      'Ler os resultados das avaliações',
      'Leer los resultados de las evaluaciones',
      'Değerlendirmelerin sonuçlarını oku',
    ],
  },
}
