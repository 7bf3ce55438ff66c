/** The configuration of a fleet's NATS servers. */
import { INIT_USER, NODE_USER } from './authority'
import { addressOf, clusterPortOf, type FleetPlan, monitorAddressOf, type ServerPlan } from './plan'

/** What a node may do: it reads, writes and purges, but creates and deletes no streams. */
const PUBLISHES = [
  'log.>',
  '$KV.>',
  '$O.>',
  '$SYS.REQ.SERVER.PING.JSZ',
  '$JS.API.INFO',
  '$JS.API.STREAM.INFO.*',
  '$JS.API.STREAM.PURGE.*',
  '$JS.API.STREAM.MSG.GET.*',
  '$JS.API.DIRECT.GET.>',
]
const SUBSCRIBES = ['_INBOX.>', 'stored.>']

const quoted = (words: readonly string[]) => words.map((word) => JSON.stringify(word)).join(', ')

export type NatsFolders = {
  /** Where `nats.conf` and the certificates stand on the machine. */
  readonly configuration: string
  readonly store: string
}

export function natsConfiguration(plan: FleetPlan, server: ServerPlan, { configuration, store }: NatsFolders): string {
  const tls = `cert_file: "${configuration}/server.pem", key_file: "${configuration}/server.key", ca_file: "${configuration}/ca.pem"`
  const others = plan.servers.filter(({ name }) => name !== server.name)
  const routes = others.map((other) => `nats-route://${addressOf({ ...other, port: clusterPortOf(other) })}`)
  const cluster = `
cluster {
  name: balcao
  listen: "${addressOf({ ...server, port: clusterPortOf(server) })}"
  routes: [ ${quoted(routes)} ]
  tls { ${tls}, verify: true }
}`
  return `# Server ${server.name} of the fleet, made by balcao fleet init.
server_name: ${server.name}
listen: "${addressOf(server)}"
http: "${monitorAddressOf(server)}"
max_payload: 4MB
# sync_interval: always keeps what was acknowledged when the power fails everywhere. Without it no node starts.
jetstream { store_dir: "${store}", max_file_store: ${plan.room}GB, sync_interval: always }
tls { ${tls}, verify_and_map: true }${plan.servers.length > 1 ? cluster : ''}
accounts {
  # Nodes may ask the servers one thing about themselves: whether they keep what they acknowledge.
  SYS { exports: [ { service: "$SYS.REQ.SERVER.PING.JSZ", response: stream } ] }
  BALCAO {
    jetstream: enabled
    users: [
      { user: "CN=${NODE_USER}", permissions: {
        publish: [ ${quoted(PUBLISHES)} ]
        subscribe: [ ${quoted(SUBSCRIBES)} ]
      } }
      { user: "CN=${INIT_USER}" }
    ]
    imports: [ { service: { account: SYS, subject: "$SYS.REQ.SERVER.PING.JSZ" } } ]
  }
}
system_account: SYS
`
}
