/** Words of the audit log. */
import { defineTexts } from '../../../shared/i18n/define'

export const auditTexts = defineTexts('audit', (language) => import(`./audit.${language}.json`), {
  installation: {
    certificate: 'Certificado',
    update: 'Versão',
    schedule: 'marcada',
    start: 'iniciada',
    cancel: 'cancelada',
    machine: 'Máquina',
    drain: 'esvaziada',
    stopDrain: 'não esvaziada mais',
    companies: 'Empresas a mover',
    rebalance: 'distribuídas de novo',
    companyMove: 'Mudança de máquina',
    move: 'começada',
    plan: 'marcada',
    cancelMove: 'cancelada',
  },
})
