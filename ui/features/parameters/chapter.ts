import { ListTree } from 'lucide-react'
import { defineChapter } from '../../shared/chapter'
import { kit } from '../../shared/kit/texts'
import { texts } from './texts'
import { CategoriesView } from './view'

export const parameters = defineChapter({
  name: 'parameters',
  path: '/parameters',
  search: CategoriesView,
  texts: [texts, kit],
  page: () => import('./ParametersPage').then((file) => file.ParametersPage),
  menu: {
    group: 'administration',
    order: 24,
    title: { 'pt-BR': 'Parâmetros', en: 'Parameters', es: 'Parámetros', tr: 'Parametreler' },
    icon: ListTree,
    needs: 'parameters-page:change',
  },
})
