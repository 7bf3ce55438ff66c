/**
 * A web server with the files of a release, as unkind as real ones: redirects to a storage elsewhere, pages of a website in place
 * of files, answers that drip, break off, lie about their length, or come compressed though nobody asked.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEachTest } from '../../support/after-each'

export type Unkindness =
  /** To a storage of another origin, with a signed query, over so many steps. */
  | { readonly is: 'redirect'; readonly steps: number }
  | { readonly is: 'status'; readonly status: number }
  /** Pages of a website, such as of a hotel or a company's proxy. */
  | { readonly is: 'page'; readonly status: number }
  /** A few bytes at a time. */
  | { readonly is: 'drip'; readonly bytes: number; readonly every: number }
  /** Half of it, then nothing more. */
  | { readonly is: 'silence' }
  /** The connection breaks after half of it. */
  | { readonly is: 'cut'; readonly chunked?: true }
  /** The header says so many bytes more or less than there are. */
  | { readonly is: 'length'; readonly off: number }
  | { readonly is: 'gzip' }
  /** Other bytes of the same length. */
  | { readonly is: 'others' }
  /** More bytes than there should be, without a header that says so. */
  | { readonly is: 'endless' }

export type ReleaseServer = {
  /** Where the release lies. */
  readonly address: string
  /** Paths that were asked for, on both origins. */
  readonly asked: string[]
  /** How each file is answered, by its name's beginning. */
  readonly unkind: Map<string, Unkindness>
  /** Puts all files of a folder in place of those before. */
  offer(folder: string): void
  put(name: string, content: Uint8Array): void
  stop(): Promise<void>
}

const open: ReleaseServer[] = []
afterEachTest(async () => {
  for (const one of open.splice(0)) await one.stop()
})

export async function releaseServer(folder?: string): Promise<ReleaseServer> {
  const files = new Map<string, Uint8Array>()
  const asked: string[] = []
  const unkind = new Map<string, Unkindness>()
  const servers = [createServer(), createServer()] as const
  const [front, storage] = servers
  const timers = new Set<ReturnType<typeof setInterval>>()
  for (const one of servers) await new Promise<void>((done) => one.listen(0, '127.0.0.1', done))
  const [address, store] = servers.map((one) => `http://127.0.0.1:${(one.address() as AddressInfo).port}`) // a TCP port
  const nameIn = (request: IncomingMessage) => new URL(request.url ?? '/', address).pathname.split('/').at(-1) ?? ''

  front.on('request', (request, response) => {
    const name = nameIn(request)
    asked.push(request.url ?? '')
    const how = [...unkind].find(([start]) => name.startsWith(start))?.[1]
    const content = files.get(name)
    if (how?.is === 'status') return void response.writeHead(how.status).end('no')
    if (how?.is === 'page') return void sendPage(response, how.status)
    if (!content) return void sendPage(response, 404)
    if (how?.is !== 'redirect') return send(response, content, how)
    const hop = Number(new URL(request.url ?? '/', address).searchParams.get('hop') ?? 0) + 1
    const location =
      hop < how.steps
        ? `${request.url?.split('?')[0]}?hop=${hop}`
        : `${store}/bucket/${name}?X-Amz-Signature=0f1e&X-Amz-Expires=300`
    response.writeHead(302, { location }).end()
  })
  storage.on('request', (request, response) => {
    asked.push(request.url ?? '')
    const content = files.get(nameIn(request))
    // As object storages do for a link whose time is over.
    if (!content || !request.url?.includes('X-Amz-Signature')) return void response.writeHead(403).end('<Error/>')
    send(response, content)
  })

  function send(response: ServerResponse, content: Uint8Array, how?: Unkindness): void {
    const half = content.subarray(0, content.length >> 1)
    const length = { 'content-length': content.length, 'content-type': 'application/octet-stream' }
    switch (how?.is) {
      case 'gzip':
        return void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(content))
      case 'others':
        return void response.writeHead(200, length).end(content.map((byte) => byte ^ 1))
      case 'silence':
        return void response.writeHead(200, length).write(half)
      case 'cut':
        response.writeHead(200, how.chunked ? {} : length)
        return void response.write(half, () => response.destroy())
      case 'length': {
        const said = { ...length, 'content-length': content.length + how.off }
        response.strictContentLength = false
        return void response.writeHead(200, said).write(content, () => response.destroy())
      }
      case 'drip': {
        let at = 0
        response.writeHead(200, length)
        const timer = setInterval(() => {
          if (response.destroyed || at >= content.length) {
            timers.delete(timer)
            clearInterval(timer)
            return void response.end()
          }
          response.write(content.subarray(at, at + how.bytes))
          at += how.bytes
        }, how.every)
        return void timers.add(timer)
      }
      case 'endless': {
        const more = () => {
          while (!response.destroyed && response.write(content));
        }
        response.writeHead(200)
        response.on('drain', more)
        more()
        return
      }
      default:
        response.writeHead(200, length).end(content)
    }
  }

  const made: ReleaseServer = {
    address: `${address}/balcao/latest`,
    asked,
    unkind,
    offer(from) {
      files.clear()
      for (const name of readdirSync(from)) files.set(name, readFileSync(join(from, name)))
    },
    put: (name, content) => void files.set(name, content),
    async stop() {
      for (const timer of timers) clearInterval(timer)
      for (const one of servers) {
        one.closeAllConnections()
        await new Promise((done) => one.close(done))
      }
    },
  }
  if (folder !== undefined) made.offer(folder)
  open.push(made)
  return made
}

function sendPage(response: ServerResponse, status: number): void {
  const body = `<!doctype html><html><head><title>${status}</title></head><body><h1>Acesso à rede</h1>${'<p>…</p>'.repeat(200)}</body></html>`
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(body)
}
