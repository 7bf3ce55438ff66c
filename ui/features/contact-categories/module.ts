import { ListTree } from 'lucide-react'
import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { texts } from './texts'
import { auditTexts } from './texts/audit'
import { CategoriesView } from './view'

export const contactCategories = defineModule({
  name: 'contactCategories',
  path: '/parameters',
  search: CategoriesView,
  texts: [texts, kit],
  page: () => import('./CategoriesPage').then((file) => file.CategoriesPage),
  menu: {
    group: 'administration',
    order: 24,
    title: { 'pt-BR': 'Parâmetros', en: 'Parameters', es: 'Parámetros', tr: 'Parametreler' },
    icon: ListTree,
    needs: 'parameters-page:change',
  },
  audit: { texts: [texts, auditTexts], kinds: () => import('./audit').then((file) => file.kinds) },
})
