/** Which machines a fleet has, and what runs on each. */
import { isIP } from 'node:net'
import * as v from 'valibot'
import { isNodeName } from '../forwarding/identity'

export type ServerPlan = {
  readonly name: string
  readonly host: string
  /** For nodes. Servers speak with one another 2000 above it, and tell how they are 4000 above it, on loopback. */
  readonly port: number
}
export type NodePlan = {
  readonly name: string
  readonly host: string
  readonly port: number
  /** Its data folder, if it is not the usual one. */
  readonly data?: string | undefined
}
export type FleetPlan = {
  readonly servers: readonly ServerPlan[]
  /** The first one has the installation's data. */
  readonly nodes: readonly NodePlan[]
  /** Gigabytes that each server may store. */
  readonly room: number
}

export const SERVER_PORT = 4222
export const NODE_PORT = 8443
export const USUAL_ROOM = 200
export const clusterPortOf = ({ port }: ServerPlan): number => port + 2000
const monitorPortOf = ({ port }: ServerPlan): number => port + 4000
/** Of the machine alone. */
export const monitorAddressOf = (server: ServerPlan): string =>
  addressOf({ host: isLocal(server) ? server.host : '127.0.0.1', port: monitorPortOf(server) })
const LAST_PORT = 65_535

const HOST = /^(?=.{1,253}$)[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/
export const isHost = (text: string): boolean => isIP(text) !== 0 || (HOST.test(text) && !/^[\d.]+$/.test(text))

/** As it stands in a URL. */
export const hostInAddress = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host)
export const addressOf = ({ host, port }: { readonly host: string; readonly port: number }): string =>
  `${hostInAddress(host)}:${port}`

/** Such as `a=10.1.0.1` or `node-1=[fd00::1]:8443`; a sentence if it is not. */
export function readMember(words: string, usualPort: number): NodePlan | string {
  const [, name, bracketed, plain, port] =
    /^([^=]*)=(?:\[([^\]]*)\]|([^:[\]]*))(?::(\d{1,5}))?$/.exec(words.trim()) ?? []
  const host = bracketed ?? plain ?? ''
  if (name === undefined || !isHost(host)) return `"${words}" must be a name and an address, such as ${EXAMPLE}`
  if (!isNodeName(name))
    return `"${name}" in "${words}" must be 1 to 40 small letters, digits and hyphens, with a letter or digit at both ends`
  const number = port === undefined ? usualPort : Number(port)
  if (number < 1 || number > LAST_PORT) return `"${words}" names port ${number}; ports are 1 to ${LAST_PORT}`
  return { name, host: host.toLowerCase(), port: number }
}
const EXAMPLE = 'a=10.1.0.1'

/** Everything that is wrong with a plan, in sentences. */
export function planFaults({ servers, nodes, room }: FleetPlan): string[] {
  const faults: string[] = []
  if (servers.length !== 3 && servers.length !== 1)
    faults.push(
      `A fleet has three servers (or one, which loses the newest messages with its disk); ${servers.length} are named`,
    )
  if (nodes.length === 0) faults.push('A fleet needs at least one node')
  faults.push(
    ...doubled(
      'server',
      servers.map(({ name }) => name),
    ),
  )
  faults.push(
    ...doubled(
      'node',
      nodes.map(({ name }) => name),
    ),
  )
  for (const server of servers)
    if (monitorPortOf(server) > LAST_PORT)
      faults.push(
        `Server ${server.name} takes port ${server.port} and two above it: choose one below ${LAST_PORT - 4000}`,
      )
  const taken = [
    ...servers.flatMap((server) => [addressOf(server), addressOf({ ...server, port: clusterPortOf(server) })]),
    ...nodes.map(addressOf),
  ]
  faults.push(...doubled('address', taken))
  for (const server of servers)
    for (const other of [...servers, ...nodes])
      if (other.host === server.host && other.port === monitorPortOf(server))
        faults.push(
          `Server ${server.name} tells how it is on port ${other.port} of ${server.host}, 4000 above its own, so ${other.name} needs another port`,
        )
  if (
    servers.length === 3 &&
    nodes.length > 0 &&
    new Set(servers.map(({ host }) => host)).size < 3 &&
    !servers.every(isLocal)
  )
    faults.push('Three servers belong on three machines: each must have an address of its own')
  if ([...servers, ...nodes].some(isLocal) && ![...servers, ...nodes].every(isLocal))
    faults.push('127.0.0.1 and localhost are other machines for others: name addresses that all of them reach')
  if (!Number.isInteger(room) || room < 1) faults.push('The room of a server is a whole number of gigabytes')
  return faults
}

const isLocal = ({ host }: { readonly host: string }) => host === 'localhost' || host === '::1' || /^127\./.test(host)

const doubled = (what: string, words: readonly string[]): string[] =>
  [...new Set(words.filter((word, at) => words.indexOf(word) !== at))].map(
    (word) => `The ${what} ${word} is named twice`,
  )

export type MachinePlan = {
  readonly host: string
  /** The name of its folder. */
  readonly folder: string
  readonly server: ServerPlan | undefined
  readonly nodes: readonly NodePlan[]
}

export function listMachines({ servers, nodes }: FleetPlan): MachinePlan[] {
  const hosts = [...new Set([...servers, ...nodes].map(({ host }) => host))]
  // Servers of one machine, as in a trial on loopback, get a folder each.
  return hosts.flatMap((host) => {
    const here = nodes.filter((node) => node.host === host)
    const its = servers.filter((server) => server.host === host)
    const one = (server: ServerPlan | undefined, its: readonly NodePlan[], suffix = ''): MachinePlan => ({
      host,
      folder: `machine-${host.replaceAll(':', '-')}${suffix}`,
      server,
      nodes: its,
    })
    if (its.length < 2) return [one(its[0], here)]
    return its.map((server, at) => one(server, at === 0 ? here : [], `-${server.name}`))
  })
}

/** As in BALCAO_FLEET. */
export const urlsOf = ({ servers }: Pick<FleetPlan, 'servers'>): string =>
  servers.map((server) => `nats://${addressOf(server)}`).join(',')

const member = { name: v.string(), host: v.string(), port: v.number() }
export const StoredPlan = v.object({
  servers: v.array(v.object(member)),
  nodes: v.array(v.object({ ...member, data: v.optional(v.string()) })),
  room: v.number(),
  /** The installation, as its streams name it. */
  installation: v.string(),
})
