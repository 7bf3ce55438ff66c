/** Starts the server (config → databases → channels → jobs → HTTP) and stops it in reverse order. */
import { createApp } from './app'
import { createWhatsapp } from './channels/whatsapp/whatsapp'
import type { FleetSettings } from './fleet/settings'
import { serverJobsOf } from './jobs'
import { prepareInstallation } from './operator/bootstrap'
import { hostInUrl, requireResolvable } from './platform/address'
import { noScreens, packedScreens } from './platform/assets'
import type { Config } from './platform/config'
import { startJobs } from './platform/jobs'
import { createLog, type Log } from './platform/log'
import type { OutsideAllow } from './platform/outside'
import { createVisitor } from './platform/visitor'
import type { FleetDoor } from './server/fleet/door'
import type { FleetNode } from './server/fleet/node'
import { Listeners } from './server/listeners'
import { openServer, type Server, type ServerOptions } from './server/server'
import type { OperatorEnvironment } from './settings/operator/settings'
import type { Simulator } from './simulator/simulator'
import type { BootstrappedCompany } from './users/new-company'

export type Running = {
  readonly server: Server
  readonly url: string
  /** Set when this start created the installation. */
  readonly firstCompany: BootstrappedCompany | undefined
  /** Resolves when every company is open, after which the log is quiet. */
  readonly awake: Promise<void>
  /** On a node of a fleet: resolves when it has left, and should be stopped for good. */
  readonly left: Promise<void> | undefined
  stop(): Promise<void>
}

export type ServeOptions = {
  /** This program's command line, to start child processes. */
  readonly program?: readonly string[]
  /** The public key whose signed releases are taken, in PEM. */
  readonly releaseKey?: string
  /** Replaces this process by another program. */
  readonly swap?: Server['swap'] | undefined
  /** Called with everything ready and nothing listening yet. Throws, and the start fails. `health` asks the app itself. */
  readonly beforeListening?: ((health: () => Promise<boolean>) => Promise<void>) | undefined
  /** The packed screens, if embedded. */
  readonly screens?: () => Blob
  /** The gzipped OpenAPI document. */
  readonly describeApi?: (() => Promise<Uint8Array>) | undefined
  /**
   * A simulated WhatsApp in this process. Its URL replaces the configured one, and /simulator shows its phones. Mail
   * goes to its mailbox, unless a server is configured.
   */
  readonly simulator?: Simulator
  /** Operator settings that the environment determines. */
  readonly operator?: OperatorEnvironment
  /** Those of the demo's stand-ins. */
  readonly demo?: Pick<ServerOptions, 'sampleMachines'> & { readonly settings: OperatorEnvironment }
  /** Makes this process a node of a fleet. */
  readonly fleet?: FleetSettings | undefined
}

/** Companies may send webhooks to the simulator's receiver. */
function receiverOf({ origin }: Simulator): OutsideAllow {
  const { hostname, port } = new URL(origin)
  return (address, to) => address === hostname && to === Number(port)
}

const standInsOf = (mailbox: Simulator['mailbox'] | undefined, demo: ServeOptions['demo']) => ({
  demo: { ...(mailbox && { smtpUrl: mailbox.url, mailFrom: mailbox.settings.from }), ...demo?.settings },
  localMail: mailbox?.local ?? null,
  sampleMachines: demo?.sampleMachines,
})

/** Without a fleet nothing of it is loaded. */
async function joinFleet(settings: FleetSettings, dataDir: string, log: Log): Promise<FleetNode & { door: FleetDoor }> {
  const [{ openFleetNode }, { openDoorOf, requireFreePort }] = await Promise.all([
    import('./server/fleet/node'),
    import('./server/fleet/node-door'),
  ])
  requireFreePort(settings)
  const node = await openFleetNode({ settings, dataDir, log, clock: Date.now })
  try {
    return { ...node, door: openDoorOf(node, { settings, log, clock: Date.now }) }
  } catch (error) {
    await node.close()
    throw error
  }
}

async function openSocket(node: FleetNode, server: Server, dataDir: string, log: Log) {
  const { openLocalSocket } = await import('./server/fleet/local-socket')
  const { view, gate } = node.parts
  const { control } = server.databases
  const { lending, controlHolds, media } = node
  const { bringFiles } = media
  const updateAddress = () => server.operatorSettings.read('updateAddress')
  const updates = {
    listHoldUps: () => server.fleetUpdates?.listHoldUps() ?? [],
    goOn: () => server.fleetUpdates?.goOn(),
    stop: () => server.updates.cancel(),
  }
  return openLocalSocket({
    ...{ dataDir, view, gate, control, log, lending, controlHolds, bringFiles, updateAddress, updates },
  })
}

async function openedOn(node: FleetNode | undefined, options: ServerOptions): Promise<Server> {
  try {
    return openServer(options)
  } catch (error) {
    await node?.close()
    throw error
  }
}

export async function serve(
  config: Config,
  {
    program,
    releaseKey,
    swap,
    beforeListening,
    screens,
    describeApi,
    simulator,
    operator = {},
    demo,
    fleet,
  }: ServeOptions = {},
): Promise<Running> {
  const log = createLog(config.logLevel)
  const node = fleet && (await joinFleet(fleet, config.dataDir, log))
  const whatsapp = simulator ? { url: simulator.url, rootKey: simulator.rootKey } : config.whatsapp
  const server = await openedOn(node, {
    dataDir: config.dataDir,
    log,
    fleet: node && { ...node.parts, nodes: node.door.nodes },
    program,
    releaseKey,
    swap,
    environment: operator,
    ...standInsOf(simulator?.mailbox, demo),
    publicUrl: config.publicUrl,
    outsideAllow: simulator && receiverOf(simulator),
    createChannel: (parts) =>
      createWhatsapp({
        ...parts,
        url: whatsapp?.url ?? null,
        rootKey: whatsapp?.rootKey ?? null,
        now: Date.now,
        random: Math.random,
      }),
  })
  node?.attach(server)
  const socket = node && (await openSocket(node, server, config.dataDir, log))
  const address = Promise.withResolvers<void>()
  // Only after binding the port: the process that keeps running must be the one that prints the generated password.
  const bootstrap = Promise.all([node ? undefined : prepareInstallation(server, config.admin), address.promise]).then(
    ([create]) => create?.(Date.now()),
  )
  const visitor = createVisitor({
    ...config,
    ownUrl: () => server.certificates.url(),
    untrustedProxy: () =>
      log.warn(
        'a proxy on this machine sends client addresses, but BALCAO_TRUST_PROXY is not set: ten wrong passwords from any client lock out everybody',
      ),
  })
  const app = createApp(server, {
    visitor,
    metricsToken: config.metricsToken,
    screens: screens ? packedScreens(screens) : noScreens,
    describeApi,
    simulator: simulator ? (request) => simulator.handleControl(request) : null,
    bootstrap,
  })
  const close = async () => {
    for (const socket of server.hub.all()) socket.close(1001, 'going away')
    if (app.server) await app.stop(true)
    await server.close()
    await socket?.stop()
    await node?.close()
    await node?.door.stop()
  }
  const health = async () => (await app.handle(new Request('http://localhost/health'))).ok
  const listen = async () => {
    await requireResolvable(config.host)
    await beforeListening?.(health)
    const front = node?.door.frontOf({ server, routes: app.routes, visitor })
    const { certificates, gate } = server
    const listeners = new Listeners({ ...config, app, certificates, gate, log, front })
    server.hub.broadcastWith((topic, frame) => listeners.publish(topic, frame))
    await certificates.attach(listeners)
    address.resolve()
    return bootstrap
  }
  const firstCompany = await listen().catch(async (error: unknown) => {
    await close() // a half-started server must not look like a running one
    throw error
  })
  let clockwork: ReturnType<typeof startJobs> | undefined
  // Requests that waited for this start are answered first.
  const starting = setTimeout(() => {
    const isInstallationHere = server.databases.isControlHere
    clockwork = startJobs(server, serverJobsOf(server.modules), log, { isInstallationHere })
  }, 100)
  server.timetable.start()
  const waking = server.wakeUp().then(() => {
    server.timetable.save() // in case this process is killed
    log.info('companies awake')
    Bun.shrink() // most code that ran until now will not run again
  })
  const port = app.server?.port ?? config.port
  log.info({ port, data: config.dataDir }, 'serving')

  return {
    server,
    url: server.publicUrl() ?? `http://${hostInUrl(config.host)}:${port}`,
    firstCompany,
    awake: waking,
    left: node?.left,
    async stop() {
      log.info('closing')
      clearTimeout(starting)
      clockwork?.stop()
      server.timetable.stop()
      server.stopWaking()
      await waking
      await node?.handOver()
      await close()
    },
  }
}
