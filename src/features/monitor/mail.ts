/** Notifies the operator's people by e-mail that a scheduled backup has failed. */
import type { Services } from '../../platform/module'
import { mailOperators } from '../../users/operators'
import { mailTexts } from './mail-texts'

export const mailFailedBackup = (services: Services, problem: string): Promise<void> =>
  mailOperators(services, (language) => {
    const { subject, failed, look } = mailTexts[language]
    const publicUrl = services.publicUrl()
    const text = [failed, problem, publicUrl ? `${look}: ${publicUrl}/monitor?tab=backups` : `${look}.`].join('\n\n')
    return { subject, text }
  })
