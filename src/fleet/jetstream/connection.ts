/** The connection of a node to the fleet's NATS servers. Everything else in this folder goes through one. */

import { readFileSync } from 'node:fs'
import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream'
import {
  type Authenticator,
  connect as connectTo,
  credsAuthenticator,
  type NatsConnection,
  type TlsOptions,
  usernamePasswordAuthenticator,
} from '@nats-io/transport-node'
import { FleetRefused } from '../refused'
import type { FleetSettings } from '../settings'
import { requireGreeting } from './greeting'

export type Connection = {
  readonly nc: NatsConnection
  readonly js: JetStreamClient
  readonly jsm: JetStreamManager
  isConnected(): boolean
  /** Waits until the connection is there. Returns whether it is, at the latest after `ms`. */
  whenConnected(ms: number): Promise<boolean>
  /** Calls `listener` when the connection is lost. Returns what ends this. */
  onLost(listener: () => void): () => void
  /** Calls `listener` each time the connection is there again. Returns what ends this. */
  onReconnect(listener: () => void): () => void
  close(): Promise<void>
}

const DIAL_MS = 3000
/** For all servers together: some may accept a connection and then stay silent. */
const CONNECT_MS = 15_000
/** How long an answer about streams and stored messages may take. */
export const ANSWER_MS = 4000

/** Throws `FleetRefused`, at the latest after 15 s. */
export async function connect(settings: FleetSettings): Promise<Connection> {
  const files = readFiles(settings)
  await requireGreeting(settings)
  const nc = await dialledToStreams(settings, files)
  // A server that did not answer at first has left the library's list.
  nc.setServers([...settings.servers])
  const options = { timeout: ANSWER_MS, checkAPI: false }
  return watched(nc, jetstream(nc, options), await jetstreamManager(nc, options))
}

type Files = { readonly authenticator?: Authenticator; readonly tls?: TlsOptions }

function readFiles({ credentials, ca, cert, key }: FleetSettings): Files {
  const faults: string[] = []
  const read = (setting: string, path: string | undefined) => {
    if (path === undefined) return
    try {
      return readFileSync(path, 'utf8')
    } catch (error) {
      faults.push(`${setting}: ${path} cannot be read (${error instanceof Error ? error.message : error})`)
    }
  }
  const authority = read('BALCAO_FLEET_CA', ca)
  const ownCert = read('BALCAO_FLEET_CERT', cert)
  const ownKey = read('BALCAO_FLEET_KEY', key)
  const words = read('BALCAO_FLEET_CREDENTIALS', credentials)
  if (faults.length > 0) throw new FleetRefused(faults)
  return {
    ...(words !== undefined && { authenticator: authenticatorFor(words) }),
    ...(authority !== undefined && {
      tls: {
        ca: authority,
        ...(ownCert !== undefined && { cert: ownCert }),
        ...(ownKey !== undefined && { key: ownKey }),
      },
    }),
  }
}

/** A NATS credentials file, or one line with user:password. */
function authenticatorFor(words: string): Authenticator {
  if (words.includes('BEGIN NATS USER JWT')) return credsAuthenticator(new TextEncoder().encode(words))
  const [, user, password] = /^([^:\s]+):(\S+)\s*$/.exec(words) ?? []
  if (user === undefined)
    throw new FleetRefused([
      'BALCAO_FLEET_CREDENTIALS: the file must be a NATS credentials file, or one line with user:password',
    ])
  return usernamePasswordAuthenticator(user, password)
}

/** A server whose disk was full goes on talking, without JetStream: another one is preferred. */
async function dialledToStreams(settings: FleetSettings, files: Files): Promise<NatsConnection> {
  const first = await dialled(settings, files)
  const others = settings.servers.filter((server) => !server.endsWith(`//${first.getServer()}`))
  if (first.info?.jetstream || others.length === 0) return first
  const other = await dialled({ ...settings, servers: others }, files).catch(() => undefined)
  await (other?.info?.jetstream ? first : other)?.close()
  return other?.info?.jetstream ? other : first
}

async function dialled(settings: FleetSettings, files: Files): Promise<NatsConnection> {
  const dialling = connectTo({
    ...files,
    servers: [...settings.servers],
    name: `balcao ${settings.node}`,
    timeout: DIAL_MS,
    // A server that was stopped keeps its connections open.
    pingInterval: 2000,
    maxPingOut: 2,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 200,
    reconnectJitter: 100,
    ignoreAuthErrorAbort: true,
    // Servers may tell each other's addresses in a way that leads nowhere from here.
    ignoreClusterUpdates: true,
    noAsyncTraces: true,
  })
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('timeout')), CONNECT_MS)
  try {
    return await Promise.race([dialling, late.promise])
  } catch (error) {
    void dialling.then((nc) => nc.close()).catch(() => {})
    throw new FleetRefused([wordsFor(error, settings)], error)
  } finally {
    clearTimeout(timer)
  }
}

function wordsFor(error: unknown, { servers, credentials, cert }: FleetSettings): string {
  const message = error instanceof Error ? error.message : String(error)
  const list = servers.join(', ')
  if (/authorization|authentication|permission/i.test(message)) {
    const given = credentials ?? cert
    return given
      ? `The NATS servers do not accept the credentials of this node (${given}): ${list}`
      : 'The NATS servers ask for credentials: set BALCAO_FLEET_CREDENTIALS, or BALCAO_FLEET_CERT and BALCAO_FLEET_KEY'
  }
  // A certificate that a server does not accept ends in silence.
  return `No TLS connection to the NATS servers (${message}): check BALCAO_FLEET_CA, BALCAO_FLEET_CERT, BALCAO_FLEET_KEY and the names in the servers' certificates: ${list}`
}

function watched(nc: NatsConnection, js: JetStreamClient, jsm: JetStreamManager): Connection {
  let connected = true
  const lost = new Set<() => void>()
  const found = new Set<() => void>()
  const follow = async () => {
    for await (const { type } of nc.status()) {
      if ((type === 'disconnect' || type === 'close') && connected) {
        connected = false
        for (const listener of [...lost]) listener()
      } else if (type === 'reconnect' && !connected) {
        connected = true
        for (const listener of [...found]) listener()
      }
    }
  }
  void follow()
  const added = (listeners: Set<() => void>, listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    nc,
    js,
    jsm,
    isConnected: () => connected && !nc.isClosed(),
    async whenConnected(ms) {
      if (!connected && !nc.isClosed())
        await new Promise<void>((resolve) => {
          const end = () => {
            clearTimeout(timer)
            found.delete(end)
            resolve()
          }
          const timer = setTimeout(end, ms)
          found.add(end)
        })
      return connected && !nc.isClosed()
    },
    onLost: (listener) => added(lost, listener),
    onReconnect: (listener) => added(found, listener),
    close: () => nc.close(),
  }
}
