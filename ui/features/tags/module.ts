import { Tag } from 'lucide-react'
import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { texts } from './texts'
import { LanesView, TagsView } from './view'

export const tags = defineModule({
  name: 'tags',
  path: '/tags',
  search: TagsView,
  texts: [texts, kit],
  page: () => import('./TagsPage').then((file) => file.TagsPage),
  desk: () => import('./desk').then((file) => file.deskParts),
  menu: {
    group: 'operational',
    order: 9,
    title: { 'pt-BR': 'Etiquetas', en: 'Tags', es: 'Etiquetas', tr: 'Etiketler' },
    icon: Tag,
  },
  audit: { texts: [texts], kinds: () => import('./audit').then((file) => file.kinds) },
})

/** The lanes of the kanban board, which leads here. */
export const tagsKanban = defineModule({
  name: 'tagsKanban',
  path: '/TagsKanban',
  within: 'kanban',
  search: LanesView,
  texts: [texts, kit],
  page: () => import('./LanesPage').then((file) => file.LanesPage),
  menuOrder: 2,
})
