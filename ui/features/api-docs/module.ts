import { Braces } from 'lucide-react'
import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { texts } from './texts'
import { chapters } from './texts/chapters'
import { ApiDocsView } from './view'

export const apiDocs = defineModule({
  name: 'apiDocs',
  path: '/docs',
  search: ApiDocsView,
  texts: [texts, chapters, kit],
  page: () => import('./ApiDocsPage').then((file) => file.ApiDocsPage),
  menu: {
    group: 'administration',
    // Our own page, ordered after those numbered in plans.
    order: 98,
    title: {
      'pt-BR': 'Referência da API',
      en: 'API reference',
      es: 'Referencia de la API',
      tr: 'API referansı',
    },
    icon: Braces,
    needs: 'settings-page:change',
  },
})
