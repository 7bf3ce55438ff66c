/** The connection of a node to the fleet's NATS servers. Everything else in this folder goes through one. */

import { readFileSync } from 'node:fs'
import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream'
import {
  type Authenticator,
  connect as connectTo,
  credsAuthenticator,
  type NatsConnection,
  type ReconnectToServerHandler,
  type TlsOptions,
  usernamePasswordAuthenticator,
} from '@nats-io/transport-node'
import { systemTimers } from '../placement/timers'
import { FleetRefused } from '../refused'
import type { FleetSettings } from '../settings'
import { requireGreeting } from './greeting'
import { type Silence, watchForSilence } from './silence'

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
  /** Is told of everything that a majority of the servers answers: without answers the connection goes to another server. */
  readonly silence: Pick<Silence, 'asked' | 'answered'>
  /** Calls `listener` with the address of a server that is left because it reaches no majority. Returns what ends this. */
  onSilent(listener: (server: string) => void): () => void
  close(): Promise<void>
}

const DIAL_MS = 3000
/** For all servers together: some may accept a connection and then stay silent. */
const CONNECT_MS = 15_000
/** How long an answer about streams and stored messages may take. */
export const ANSWER_MS = 4000
/** How long a server may take that is preferred to others. */
const LEADER_MS = 1500

/** Throws `FleetRefused`, at the latest after 15 s. */
export async function connect(settings: FleetSettings): Promise<Connection> {
  const files = readFiles(settings)
  await requireGreeting(settings)
  const choice = createChoice()
  const nc = await dialledToLeaders(settings, files, choice)
  // A server that did not answer at first has left the library's list.
  nc.setServers([...settings.servers])
  const options = { timeout: ANSWER_MS, checkAPI: false }
  return watched(nc, { js: jetstream(nc, options), jsm: await jetstreamManager(nc, options), choice })
}

/** Which server comes next: one that is avoided comes after the others. */
function createChoice() {
  let avoided: string | undefined
  const next: ReconnectToServerHandler = ([first, second]) => {
    if (first?.listen !== avoided || !second) return null
    avoided = undefined
    return second
  }
  return {
    next,
    avoid(server: string | undefined) {
      avoided = server
    },
  }
}
type Choice = ReturnType<typeof createChoice>

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

/**
 * A server whose disk was full goes on talking, without JetStream, and so does one that the others do not reach: another one
 * is preferred.
 */
async function dialledToLeaders(settings: FleetSettings, files: Files, choice: Choice): Promise<NatsConnection> {
  let best = await dialled(settings, files, choice)
  let bestRank = await rankOf(best)
  const others = settings.servers.filter((server) => !server.endsWith(`//${best.getServer()}`))
  for (const server of others) {
    if (bestRank === 2) break
    const other = await dialled({ ...settings, servers: [server] }, files, choice).catch(() => undefined)
    const rank = other ? await rankOf(other) : 0
    await (rank > bestRank ? best : other)?.close()
    if (other && rank > bestRank) [best, bestRank] = [other, rank]
  }
  return best
}

/** 2: a leader answers. 1: the server has JetStream. 0: neither. */
async function rankOf(nc: NatsConnection): Promise<number> {
  if (!nc.info?.jetstream) return 0
  const answer = await nc.request('$JS.API.INFO', '', { timeout: LEADER_MS }).catch(() => undefined)
  return answer && !answer.json<{ readonly error?: unknown }>().error ? 2 : 1
}

async function dialled(settings: FleetSettings, files: Files, choice: Choice): Promise<NatsConnection> {
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
    reconnectToServer: choice.next,
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

type Clients = Pick<Connection, 'js' | 'jsm'> & { readonly choice: Choice }

function watched(nc: NatsConnection, { js, jsm, choice }: Clients): Connection {
  let connected = true
  const lost = new Set<() => void>()
  const found = new Set<() => void>()
  const silent = new Set<(server: string) => void>()
  const silence = watchForSilence(systemTimers, () => {
    if (!connected || nc.isClosed() || nc.getServers().length === 1) return
    const server = nc.getServer()
    choice.avoid(server)
    for (const listener of [...silent]) listener(server)
    void nc.reconnect().catch(() => {}) // it is closed
  })
  const follow = async () => {
    for await (const { type } of nc.status()) {
      if ((type === 'disconnect' || type === 'close') && connected) {
        connected = false
        silence.lost()
        for (const listener of [...lost]) listener()
      } else if (type === 'reconnect' && !connected) {
        connected = true
        choice.avoid(undefined)
        for (const listener of [...found]) listener()
      }
    }
  }
  void follow()
  const added = <Listener>(listeners: Set<Listener>, listener: Listener) => {
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
    silence,
    onSilent: (listener) => added(silent, listener),
    close() {
      silence.stop()
      return nc.close()
    },
  }
}
