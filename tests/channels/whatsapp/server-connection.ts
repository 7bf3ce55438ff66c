/** The server's side of a connection, controlled by a test. */
import type { Socket } from 'bun'
import type { Simulator } from '../../../src/simulator/simulator'
import type { Connection } from '../../../src/simulator/wire/connection'
import { node } from '../../../src/simulator/wire/nodes'

/**
 * The connection of a phone's linked client, or without a phone of an unlinked one. Found by its next stanza, so keep
 * `keepAlive` short.
 */
export function openConnectionOf(simulator: Pick<Simulator, 'intercept'>, phone: string | null): Promise<Connection> {
  return new Promise((resolve) => {
    const stop = simulator.intercept((connection) => {
      if ((connection.account?.phone ?? null) === phone) {
        stop()
        resolve(connection)
      }
      return undefined
    })
  })
}

/** As after an advertisement: WhatsApp announces a message whose content only the phone has. `type`: the reason. */
export function emptyNextMessage(connection: Connection, type?: string) {
  const send = connection.send.bind(connection)
  connection.send = (stanza) => {
    const isMessage = stanza.tag === 'message' && stanza.attrs.category !== 'peer'
    if (!isMessage) return send(stanza)
    connection.send = send
    const empty = { ...stanza, content: [node('unavailable', { type })] }
    connection.link?.pending.set(`message:${stanza.attrs.id}`, { stanza: empty, acksToIgnore: 0 })
    send(empty)
  }
}

/** A proxy to WhatsApp that can fail like a network: its traffic is lost, and neither end is notified. */
export async function openStretch(simulatorUrl: string) {
  const { hostname, port, pathname } = new URL(simulatorUrl)
  type Half = Socket<{ other: Promise<Half>; isFrozen: boolean }>
  const halves = new Set<Half>()
  const passOn = {
    open: (half: Half) => void halves.add(half),
    data: (half: Half, bytes: Buffer) =>
      void (half.data.isFrozen || half.data.other.then((other) => other.write(Uint8Array.from(bytes)))),
    close: (half: Half) => void (half.data.isFrozen || half.data.other.then((other) => other.end())),
  }
  const server = Bun.listen<Half['data']>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      ...passOn,
      open(near) {
        const far = Bun.connect<Half['data']>({
          hostname,
          port: Number(port),
          data: { other: Promise.resolve(near), isFrozen: false },
          socket: passOn,
        })
        near.data = { other: far, isFrozen: false }
        passOn.open(near)
      },
    },
  })
  return {
    url: `ws://127.0.0.1:${server.port}${pathname}`,
    /** Kills current connections; new ones work. */
    freeze() {
      for (const half of halves) half.data.isFrozen = true
    },
    close: () => server.stop(true),
  }
}
