import { Building2 } from 'lucide-react'
import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { texts as plans } from '../plans/texts'
import { texts as settings } from '../settings/texts'
import { texts } from './texts'
import { auditTexts } from './texts/audit'
import { supportTexts } from './texts/support'
import { CompaniesView } from './view'

export const companies = defineModule({
  name: 'companies',
  path: '/companies',
  search: CompaniesView,
  texts: [texts, plans, settings, kit],
  page: () => import('./CompaniesPage').then((file) => file.CompaniesPage),
  menu: {
    group: 'operator',
    order: 30,
    title: { 'pt-BR': 'Empresas', en: 'Companies', es: 'Empresas', tr: 'Şirketler' },
    icon: Building2,
    needs: 'super',
  },
  audit: { texts: [texts, supportTexts, auditTexts], kinds: () => import('./audit').then((file) => file.kinds) },
  strip: {
    order: 3,
    needs: 'settings-page:change',
    texts: [supportTexts],
    strip: () => import('./SupportStrip').then((file) => file.SupportStrip),
  },
})
