/** The certificates of the running server. */
import { operatorsOnly } from '../../platform/events'
import { CONTROL, waitFor } from '../../platform/gate'
import { defineService } from '../../platform/module'
import { findCompany } from '../../tenancy/companies'
import { OPERATOR_COMPANY } from '../../tenancy/contract'
import { mailOperators } from '../../users/operators'
import { version } from '../../version'
import { Certificates } from './certificates'
import { certificateChanged } from './contract'
import { warningMail } from './mail'
import { TLS_KEYS, tlsFilesInControl, tlsFilesInFolder } from './tls-files'

declare module '../../platform/module' {
  interface Services {
    /** The certificate of the installation's own address. */
    readonly certificates: Certificates
  }
}

export const certificates = defineService('certificates', {
  create: (services) => {
    const { databases, operatorSettings, clock, log, hub, gate, isOnStandby, encryptionFor } = services
    const isFleet = services.fleet !== null
    return new Certificates({
      dataDir: databases.dataDir,
      files: isFleet
        ? tlsFilesInControl(databases.serviceControl, encryptionFor(TLS_KEYS))
        : tlsFilesInFolder(databases.dataDir),
      isFleet,
      control: databases.serviceControl,
      isControlHere: databases.isControlHere,
      whenHere: databases.whenControlIsHere,
      settings: operatorSettings,
      clock,
      log,
      isOnStandby,
      userAgent: `Balcao/${version}`,
      acknowledged: waitFor(gate, CONTROL),
      wait: abortableWait,
      changed: () => hub.emitByOperator(certificateChanged({}), operatorsOnly),
      warn: (warning) => {
        const timeZone = findCompany(databases.control, OPERATOR_COMPANY)?.timeZone ?? 'UTC'
        const about = { now: clock(), timeZone, url: services.publicUrl() }
        return mailOperators(services, (language) => warningMail(language, warning, about))
      },
    })
  },
  stop: (certificates) => certificates.stop(),
})

/** Ends early when the server closes. */
function abortableWait(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  const end = () => {
    clearTimeout(timer)
    reject(signal.reason)
  }
  if (signal.aborted) end()
  else signal.addEventListener('abort', end, { once: true })
  return promise.finally(() => signal.removeEventListener('abort', end))
}
