/** Creates the streams of a fleet, and verifies those that exist. */
import {
  DiscardPolicy,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
  type StreamInfo,
} from '@nats-io/jetstream'
import { millis, nanos } from '@nats-io/transport-node'
import { LEASE_TTL_MS } from '../placement/lease'
import { FleetRefused } from '../refused'
import type { Connection } from './connection'
import {
  bucketNames,
  OBJECTS,
  OBJECTS_STREAM,
  STREAMS,
  storedSubject,
  storedSubjectsOf,
  streamNames,
  subjectsOf,
} from './names'
import { retried } from './retried'

/** In a stream's metadata: the installation that it belongs to. */
const INSTALLATION = 'balcao-installation'
/** Raised when messages or subjects change in a way that earlier programs cannot read. */
const FORMAT = 'balcao-format'

export type Fleet = {
  /** Identifies the installation whose streams these are. */
  readonly installation: string
  readonly replicas: 1 | 3
  /**
   * A node that has not renewed its entry for this long is gone; longer than the election of a stream's leader, unless the
   * streams are on one server. Nodes read it from the stream, so all have the same.
   */
  readonly nodeTtlMs?: number
}

/** How long the servers remember a message's id. An older second try is recognized by reading the log. */
const DUPLICATES_MS = 30_000
/** As long as a change of a key is tried. */
const KEY_DUPLICATES_MS = 10_000
/** Tests may make a fleet whose nodes are taken for dead sooner. */
const SHORTEST_NODE_TTL_MS = 1000
/** For how long the servers tell those who watch that an entry has expired. */
const MARKER_MS = 60_000
const LARGEST_MESSAGE = 1024 * 1024
const LARGEST_VALUE = 64 * 1024
const TRIES = 4
const PAUSE_MS = 250

type StreamPlan = Partial<StreamConfig> & { readonly name: string; readonly subjects: string[] }

const usual = {
  retention: RetentionPolicy.Limits,
  storage: StorageType.File,
  // A full stream refuses messages instead of dropping old ones.
  discard: DiscardPolicy.New,
  deny_delete: true,
  // Nothing is dropped for its age or number.
  max_age: 0,
  max_bytes: -1,
  max_msgs: -1,
  max_msgs_per_subject: -1,
} as const

function planStreams({ installation, replicas, nodeTtlMs = LEASE_TTL_MS }: Fleet): StreamPlan[] {
  const common = {
    ...usual,
    num_replicas: replicas,
    metadata: { [INSTALLATION]: installation, [FORMAT]: '1', 'balcao-streams': String(STREAMS) },
  }
  const logs = streamNames.map((name): StreamPlan => {
    const subjects = [subjectsOf(name)]
    return {
      ...common,
      name,
      subjects,
      allow_direct: true,
      duplicate_window: nanos(DUPLICATES_MS),
      max_msg_size: LARGEST_MESSAGE,
      republish: { src: subjectsOf(name), dest: storedSubjectsOf(name) },
    }
  })
  const keys = Object.entries(bucketNames).map(([bucket, name]): StreamPlan => {
    const expiring = bucket === 'nodes' && {
      max_age: nanos(nodeTtlMs),
      allow_msg_ttl: true,
      subject_delete_marker_ttl: nanos(MARKER_MS),
    }
    return {
      ...common,
      name: `KV_${name}`,
      subjects: [`$KV.${name}.>`],
      max_msgs_per_subject: 1,
      max_msg_size: LARGEST_VALUE,
      allow_rollup_hdrs: true,
      allow_direct: true,
      duplicate_window: nanos(Math.min(KEY_DUPLICATES_MS, nodeTtlMs)),
      republish: { src: `$KV.${name}.>`, dest: storedSubject(`KV.${name}.>`) },
      ...expiring,
    }
  })
  const files: StreamPlan = {
    ...common,
    name: OBJECTS_STREAM,
    subjects: [`$O.${OBJECTS}.C.>`, `$O.${OBJECTS}.M.>`],
    allow_rollup_hdrs: true,
    allow_direct: true,
    duplicate_window: nanos(DUPLICATES_MS),
  }
  return [...logs, ...keys, files]
}

/**
 * Creates what is missing; can be repeated. Throws `FleetRefused` before it creates anything if a stream of the same name
 * belongs to another installation or is not as this program makes it.
 */
export async function createStreams({ jsm }: Connection, fleet: Fleet): Promise<void> {
  const found = await findStreams(jsm, fleet)
  requireOwn(found, fleet.installation)
  const faults = found.flatMap(({ stream, info }) => (info ? faultsOf(info, stream) : []))
  if (faults.length > 0) throw new FleetRefused(faults)
  for (const { stream, info } of found) {
    try {
      if (!info) await retried(() => jsm.streams.add(stream))
      else if (info.config.num_replicas !== fleet.replicas)
        await retried(() => jsm.streams.update(stream.name, { num_replicas: fleet.replicas }))
    } catch (error) {
      if (!(error instanceof JetStreamApiError)) throw error
      throw new FleetRefused([`The NATS servers do not create the stream ${stream.name}: ${error.message}`], error)
    }
  }
  await requireStreams({ jsm }, fleet)
}

/**
 * Throws `FleetRefused` unless all streams exist, belong to this installation and are as this program makes them. A server
 * that has just come to lead the others may not know the newest changes for a moment.
 */
export async function requireStreams({ jsm }: Pick<Connection, 'jsm'>, fleet: Fleet): Promise<void> {
  let faults: readonly string[] = []
  for (let tries = 0; tries < TRIES; tries++) {
    if (tries > 0) await Bun.sleep(PAUSE_MS)
    faults = await listFaults(jsm, fleet)
    if (faults.length === 0) return
  }
  throw new FleetRefused(faults)
}

async function listFaults(jsm: Connection['jsm'], fleet: Fleet): Promise<string[]> {
  const found = await findStreams(jsm, fleet)
  requireOwn(found, fleet.installation)
  return found.flatMap(({ stream, info }) => {
    if (!info) return [`The stream ${stream.name} is missing: run balcao fleet init`]
    const { num_replicas: replicas } = info.config
    const few = replicas === fleet.replicas ? [] : [`${stream.name} has ${replicas} replicas, not ${fleet.replicas}`]
    return [...faultsOf(info, stream), ...few]
  })
}

type PlannedStream = { readonly stream: StreamPlan; readonly info: StreamInfo | undefined }

const findStreams = (jsm: Connection['jsm'], fleet: Fleet): Promise<PlannedStream[]> =>
  Promise.all(planStreams(fleet).map(async (stream) => ({ stream, info: await findStream(jsm, stream.name) })))

/** Throws `FleetRefused`: neither waiting nor another configuration helps. */
function requireOwn(found: readonly PlannedStream[], installation: string): void {
  for (const { stream, info } of found) {
    const owner = info?.config.metadata?.[INSTALLATION]
    if (owner === undefined || owner === installation) continue
    throw new FleetRefused([
      `The streams of these NATS servers, such as ${stream.name}, belong to another installation (${owner}, and secret.key is that of ${installation}): copy the fleet’s secret.key here, or give this installation servers of its own`,
    ])
  }
}

/** Of the streams that exist. */
export async function findReplicas({ jsm }: Connection): Promise<1 | 3 | undefined> {
  const [first = ''] = streamNames
  const info = await findStream(jsm, first)
  return info && (info.config.num_replicas === 1 ? 1 : 3)
}

/** As the fleet was made; the usual one if that makes no sense, so that `requireStreams` refuses the other. */
export async function findNodeTtl({ jsm }: Connection): Promise<number> {
  const info = await findStream(jsm, `KV_${bucketNames.nodes}`)
  const ttl = info ? millis(info.config.max_age) : LEASE_TTL_MS
  return ttl >= SHORTEST_NODE_TTL_MS && ttl <= LEASE_TTL_MS ? ttl : LEASE_TTL_MS
}

async function findStream(jsm: Connection['jsm'], name: string): Promise<StreamInfo | undefined> {
  try {
    return await retried(() => jsm.streams.info(name))
  } catch (error) {
    if (error instanceof JetStreamApiError && error.status === 404) return
    throw error
  }
}

/** What is not as wanted, apart from the replicas. */
function faultsOf({ config }: StreamInfo, wanted: StreamPlan): string[] {
  const { name } = wanted
  if (config.metadata?.[INSTALLATION] === undefined) return [`The stream ${name} was not made by Balcão`]
  const stored = new Map<string, unknown>(Object.entries(config))
  const different = Object.entries({ ...wanted, metadata: undefined, num_replicas: undefined }).filter(
    ([key, value]) => value !== undefined && !isSame(stored.get(key), value),
  )
  const faults = different.map(
    ([key, value]) => `The stream ${name} has ${key} ${show(stored.get(key))}, not ${show(value)}`,
  )
  for (const [key, value] of Object.entries(wanted.metadata ?? {}))
    if (config.metadata?.[key] !== value)
      faults.push(`The stream ${name} has ${key} ${config.metadata?.[key]}, not ${value}: another version made it`)
  if (config.persist_mode === 'async')
    faults.push(`The stream ${name} answers before it has stored (persist_mode async)`)
  return faults
}

/** The servers leave out what is false or empty. */
const isSame = (stored: unknown, wanted: unknown) => JSON.stringify(stored ?? false) === JSON.stringify(wanted ?? false)
const show = (value: unknown) => JSON.stringify(value) ?? 'nothing'
