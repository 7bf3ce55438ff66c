/**
 * Answers TLS-ALPN-01 challenges on the TLS port for the seconds of a validation. The runtime's HTTP server cannot choose a
 * certificate by ALPN, so this front reads the first message of each connection: validations are answered here, everybody
 * else's bytes are passed on unread to a listener of ours.
 */
import { connect as connectPlain, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { KeyPair } from '../operator/certificates/store'
import type { Log } from '../platform/log'

const PROTOCOL = 'acme-tls/1'
const HELLO_WITHIN = 5000
/** A TLS record at most. */
const LONGEST_HELLO = 16 * 1024 + 5

type Front = {
  readonly port: number
  readonly pair: KeyPair
  /** Where everybody else is served; null if nothing is served yet. */
  readonly behind: number | null
  readonly log: Log
}

export function openAlpnFront({ port, pair, behind, log }: Front): { stop(): void } {
  const validations = createTlsServer({ ...pair, ALPNProtocols: [PROTOCOL] }, (socket) => socket.end())
  validations.on('tlsClientError', (error) => log.debug({ err: error }, 'a validation has ended early'))
  const inner = new Promise<number>((resolve) => {
    validations.listen(0, '127.0.0.1', () => resolve((validations.address() as { port: number }).port))
  })
  const front = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.setTimeout(HELLO_WITHIN, () => socket.destroy())
    let hello = Buffer.alloc(0)
    const read = (chunk: Buffer) => {
      hello = Buffer.concat([hello, chunk])
      const offers = offersIn(hello)
      if (offers === undefined && hello.length < LONGEST_HELLO) return
      socket.off('data', read)
      socket.pause()
      if (offers?.includes(PROTOCOL)) void inner.then((to) => pass(socket, to, hello))
      else if (behind === null) socket.destroy()
      else pass(socket, behind, hello)
    }
    socket.on('data', read)
  })
  front.on('error', (error) => log.warn({ err: error, port }, 'the front for validations cannot be opened'))
  front.listen({ port, reusePort: true })
  return {
    stop() {
      front.close()
      validations.close()
    },
  }
}

function pass(socket: Socket, port: number, hello: Buffer): void {
  socket.setTimeout(0)
  const other = connectPlain(port, '127.0.0.1', () => {
    other.write(hello)
    socket.pipe(other)
    other.pipe(socket)
  })
  other.on('error', () => socket.destroy())
  other.on('close', () => socket.destroy())
  socket.on('close', () => other.destroy())
}

/** The protocols that a ClientHello offers; undefined while it is not complete. None if it is no ClientHello. */
export function offersIn(bytes: Buffer): string[] | undefined {
  if (bytes.length < 5) return undefined
  if (bytes[0] !== 22) return []
  const end = 5 + bytes.readUInt16BE(3)
  if (bytes.length < end) return undefined
  try {
    return protocolsIn(bytes.subarray(5, end))
  } catch {
    return []
  }
}

function protocolsIn(hello: Buffer): string[] {
  let at = 4 + 2 + 32 // kind and length, version, random
  at += 1 + hello.readUInt8(at) // session
  at += 2 + hello.readUInt16BE(at) // ciphers
  at += 1 + hello.readUInt8(at) // compression
  const end = at + 2 + hello.readUInt16BE(at)
  at += 2
  while (at + 4 <= end) {
    const [kind, length] = [hello.readUInt16BE(at), hello.readUInt16BE(at + 2)]
    at += 4
    if (kind === 16) return namesIn(hello.subarray(at + 2, at + length))
    at += length
  }
  return []
}

function namesIn(list: Buffer): string[] {
  const names: string[] = []
  for (let at = 0; at < list.length; ) {
    const length = list.readUInt8(at)
    names.push(list.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return names
}
