/** The fleet's servers, checked and ready. The only file of this folder that others import. */
import { errors } from '@nats-io/transport-node'
import type { Bucket } from '../bucket'
import type { CommitLog } from '../commit-log'
import { FleetRefused, ServersNotReady } from '../refused'
import type { FleetSettings } from '../settings'
import { type BucketName, openBucket } from './buckets'
import { isOfServers, NO_ANSWER, requireRoom, requireSafeServers, serversFail } from './checks'
import { type Connection, connect } from './connection'
import { jetStreamLog, type LogOptions } from './log'
import { removeAbandonedUploads } from './objects'
import { createStreams, type Fleet, findNodeTtl, findReplicas, requireStreams } from './streams'
import { type FleetSurvey, survey } from './survey'

export type FleetServers = {
  readonly log: CommitLog
  /** An entry of `nodes` expires so long after its last change. */
  readonly leaseTtlMs: number
  bucket<V>(name: BucketName): Bucket<V>
  /** What is wrong with the servers that answer now, in sentences for the operator. */
  listFaults(): Promise<readonly string[]>
  /** Deletes what uploads of killed processes left of a company in the object store. Returns how many there were. */
  removeAbandonedUploads(company: string): Promise<number>
  /** Calls `listener` with a server that is left because it reaches no majority of them. Returns what ends this. */
  onSilent(listener: (server: string) => void): () => void
  close(): Promise<void>
}

/**
 * Connects and checks servers and streams. Throws `FleetRefused` with sentences for the operator, in bounded time, and then
 * leaves nothing behind; `ServersNotReady` if it may pass.
 */
export async function openFleetServers(
  settings: FleetSettings,
  installation: string,
  now: () => number,
  options: LogOptions = {},
): Promise<FleetServers> {
  return checked(settings, async (connection) => {
    const { servers } = await requireSafeServers(connection, settings, now)
    const replicas = (await findReplicas(connection)) ?? (servers >= 3 ? 3 : 1)
    if (replicas === 1 && servers >= 3)
      throw new FleetRefused(['The streams are on one of the three NATS servers only: run balcao fleet init'])
    const nodeTtlMs = await findNodeTtl(connection)
    await requireStreams(connection, { installation, replicas, nodeTtlMs })
    await requireRoom(connection, settings.node)
    const log = jetStreamLog(connection, options)
    return {
      log,
      leaseTtlMs: nodeTtlMs,
      async listFaults() {
        try {
          const { ill } = await requireSafeServers(connection, settings, now)
          return ill
        } catch (error) {
          if (error instanceof FleetRefused) return error.reasons
          throw error
        }
      },
      removeAbandonedUploads: (company) => removeAbandonedUploads(connection, company, now()),
      bucket: <V>(name: BucketName) => openBucket<V>(connection, name),
      onSilent: connection.onSilent,
      async close() {
        await log.stop()
        await connection.close()
      },
    }
  })
}

/** Creates the streams of a new fleet; can be repeated, also to spread them over three servers. Throws as above. */
export async function createFleet(settings: FleetSettings, fleet: Fleet, now: () => number): Promise<void> {
  await checked(settings, async (connection) => {
    const { servers } = await requireSafeServers(connection, settings, now)
    if (fleet.replicas > servers)
      throw new FleetRefused([`${fleet.replicas} replicas need as many NATS servers, and there is ${servers}`])
    await createStreams(connection, fleet)
    await connection.close()
  })
}

export type { FleetSurvey }

/** How servers and streams are, whether or not a node would start with them. Throws `FleetRefused` if none answers. */
export const surveyServers = (settings: FleetSettings, now: () => number): Promise<FleetSurvey> =>
  checked(settings, async (connection) => {
    const found = await survey(connection, now())
    await connection.close()
    return found
  })

/** Buckets without any check, to look at a fleet that is not well. Throws as above. */
export async function openBuckets(settings: FleetSettings) {
  const connection = await connect(settings)
  return { bucket: <V>(name: BucketName) => openBucket<V>(connection, name), close: () => connection.close() }
}

async function checked<T>(settings: FleetSettings, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await connect(settings)
  try {
    return await work(connection)
  } catch (error) {
    await connection.close()
    if (error instanceof FleetRefused) throw error
    if (error instanceof errors.TimeoutError || error instanceof errors.RequestError)
      throw new ServersNotReady([NO_ANSWER], error)
    if (isOfServers(error)) throw new ServersNotReady([serversFail(error)], error)
    throw error
  }
}
