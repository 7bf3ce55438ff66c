import { ServerCog } from 'lucide-react'
import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { texts } from './texts'
import { auditTexts } from './texts/audit'
import { machineTexts } from './texts/machines'
import { updateTexts } from './texts/update'
import { InstallationView } from './view'

export const installation = defineModule({
  name: 'installation',
  path: '/installation',
  search: InstallationView,
  texts: [texts, updateTexts, machineTexts, kit],
  page: () => import('./InstallationPage').then((file) => file.InstallationPage),
  menu: {
    group: 'operator',
    order: 35,
    title: { 'pt-BR': 'Instalação', en: 'Installation', es: 'Instalación', tr: 'Kurulum' },
    icon: ServerCog,
    needs: 'super',
  },
  audit: { texts: [auditTexts], kinds: () => import('./audit').then((file) => file.kinds) },
})
