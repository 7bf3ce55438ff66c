/** One port for everything: the protocol's websocket, the media server, the control handler. */
import type { Server } from 'bun'
import { findFault } from './faults/faults'
import { HOOK_PATH } from './hooks/receiver'
import { introduce } from './linking/login'
import { forgetRefs } from './linking/pairing'
import { serveMedia } from './media/server'
import { setAvailable } from './presence'
import { sessionKeyOf, takeStanza } from './stanzas'
import { Connection, type ConnectionEvents, type Socket } from './wire/connection'
import { logEvent, type World } from './world'

export type Listener = Server<{ connection: Connection | null }>
type Options = {
  port: number
  hostname: string
  /** Null: no control over this port. */
  control: ((request: Request) => Promise<Response>) | null
}

const MEGABYTE = 1024 * 1024

/** Listens on the requested port, or on another if that one is taken. */
export function listenSomewhere(world: World, options: Options): Listener {
  try {
    return listen(world, options)
  } catch (error) {
    if (options.port === 0) throw error
    world.log(`port ${options.port} is taken: ${error}`)
    return listen(world, { ...options, port: 0 })
  }
}

function listen(world: World, { port, hostname, control }: Options): Listener {
  return Bun.serve<{ connection: Connection | null }>({
    port,
    hostname,
    idleTimeout: 0,
    maxRequestBodySize: 512 * MEGABYTE,
    async fetch(request, server) {
      const { pathname } = new URL(request.url)
      if (pathname === '/ws/chat') return upgrade(world, request, server)
      if (pathname.startsWith('/mms/')) return serveMedia(world, request, pathname)
      // Browsers use the product, which authenticates them; this port accepts only programs of this machine.
      if (request.headers.has('origin')) return new Response('not for browsers', { status: 403 })
      if (pathname === HOOK_PATH && request.method === 'POST') return world.hooks.receive(request)
      if (control && pathname.startsWith('/control/')) return control(request)
      return new Response('not found', { status: 404 })
    },
    websocket: {
      idleTimeout: 0,
      maxPayloadLength: 64 * MEGABYTE,
      backpressureLimit: 512 * MEGABYTE,
      perMessageDeflate: false,
      open: (socket) => begin(world, socket),
      message: (socket, bytes) => socket.data.connection?.receive(Buffer.from(bytes)),
      close: (socket) => leave(world, socket.data.connection),
    },
  })
}

function upgrade(world: World, request: Request, server: Listener): Response | undefined {
  if (findFault(world, 'outage')) return new Response('out of service', { status: 503 })
  return server.upgrade(request, { data: { connection: null } })
    ? undefined
    : new Response('websocket only', { status: 400 })
}

function begin(world: World, socket: Socket) {
  const connection = new Connection(socket, { ...world, events: eventsOf(world) })
  connection.isMuted = findFault(world, 'handshakeSilent') !== undefined
  socket.data.connection = connection
  world.connections.add(connection)
}

function leave(world: World, connection: Connection | null) {
  if (!connection) return
  connection.closed()
  setAvailable(world, connection, false)
  world.connections.delete(connection)
  forgetRefs(world, connection)
  const { account, link } = connection
  if (!account || link?.connection !== connection) return
  link.connection = null
  link.lastSeenAt = world.now()
  logEvent(world, 'system', account.phone, 'device:disconnected')
}

const eventsOf = (world: World): ConnectionEvents => ({
  introduced: (connection, payload) => introduce(world, connection, payload),
  received: (connection, stanza) => takeStanza(world, connection, stanza),
  sent: (connection, stanza) =>
    world.trace.note({ at: world.now(), who: sessionKeyOf(connection), direction: 'out', stanza }),
  rate: ({ account }) => findFault(world, 'slowNetwork', account?.phone)?.value,
  failed: (connection, error) => world.log(`${sessionKeyOf(connection)}: ${error}`),
})
