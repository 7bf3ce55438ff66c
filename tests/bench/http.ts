/** A load generator on raw keep-alive sockets, one request at a time each. Measures the latency of every answer. */
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { rounded, spread } from './statistics'

export type Load = {
  readonly requests: number
  readonly errors: number
  readonly rps: number
  readonly p50: number
  readonly p99: number
  readonly max: number
}

export type LoadOptions = {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  readonly isTls?: boolean
  /** The n-th request as sent over the wire. */
  request(n: number): string
}

export const get = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`

export function post(path: string, body: unknown, headers = ''): string {
  const text = JSON.stringify(body)
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}

/** Sends as fast as answers come. Latencies are in milliseconds; any status except 2xx and 304 is an error. */
export async function load({ port, connections, seconds, isTls = false, request }: LoadOptions): Promise<Load> {
  const latencies: number[] = []
  let errors = 0
  let n = 0
  const start = performance.now()
  const until = start + seconds * 1000
  const drive = () =>
    new Promise<void>((resolve, reject) => {
      let sent = 0
      const next = () => {
        sent = performance.now()
        if (sent <= until) return line.send(request(n++))
        line.end()
        resolve()
      }
      const line = openSocket(
        port,
        {
          ready: next,
          answered(status) {
            latencies.push(performance.now() - sent)
            if (!isWell(status)) errors++
            next()
          },
          lost: (why) => reject(new Error(`a connection was lost: ${why}`)),
        },
        isTls,
      )
    })
  const letSleep = stayAwake()
  await Promise.all(Array.from({ length: connections }, drive)).finally(letSleep)
  const took = (performance.now() - start) / 1000
  return { requests: latencies.length, errors, rps: rounded(latencies.length / took, 1), ...spread(latencies) }
}

/** The body of one answer. */
export const ask = (port: number, request: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const line = openSocket(port, {
      ready: () => line.send(request),
      answered(_status, body) {
        resolve(body.toString())
        line.end()
      },
      lost: (why) => reject(new Error(`a connection was lost: ${why}`)),
    })
  })

/**
 * Keeps this process from sleeping: on some hosts, waking it costs the server more than a hello, which browsers on other
 * machines would not. Returns a function that ends it.
 */
function stayAwake(): () => void {
  let isAwake = true
  const look = () => void (isAwake && setImmediate(look))
  look()
  return () => {
    isAwake = false
  }
}

export const isWell = (status: string): boolean => status.startsWith('2') || status === '304'

export type RequestSocket = { send(request: string): void; end(): void }
export type SocketEvents = {
  ready(): void
  /** Called with a complete answer. */
  answered(status: string, body: Buffer): void
  lost(why: string): void
}

/** One keep-alive connection. The caller waits for an answer before the next request. */
export function openSocket(port: number, { ready, answered, lost }: SocketEvents, isTls = false): RequestSocket {
  const to = { port, host: '127.0.0.1', noDelay: true }
  const socket: Socket = isTls ? connectTls({ ...to, rejectUnauthorized: false }) : connect(to)
  let pending: Buffer = Buffer.alloc(0)
  let isOver = false
  const lose = (why: string) => {
    if (!isOver) lost(why)
    isOver = true
  }
  socket.on(isTls ? 'secureConnect' : 'connect', ready)
  socket.on('error', (error: Error & { code?: string }) => lose(error.code ?? error.message))
  socket.on('close', () => lose('closed'))
  socket.on('data', (chunk: Buffer) => {
    pending = pending.length > 0 ? Buffer.concat([pending, chunk]) : chunk
    const answer = answerIn(pending)
    if (!answer || pending.length < answer.end) return
    const [status, body] = [pending.subarray(9, 12).toString('latin1'), pending.subarray(answer.begin, answer.end)]
    pending = pending.subarray(answer.end)
    answered(status, body)
  })
  return {
    send: (request) => void socket.write(request),
    end() {
      isOver = true
      socket.end()
    },
  }
}

/** Where the body of the answer at the start of the buffer begins and ends, once its headers are complete. */
function answerIn(buffer: Buffer): { readonly begin: number; readonly end: number } | undefined {
  const end = buffer.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const length = /content-length: (\d+)/i.exec(buffer.subarray(0, end).toString('latin1'))
  if (!length) throw new Error('an answer without content-length cannot be measured')
  return { begin: end + 4, end: end + 4 + Number(length[1]) }
}
