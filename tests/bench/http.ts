/** A load generator on raw sockets: keep-alive connections, one request at a time each, latencies of every answer. */
import { connect, type Socket } from 'node:net'

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
  readonly headers: string
  /** The n-th request's method, path and, after an empty line, body. */
  path(n: number): string
}

/** Milliseconds for latencies. Any answer but a 2xx or 304 counts as an error. */
export async function load({ port, connections, seconds, headers, path }: LoadOptions): Promise<Load> {
  const latencies: number[] = []
  let errors = 0
  let n = 0
  const start = performance.now()
  const until = start + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, () =>
      drive(
        port,
        until,
        () => `GET ${path(n++)} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`,
        (ms, ok) => {
          latencies.push(ms)
          if (!ok) errors++
        },
      ),
    ),
  )
  const took = (performance.now() - start) / 1000
  return { requests: latencies.length, errors, rps: Math.round(latencies.length / took), ...spread(latencies) }
}

export function spread(values: readonly number[]) {
  const sorted = Float64Array.from(values).sort()
  const at = (share: number) =>
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 1000) / 1000
  return { p50: at(0.5), p99: at(0.99), max: at(1) }
}

function drive(
  port: number,
  until: number,
  next: () => string,
  done: (ms: number, ok: boolean) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let sent = 0
    let pending: Buffer = Buffer.alloc(0)
    const send = () => {
      if (performance.now() > until) {
        socket.end()
        return resolve()
      }
      sent = performance.now()
      socket.write(next())
    }
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('data', (chunk: Buffer) => {
      pending = pending.length > 0 ? Buffer.concat([pending, chunk]) : chunk
      const size = answerSize(pending)
      if (size === undefined || pending.length < size) return
      const status = pending.subarray(9, 12).toString('latin1')
      pending = pending.subarray(size)
      done(performance.now() - sent, status.startsWith('2') || status === '304')
      send()
    })
  })
}

/** Whole length of the answer at the start of the buffer, once its head is there. */
function answerSize(buffer: Buffer): number | undefined {
  const end = buffer.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const length = /content-length: (\d+)/i.exec(buffer.subarray(0, end).toString('latin1'))
  if (!length) throw new Error('an answer without content-length cannot be measured')
  return end + 4 + Number(length[1])
}
