/** The updates of the running server. */
import { operatorsOnly } from '../../platform/events'
import { defineService } from '../../platform/module'
import { findCompany } from '../../tenancy/companies'
import { OPERATOR_COMPANY } from '../../tenancy/contract'
import { mailOperators } from '../../users/operators'
import { version } from '../../version'
import { followAsked } from './asked'
import { updateChanged } from './contract'
import { isReturning, startReturning } from './emptying'
import { rollMail, updateMail } from './mail'
import { platformHere, readReleaseKey } from './manifest'
import { createFleetUpdates, type FleetUpdates } from './rolling'
import { Updates } from './updates'

declare module '../../platform/module' {
  interface Services {
    /** Newer versions of this program. */
    readonly updates: Updates
    /** Updates of all machines, in turn. Null without a fleet. */
    readonly fleetUpdates: FleetUpdates | null
  }
}

export const updates = defineService('updates', {
  create: (services) => {
    const { databases, operatorSettings, clock, log, hub, backups, releaseKey, fleet } = services
    const { dataDir, serviceControl: control } = databases
    const timeZone = () => findCompany(control, OPERATOR_COMPANY)?.timeZone ?? 'UTC'
    const updates = new Updates({
      ...services,
      dataDir,
      control,
      isControlHere: databases.isControlHere,
      fleet,
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
    if (fleet) services.closing.addEventListener('abort', startReturning({ fleet, dataDir, log }))
    return updates
  },
  stop: (updates) => updates.stop(),
})

export const fleetUpdates = defineService('fleetUpdates', {
  create: (services) => {
    const { fleet, nodes, databases, clock, hub, updates } = services
    if (!fleet || !nodes) return null
    return createFleetUpdates({
      fleet,
      nodes,
      control: databases.serviceControl,
      clock,
      take: (sent) => updates.takeInTurn(sent),
      findAttempt: () => updates.state().attempts[0],
      nextHour: () => updates.nextHour(),
      isReturning: () => isReturning(fleet, databases.dataDir),
      changed: () => hub.emitByOperator(updateChanged({}), operatorsOnly),
      tell: (roll) => mailOperators(services, (language) => rollMail(language, roll, services.publicUrl())),
    })
  },
})
