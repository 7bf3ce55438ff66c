/** How NATS servers greet whoever connects, before credentials and TLS: it tells best why a connection will fail. */
import { createConnection } from 'node:net'
import { FleetRefused, ServersNotReady } from '../refused'
import type { FleetSettings } from '../settings'
import { versionFaults } from './versions'

const USUAL_PORT = 4222
const GREETING_MS = 3000
const LONGEST = 64 * 1024

type Greeting = {
  readonly server_name: string
  readonly version: string
  readonly tls_required?: boolean
  readonly tls_available?: boolean
  readonly tls_verify?: boolean
}

/** Throws `FleetRefused` if no server can be used with these settings. */
export async function requireGreeting(settings: FleetSettings): Promise<void> {
  const heard = await Promise.all(settings.servers.map((server) => greetingOf(server)))
  const greetings = heard.flatMap((each) => (typeof each === 'string' ? [] : [each]))
  if (greetings.length === 0)
    throw new ServersNotReady(heard.map((why, at) => `BALCAO_FLEET: ${settings.servers[at]} does not answer (${why})`))
  const faults = greetings.flatMap((greeting) => [
    ...versionFaults(greeting.server_name, greeting.version),
    ...tlsFaults(greeting, settings),
  ])
  if (faults.length > 0) throw new FleetRefused([...new Set(faults)])
}

function tlsFaults({ server_name: name, ...greeting }: Greeting, { ca, cert }: FleetSettings): string[] {
  const offersTls = greeting.tls_required || greeting.tls_available
  if (ca !== undefined && !offersTls) return [`BALCAO_FLEET_CA is set, but the NATS server ${name} does not offer TLS`]
  if (ca === undefined && greeting.tls_required)
    return [`The NATS server ${name} asks for TLS: set BALCAO_FLEET_CA, BALCAO_FLEET_CERT and BALCAO_FLEET_KEY`]
  if (cert === undefined && greeting.tls_verify)
    return [`The NATS server ${name} asks for a certificate: set BALCAO_FLEET_CERT and BALCAO_FLEET_KEY`]
  return []
}

/** The greeting, or why there is none. */
function greetingOf(server: string): Promise<Greeting | string> {
  const { hostname, port } = new URL(server.replace(/^(nats|tls):/, 'http:'))
  return new Promise((resolve) => {
    const socket = createConnection({
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: Number(port) || USUAL_PORT,
      timeout: GREETING_MS,
    })
    let text = ''
    const end = (answer: Greeting | string) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(answer)
    }
    const timer = setTimeout(end, GREETING_MS, 'no answer in time')
    socket.once('error', (error) => end(error.message))
    socket.once('close', () => end('the connection was closed'))
    socket.on('data', (part) => {
      text += part.toString()
      if (text.includes('\r\n') || text.length > LONGEST) end(readGreeting(text))
    })
  })
}

function readGreeting(text: string): Greeting | string {
  const [, json] = /^INFO (\{.*\})/.exec(text) ?? []
  if (json === undefined) return 'it is no NATS server'
  try {
    const greeting: Greeting = JSON.parse(json)
    return greeting
  } catch {
    return 'it is no NATS server'
  }
}
