/**
 * Whether the NATS servers keep what they acknowledge: asked of all of them before a node trusts them. The servers tell
 * their settings only to the system account, so the configuration of `balcao fleet init` lets the nodes' account ask that
 * one question (JSZ); a node needs no access to the monitoring ports.
 */
import { JetStreamApiError } from '@nats-io/jetstream'
import { type Msg, nuid } from '@nats-io/transport-node'
import { FleetRefused, ServersNotReady } from '../refused'
import type { FleetSettings } from '../settings'
import { ANSWER_MS, type Connection } from './connection'
import { STREAMS, storedSubject } from './names'
import { objectStore } from './objects'
import { NO_PEERS } from './retried'
import { versionFaults } from './versions'

const SMALLEST_PAYLOAD = 1024 * 1024
/** Streams, buckets and the object store. */
const LARGEST_NUMBER_OF_STREAMS = STREAMS + 5
const CLOCK_MS = 10_000
const FULL = 0.95
const PROBE_MS = 8000
const SETTINGS_SUBJECT = '$SYS.REQ.SERVER.PING.JSZ'
/** How long to wait for a further server's answer. */
const NEXT_ANSWER_MS = 1000

/** What a server says of itself. */
export type ServerFacts = {
  readonly server: { readonly name: string; readonly ver: string; readonly time: string }
  readonly data?: {
    readonly disabled?: boolean
    readonly storage?: number
    readonly config?: { readonly max_storage?: number; readonly sync_always?: boolean }
    readonly meta_cluster?: { readonly cluster_size?: number }
  }
}

export type Servers = {
  /** How many the cluster has, whether or not all answer. */
  readonly servers: number
  /** Faults of some servers, while the others suffice. */
  readonly ill: readonly string[]
}

/** Throws `FleetRefused` with everything that is wrong. Takes some seconds at most. */
export async function requireSafeServers(
  connection: Connection,
  settings: FleetSettings,
  now: () => number,
): Promise<Servers> {
  const { info } = connection.nc
  const name = info?.server_name ?? ''
  const faults: string[] = []
  /** What may pass by itself. */
  const absences: string[] = []
  if (info && info.max_payload < SMALLEST_PAYLOAD)
    faults.push(`The NATS server ${name} has max_payload ${info.max_payload}; at least ${SMALLEST_PAYLOAD} is needed`)
  const accounts = await accountFaults(connection)
  const told = await askServers(connection)
  const servers = Math.max(1, ...told.map(({ data }) => data?.meta_cluster?.cluster_size ?? 1))
  faults.push(...told.flatMap((facts) => serverFaults(facts, now())))
  const ill = told.flatMap(illnessOf)
  // Streams need a majority, and so do nodes: one full disk must not keep them from starting.
  if (ill.length * 2 >= servers) faults.push(...ill)
  if (ill.length < Math.max(1, told.length)) (accounts.mayPass ? absences : faults).push(...accounts.faults)
  if (told.length === 0)
    (info?.jetstream ? absences : faults).push(
      info?.jetstream
        ? `The NATS servers do not tell their settings: let the account of the nodes import ${SETTINGS_SUBJECT} from the system account, as in the configuration that balcao fleet init prints`
        : streamsOff(name),
    )
  if (settings.servers.length < servers)
    faults.push(`BALCAO_FLEET names ${settings.servers.length} of ${servers} NATS servers: name all of them`)
  if (servers === 2 && settings.servers.length > 2)
    absences.push(`BALCAO_FLEET names ${settings.servers.length} NATS servers, and 2 of them have found each other`)
  else if (servers === 2)
    faults.push('Two NATS servers are no cluster that survives the loss of one: use one, or three')
  faults.push(...(await permissionFaults(connection)))
  if (faults.length > 0) throw new FleetRefused([...new Set([...faults, ...absences])])
  if (absences.length > 0) throw new ServersNotReady(absences)
  return { servers, ill }
}

const streamsOff = (name: string) =>
  `JetStream is off on the NATS server ${name}: its disk is or was full, or its configuration lacks jetstream { … }. Make room there and restart it`

/** Reasons to count a server as one that does not answer; the others go on. */
function illnessOf({ server: { name }, data }: ServerFacts): string[] {
  if (data?.disabled) return [streamsOff(name)]
  const most = data?.config?.max_storage ?? 0
  const used = data?.storage ?? 0
  return most > 0 && used > most * FULL
    ? [`The NATS server ${name} is full: ${megabytes(used)} of ${megabytes(most)} MB (max_file_store)`]
    : []
}

function serverFaults({ server: { name, ver, time }, data }: ServerFacts, now: number): string[] {
  const faults = versionFaults(name, ver)
  if (!data?.disabled && data?.config?.sync_always !== true)
    faults.push(
      `The NATS server ${name} acknowledges messages before they are on its disk: set sync_interval: always in its jetstream { … }`,
    )
  const difference = Math.abs(Date.parse(time) - now)
  if (difference > CLOCK_MS)
    faults.push(
      `The clocks of this machine and of the NATS server ${name} differ by ${Math.round(difference / 1000)} s`,
    )
  return faults
}

const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024)

/** Throws `FleetRefused` unless the servers store a megabyte. A disk that is full shows in no other way. */
export async function requireRoom(connection: Connection, node: string): Promise<void> {
  const { put, remove } = objectStore(connection, { chunkMs: PROBE_MS })
  const name = `probe/${node}`
  try {
    await put(name, megabyte())
    await remove(name)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new ServersNotReady(
      [`The NATS servers do not store a megabyte (${why}): perhaps their disks are full`],
      error,
    )
  }
}

async function* megabyte() {
  yield new Uint8Array(1024 * 1024)
}

/** The answers of all servers that answer: as many as the cluster has, or those of the first seconds. */
export function askServers({ nc }: Connection): Promise<ServerFacts[]> {
  return new Promise((resolve) => {
    const told: ServerFacts[] = []
    const end = () => {
      clearTimeout(timer)
      subscription.unsubscribe()
      resolve(told)
    }
    let timer = setTimeout(end, ANSWER_MS)
    const inbox = `_INBOX.${nuid.next()}`
    const take = (error: Error | null, message: Msg) => {
      if (error || message.data.length === 0) return end()
      const facts = message.json<ServerFacts>()
      told.push(facts)
      clearTimeout(timer)
      if (told.length >= sizeOf(told)) end()
      else timer = setTimeout(end, NEXT_ANSWER_MS)
    }
    const subscription = nc.subscribe(inbox, { callback: take })
    nc.publish(SETTINGS_SUBJECT, JSON.stringify({ config: true }), { reply: inbox })
  })
}

/** As those of its servers say that take part: one whose JetStream is off knows of no others. */
const sizeOf = (told: readonly ServerFacts[]): number =>
  told.reduce((most, { data }) => Math.max(most, data?.meta_cluster?.cluster_size ?? (data?.disabled ? 0 : 1)), 0) ||
  Number.POSITIVE_INFINITY

type AccountFaults = { readonly faults: readonly string[]; readonly mayPass: boolean }

async function accountFaults({ jsm }: Connection): Promise<AccountFaults> {
  try {
    const { limits, storage } = await jsm.getAccountInfo()
    const faults: string[] = []
    if (limits.max_streams >= 0 && limits.max_streams < LARGEST_NUMBER_OF_STREAMS)
      faults.push(
        `The NATS account may have ${limits.max_streams} streams, and ${LARGEST_NUMBER_OF_STREAMS} are needed`,
      )
    if (limits.max_storage >= 0 && storage > limits.max_storage * FULL)
      faults.push(`The NATS account is full: ${megabytes(storage)} of ${megabytes(limits.max_storage)} MB`)
    return { faults, mayPass: false }
  } catch (error) {
    if (isOfServers(error)) return { faults: [serversFail(error)], mayPass: true }
    if (error instanceof JetStreamApiError || (error instanceof Error && error.name === 'JetStreamNotEnabled'))
      return { faults: [`JetStream is not enabled for the account of this node (${error.message})`], mayPass: false }
    return { faults: [NO_ANSWER], mayPass: true }
  }
}

export const NO_ANSWER = 'JetStream does not answer: perhaps most of the NATS servers are down'

/** JetStream has no leader yet, or too few servers. */
export const isOfServers = (error: unknown): error is JetStreamApiError =>
  error instanceof JetStreamApiError && (error.status >= 500 || error.code === NO_PEERS)

export const serversFail = ({ message }: JetStreamApiError): string =>
  `JetStream is not ready: perhaps most of the NATS servers are down (${message})`

/** What the configuration must let a node do, tried on subjects that no stream has. */
async function permissionFaults({ nc }: Connection): Promise<string[]> {
  const faults: string[] = []
  const subscription = nc.subscribe(storedSubject('probe'), {
    callback: (error) => {
      if (error) faults.push(`The NATS user of this node may not subscribe to ${storedSubject('>')}`)
    },
  })
  try {
    await nc.request(`log.probe.${nuid.next()}`, '', { timeout: ANSWER_MS })
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error
    if (cause instanceof Error && cause.name === 'PermissionViolationError')
      faults.push('The NATS user of this node may not publish to log.>')
  }
  await nc.flush().catch(() => {})
  subscription.unsubscribe()
  return faults
}
