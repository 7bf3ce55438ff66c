import { kit } from '../../../shared/kit/texts'
import { defineModule } from '../../../shared/module'
import { texts as escalation } from '../../escalation/texts'
import { texts } from '../texts'
import { auditTexts } from '../texts/audit'
import { companyTexts } from '../texts/company'

/** How the company notifies its people. Reached from the settings. */
export const pushCompany = defineModule({
  name: 'pushCompany',
  path: '/notifications/company',
  within: 'settings',
  texts: [companyTexts, escalation, texts, kit],
  page: () => import('./CompanyPage').then((file) => file.CompanyPage),
  audit: {
    texts: [auditTexts, companyTexts, escalation],
    kinds: () => import('../audit').then((file) => file.kinds),
  },
})
