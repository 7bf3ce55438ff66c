/** How the fleet's servers and streams are, for its doctor. */
import { askServers } from './checks'
import type { Connection } from './connection'
import { bucketNames, OBJECTS_STREAM, streamNames } from './names'

export type ServerState = {
  readonly name: string
  readonly version: string
  /** Acknowledges only what is on its disk. */
  readonly keepsAll: boolean
  /** Bytes. `room` is 0 if nothing limits it. */
  readonly used: number
  readonly room: number
  /** How far its clock is ahead of this machine's. */
  readonly aheadMs: number
}
export type StreamState = {
  readonly name: string
  /** Null while its replicas elect one. */
  readonly leader: string | null
  readonly replicas: number
  /** Servers whose replica is not what the leader has. */
  readonly behind: readonly string[]
}
export type FleetSurvey = {
  readonly servers: readonly ServerState[]
  readonly streams: readonly StreamState[]
}

export async function survey(connection: Connection, now: number): Promise<FleetSurvey> {
  const told = await askServers(connection)
  const names = [...streamNames, ...Object.values(bucketNames).map((name) => `KV_${name}`), OBJECTS_STREAM]
  const streams = await Promise.all(names.map((name) => settledStateOf(connection, name)))
  return {
    servers: told
      .map(({ server: { name, ver, time }, data }) => ({
        name,
        version: ver,
        keepsAll: data?.config?.sync_always === true && data.disabled !== true,
        used: data?.storage ?? 0,
        room: data?.config?.max_storage ?? 0,
        aheadMs: Date.parse(time) - now,
      }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    streams: streams.flatMap((state) => state ?? []),
  }
}

/** A replica that is written to is behind for moments. */
const TRIES = 4
const PAUSE_MS = 500

async function settledStateOf(connection: Connection, name: string): Promise<StreamState | undefined> {
  for (let tries = 1; ; tries++) {
    const state = await stateOf(connection, name)
    if (!state || state.behind.length === 0 || tries === TRIES) return state
    await Bun.sleep(PAUSE_MS)
  }
}

/** Undefined if the stream is missing or nobody answers for it. */
async function stateOf({ jsm }: Connection, name: string): Promise<StreamState | undefined> {
  try {
    const { config, cluster } = await jsm.streams.info(name)
    return {
      name,
      leader: cluster?.leader ?? null,
      replicas: config.num_replicas,
      behind: (cluster?.replicas ?? []).flatMap((one) => (one.current && !one.offline ? [] : [one.name])),
    }
  } catch {
    return undefined
  }
}
