/** An installation that listens on ports of this machine, and a local authority that validates there. */
import { afterEach } from 'bun:test'
import pino from 'pino'
import type { Certificates } from '../../../src/operator/certificates/certificates'
import { enterStandby } from '../../../src/operator/standby'
import { Listeners } from '../../../src/server/listeners'
import type { OperatorEnvironment } from '../../../src/settings/operator/settings'
import { type AcmeFaults, type AcmeStandIn, startAcme } from '../../../src/simulator/acme/stand-in'
import { freePort } from '../../support/free-port'
import { type World, type WorldOptions, world } from '../../support/world'

export const DOMAIN = 'atende.example.com'

const started: AcmeStandIn[] = []
afterEach(async () => {
  for (const one of started.splice(0)) await one.stop()
})

export type Secured = {
  readonly w: World
  readonly acme: AcmeStandIn
  readonly certificates: Certificates
  readonly listeners: Listeners
  readonly httpPort: number
  readonly httpsPort: number
}

type Options = WorldOptions & {
  readonly domain?: string
  readonly faults?: Partial<AcmeFaults>
  readonly settings?: OperatorEnvironment
  readonly life?: number
  readonly isOnStandby?: boolean
  readonly externalKey?: { readonly id: string; readonly key: string }
  /** Called before the installation listens. */
  before?(ports: { readonly httpPort: number; readonly httpsPort: number }): void
}

export async function secured({
  domain = DOMAIN,
  faults,
  settings,
  life,
  externalKey,
  before,
  isOnStandby = false,
  ...options
}: Options = {}): Promise<Secured> {
  const [httpPort, httpsPort] = [await freePort(), await freePort()]
  before?.({ httpPort, httpsPort })
  let w: World | undefined
  const acme = startAcme({
    httpPort,
    tlsPort: httpsPort,
    now: () => w?.clock.now() ?? options.startsAt ?? Date.UTC(2026, 2, 2, 12),
    ...(life !== undefined && { life }),
    ...(externalKey && { externalKey }),
  })
  started.push(acme)
  Object.assign(acme.faults, { slowness: 0 }, faults)
  const opened = world({
    ...options,
    environment: { ...(domain !== '' && { domain }), acmeUrl: acme.directory, ...settings, ...options.environment },
  })
  if (isOnStandby) enterStandby(opened.dataDir)
  const made = isOnStandby ? await opened.reopen() : opened
  w = made
  const { certificates } = made.server
  const listeners = listenOn(made, httpPort, httpsPort)
  await certificates.attach(listeners)
  return { w: made, acme, certificates, listeners, httpPort, httpsPort }
}

export const listenOn = (w: World, httpPort: number, httpsPort: number): Listeners =>
  new Listeners({
    app: w.app,
    certificates: w.server.certificates,
    gate: w.server.gate,
    log: pino({ level: 'silent' }),
    host: '127.0.0.1',
    port: 0,
    httpPort,
    httpsPort,
  })
