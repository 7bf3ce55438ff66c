/** One websocket of a real client, from the handshake to the end. */
import { decodeBinaryNode, encodeBinaryNode, type proto } from '@whiskeysockets/baileys'
import type { ServerWebSocket } from 'bun'
import type { Account, Link } from '../account'
import type { Certificate } from './certificate'
import { keyPairFrom } from './keys'
import { type BinaryNode, node } from './nodes'
import { FrameReader, NoiseServer } from './noise'
import { Pace } from './pace'
import type { Random } from './random'

export type Socket = ServerWebSocket<{ connection: Connection | null }>

export type ConnectionEvents = {
  introduced(connection: Connection, payload: proto.ClientPayload): void
  received(connection: Connection, stanza: BinaryNode): Promise<void> | void
  sent(connection: Connection, stanza: BinaryNode): void
  failed(connection: Connection, error: unknown): void
  /** Bandwidth in bytes per second; undefined: unlimited. */
  rate(connection: Connection): number | undefined
}

export class Connection {
  /** The connection's account and device: set by scanning before login, or at login. */
  account: Account | null = null
  link: Link | null = null
  pairing: proto.ClientPayload.IDevicePairingRegistrationData | null = null
  noiseKey: Buffer = Buffer.alloc(0)
  /** The client has received what it missed and is ready. */
  isActive = false
  /** The client is available: its account is online, and it receives the presence it subscribed to. */
  isAvailable = false
  /** Phone numbers whose presence it subscribed to. */
  subscribed = new Set<string>()
  isOpen = true
  /** A silent server: ignores everything and sends nothing. */
  isMuted = false
  /** Half open: all traffic is lost, unnoticed by both sides. */
  isLost = false
  /** Routing hint sent by the client. */
  routing: Buffer | undefined
  /** Times of its stanzas within the last second. */
  asked: number[] = []
  /** Missed stanzas that are being sent. New ones queue behind them to keep the order. */
  draining = new Set<string>()
  /** Number of stanzas that the client has settled. */
  settled = 0
  #closing = Promise.withResolvers<undefined>()
  #socket: Socket
  #events: ConnectionEvents
  #reader = new FrameReader()
  #noise: NoiseServer
  #step: 'hello' | 'finish' | 'open' = 'hello'
  /** Decoding is asynchronous; this keeps the stanzas in order. */
  #turn: Promise<void> = Promise.resolve()
  #in: Pace
  #out: Pace

  constructor(socket: Socket, { certificate, random, events, later }: Surroundings) {
    this.#socket = socket
    this.#events = events
    this.#noise = new NoiseServer(certificate, keyPairFrom(random.bytes(32)))
    const rate = () => events.rate(this)
    this.#in = new Pace(rate, later)
    this.#out = new Pace(rate, later)
  }

  receive(bytes: Uint8Array) {
    this.#in.carry({ length: bytes.length, arrive: () => this.#arrive(bytes) })
  }

  #arrive(bytes: Uint8Array) {
    if (this.isMuted || this.isLost) return
    try {
      for (const frame of this.#reader.push(bytes)) this.#take(frame)
    } catch (error) {
      this.#events.failed(this, error)
      this.drop()
    }
  }

  send(stanza: BinaryNode) {
    if (!this.isOpen || this.isMuted) return
    this.#events.sent(this, stanza)
    this.sendBytes(encodeBinaryNode(stanza))
  }

  /** Sends arbitrary bytes: clients must survive those too. */
  sendBytes(bytes: Uint8Array) {
    const frame = this.#noise.seal(bytes)
    this.#out.carry({ length: frame.length, arrive: () => !this.isLost && this.#socket.sendBinary(frame) })
  }

  /** Closes the stream as the server does. */
  end(...last: BinaryNode[]) {
    for (const stanza of last) this.send(stanza)
    this.isOpen = false
    this.#out.carry({ length: 0, arrive: () => this.#socket.close() })
  }

  /** Cuts the connection. */
  drop() {
    this.isOpen = false
    this.#socket.terminate()
  }

  /** Called when the socket has closed. */
  closed() {
    this.isOpen = false
    this.#closing.resolve(undefined)
  }

  get whenClosed(): Promise<undefined> {
    return this.#closing.promise
  }

  #take(frame: Buffer) {
    if (this.#step === 'hello') {
      this.#socket.sendBinary(this.#noise.seal(this.#noise.hello(frame)))
      this.#step = 'finish'
    } else if (this.#step === 'finish') {
      const { noiseKey, payload } = this.#noise.finish(frame)
      this.noiseKey = noiseKey
      this.routing = this.#reader.routing
      this.#step = 'open'
      this.#events.introduced(this, payload)
    } else {
      const plaintext = this.#noise.open(frame)
      this.#turn = this.#turn.then(() => this.#hear(plaintext))
    }
  }

  async #hear(plaintext: Buffer) {
    try {
      const stanza = await decodeBinaryNode(plaintext)
      if (this.isOpen) await this.#events.received(this, stanza)
    } catch (error) {
      this.#events.failed(this, error)
    }
  }
}

type Surroundings = {
  certificate: Certificate
  random: Random
  events: ConnectionEvents
  later(milliseconds: number, task: () => void): void
}

export const streamError = (code: number): BinaryNode => node('stream:error', { code })

export const streamConflict = (type: 'replaced' | 'device_removed'): BinaryNode =>
  node('stream:error', type === 'device_removed' ? { code: 401 } : {}, [node('conflict', { type })])
