import type { Operations } from '../../platform/operations'

export const operations: Operations = {
  nouns: {
    Menus: [
      ['os menus', 'um menu'],
      ['los menús', 'un menú'],
      ['Menüleri', 'Menü', 'Bir menüyü'],
    ],
    Plans: [
      ['os planos', 'um plano'],
      ['los planes', 'un plan'],
      ['Planları', 'Plan', 'Bir planı'],
    ],
  },
  summaries: {
    getCompaniesListPlanById: [
      'Ler uma empresa com o seu plano',
      'Leer una empresa con su plan',
      'Bir şirketi planıyla oku',
    ],
    getPlansExcess: [
      'Listar as empresas acima do seu plano',
      'Listar las empresas por encima de su plan',
      'Planını aşan şirketleri listele',
    ],
    getPlansList: ['Listar os planos públicos', 'Listar los planes públicos', 'Herkese açık planları listele'],
  },
}
