/** HTTP as it is on the wire. */
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { until } from './until'

export type RawAnswer = {
  /** Status line and headers, without the date. */
  readonly head: string
  readonly body: string
  readonly status: number
  /** `cut`: the connection broke. `ended`: the server closed it. */
  readonly end: 'ended' | 'cut'
}

/** Sends a text, which should contain `Connection: close`, and reads until the connection ends. */
export function rawRequest(url: string, text: string | Buffer): Promise<RawAnswer> {
  const { hostname, port, protocol } = new URL(url)
  return new Promise((resolve) => {
    const to = { host: hostname, port: Number(port) }
    const socket = protocol === 'https:' ? connectTls({ ...to, rejectUnauthorized: false }) : connect(to)
    let isCut = false
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => void chunks.push(chunk))
    socket.on('error', () => {
      isCut = true
    })
    socket.on('close', () => resolve(parse(Buffer.concat(chunks).toString('latin1'), isCut ? 'cut' : 'ended')))
    socket.on('end', () => socket.end())
    socket.write(text)
  })
}

function parse(text: string, end: 'ended' | 'cut'): RawAnswer {
  const split = text.indexOf('\r\n\r\n')
  const head = split < 0 ? text : text.slice(0, split)
  const lines = head.split('\r\n').filter((line) => !/^date:/i.test(line))
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0)
  return { head: lines.join('\r\n'), body: split < 0 ? '' : text.slice(split + 4), status, end }
}

export const get = (path: string, headers: readonly string[] = [], method = 'GET'): string =>
  [`${method} ${path} HTTP/1.1`, 'Host: atende.example.com', 'Connection: close', ...headers, '', ''].join('\r\n')

/** Waits until a count has not changed for a while: what may be buffered is then full. */
export async function untilSteady(count: () => number): Promise<void> {
  let [seen, since] = [count(), performance.now()]
  await until(() => {
    if (count() !== seen) [seen, since] = [count(), performance.now()]
    return performance.now() - since > 200
  }, 'the count to be steady')
}
