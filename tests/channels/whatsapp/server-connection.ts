/** WhatsApp's end of a line, in a test's hand. */
import type { Socket } from 'bun'
import type { Simulator } from '../../../src/simulator/simulator'
import type { Connection } from '../../../src/simulator/wire/connection'
import { node } from '../../../src/simulator/wire/nodes'

/** A phone's linked client, or, of no phone, one that is not yet linked; found by what it says next: keep `keepAlive` short. */
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

/** As what follows an advertisement: WhatsApp knows that a message is there, and only the phone what it says. `type` is why. */
export function emptyNextMessage(connection: Connection, type?: string) {
  const send = connection.send.bind(connection)
  connection.send = (stanza) => {
    const isMessage = stanza.tag === 'message' && stanza.attrs.category !== 'peer'
    if (!isMessage) return send(stanza)
    connection.send = send
    const empty = { ...stanza, content: [node('unavailable', { type })] }
    connection.link?.pending.set(`message:${stanza.attrs.id}`, { stanza: empty, nacksToIgnore: 0 })
    send(empty)
  }
}

/** A stretch of the line to WhatsApp that can die as networks do: what goes over it is lost, and neither end is told. */
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
    /** What is connected now is dead; whoever connects anew gets through. */
    freeze() {
      for (const half of halves) half.data.isFrozen = true
    },
    close: () => server.stop(true),
  }
}
