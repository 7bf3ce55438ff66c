/** The updates of the running server. */
import { operatorsOnly } from '../../platform/events'
import { defineService } from '../../platform/module'
import { findCompany } from '../../tenancy/companies'
import { OPERATOR_COMPANY } from '../../tenancy/contract'
import { mailOperators } from '../../users/operators'
import { version } from '../../version'
import { followAsked } from './asked'
import { updateChanged } from './contract'
import { updateMail } from './mail'
import { platformHere, readReleaseKey } from './manifest'
import { Updates } from './updates'

declare module '../../platform/module' {
  interface Services {
    /** Newer versions of this program. */
    readonly updates: Updates
  }
}

export const updates = defineService('updates', {
  create: (services) => {
    const { databases, operatorSettings, clock, log, hub, backups, releaseKey } = services
    const { dataDir, serviceControl: control } = databases
    const timeZone = () => findCompany(control, OPERATOR_COMPANY)?.timeZone ?? 'UTC'
    const updates = new Updates({
      ...services,
      dataDir,
      control,
      settings: operatorSettings,
      clock,
      log,
      backups,
      key: readReleaseKey(releaseKey),
      version,
      platform: platformHere(),
      timeZone,
      changed: () => hub.emitByOperator(updateChanged({}), operatorsOnly),
      tell: (attempt) =>
        mailOperators(services, (language) =>
          updateMail(language, attempt, {
            version,
            timeZone: timeZone(),
            url: services.publicUrl(),
            fault: updates.faultOf(attempt),
          }),
        ),
    })
    const unfollow = followAsked(dataDir, (sent) => updates.take(sent))
    services.closing.addEventListener('abort', unfollow)
    return updates
  },
  stop: (updates) => updates.stop(),
})
