/** The settings of a node in a fleet. Without BALCAO_FLEET there is no fleet, and the others must not be set. */
import * as v from 'valibot'
import { within } from '../platform/networks'

const path = v.optional(v.pipe(v.string(), v.regex(/^\//, 'must be an absolute path')))
const SERVER = /^(?:nats|tls):\/\/(?:\[[0-9a-f:.]+\]|[A-Za-z0-9.-]+)(?::\d{1,5})?$/i
const HOST_AND_PORT = /^(?:\[[0-9a-f:.]+\]|[A-Za-z0-9.-]+):\d{1,5}$/i

const Settings = v.object({
  BALCAO_FLEET: v.pipe(
    v.string(),
    v.transform((words) => words.split(',').map((word) => word.trim())),
    v.check(
      (servers) => servers.every((server) => SERVER.test(server)),
      'must be addresses of NATS servers such as nats://10.1.0.1:4222,nats://10.1.0.2:4222, without users and passwords',
    ),
  ),
  /** A NATS credentials file, or one line with user:password. */
  BALCAO_FLEET_CREDENTIALS: path,
  BALCAO_FLEET_CA: path,
  BALCAO_FLEET_CERT: path,
  BALCAO_FLEET_KEY: path,
  BALCAO_FLEET_NODE: v.optional(
    v.pipe(
      v.string(),
      v.nonEmpty('is missing: it names this node, such as node-1'),
      v.regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,62}$/, 'must be 1 to 63 letters, digits and hyphens'),
    ),
    '',
  ),
  BALCAO_FLEET_ADDRESS: v.optional(
    v.pipe(
      v.string(),
      v.nonEmpty('is missing: it is where other nodes reach this one, such as 10.1.0.11:8443'),
      v.regex(HOST_AND_PORT, 'must be a host and a port such as 10.1.0.11:8443'),
    ),
    '',
  ),
})

export type FleetSettings = {
  /** Such as `nats://10.1.0.1:4222`. */
  readonly servers: readonly string[]
  readonly node: string
  /** Where other nodes reach this one: `host:port`. */
  readonly address: string
  /** Paths of files. */
  readonly credentials?: string
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
}

export const fleetSettingNames = Object.keys(Settings.entries)
const PREFIX = 'BALCAO_FLEET'

/** `settings` is undefined without BALCAO_FLEET, and when there are faults. */
export function readFleetSettings(source: Readonly<Record<string, string | undefined>>): {
  readonly settings?: FleetSettings
  readonly faults: readonly string[]
} {
  const given = Object.fromEntries(fleetSettingNames.flatMap((name) => (source[name] ? [[name, source[name]]] : [])))
  if (given.BALCAO_FLEET === undefined)
    return { faults: Object.keys(given).map((name) => `${name} needs BALCAO_FLEET, the addresses of the NATS servers`) }
  const parsed = v.safeParse(Settings, given, { abortPipeEarly: true })
  const faults = parsed.success ? [] : parsed.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)
  for (const name of Object.keys(source))
    if (name.startsWith(PREFIX) && !fleetSettingNames.includes(name))
      faults.push(`${name} is not a setting of a fleet. There are ${fleetSettingNames.join(', ')}`)
  faults.push(...pairFaults(given))
  return parsed.success && faults.length === 0 ? { settings: toSettings(parsed.output), faults } : { faults }
}

function pairFaults(given: Readonly<Record<string, string | undefined>>): string[] {
  const faults: string[] = []
  if (Boolean(given.BALCAO_FLEET_CERT) !== Boolean(given.BALCAO_FLEET_KEY))
    faults.push('BALCAO_FLEET_CERT and BALCAO_FLEET_KEY go together: give both or none')
  if (given.BALCAO_FLEET_CERT && !given.BALCAO_FLEET_CA)
    faults.push('BALCAO_FLEET_CERT needs BALCAO_FLEET_CA, the authority of the servers’ certificates')
  if (!given.BALCAO_FLEET_CA && !given.BALCAO_FLEET?.split(',').every((server) => isOnThisMachine(server.trim())))
    faults.push('BALCAO_FLEET_CA is missing: messages of customers go to servers on other machines only through TLS')
  return faults
}

const isLoopback = within(['127.0.0.0/8', '::1'])

function isOnThisMachine(server: string): boolean {
  if (!URL.canParse(server)) return true // another fault
  const host = new URL(server).hostname.replace(/^\[(.*)\]$/, '$1')
  return host === 'localhost' || isLoopback(host)
}

function toSettings(settings: v.InferOutput<typeof Settings>): FleetSettings {
  const { BALCAO_FLEET_CREDENTIALS: credentials, BALCAO_FLEET_CA: ca } = settings
  const { BALCAO_FLEET_CERT: cert, BALCAO_FLEET_KEY: key } = settings
  return {
    servers: settings.BALCAO_FLEET,
    node: settings.BALCAO_FLEET_NODE,
    address: settings.BALCAO_FLEET_ADDRESS,
    ...(credentials !== undefined && { credentials }),
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && key !== undefined && { cert, key }),
  }
}
