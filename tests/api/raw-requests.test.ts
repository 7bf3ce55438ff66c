/** Raw requests that no ordinary client sends. */
import { expect, test } from 'bun:test'
import { connect } from 'node:net'
import { packedScreens } from '../../src/platform/assets'
import { world } from '../support/world'

/** Sends `text` and returns everything received until the connection closes. */
const ask = (port: number, text: string) =>
  new Promise<string>((resolve, reject) => {
    const heard: Buffer[] = []
    const line = connect(port, '127.0.0.1', () => void line.write(Buffer.from(text, 'latin1')))
    line.on('data', (part) => void heard.push(Buffer.from(part)))
    line.on('close', () => resolve(Buffer.concat(heard).toString()))
    line.on('error', reject)
  })

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])

/** Packed screens with only a shell. */
function screens() {
  const page = Buffer.from('<!doctype html>')
  const variants = { identity: [0, page.length] }
  const header = Buffer.from(
    JSON.stringify({ '/index.html': { type: 'text/html', etag: '"1"', immutable: false, variants } }),
  )
  const size = Buffer.alloc(4)
  size.writeUInt32BE(header.length)
  return packedScreens(() => new Blob([size, header, page]))
}

const targets = ['GET /', 'GET /nope.js', 'GET /api/version', 'GET /api/nope', 'GET /api/tickets', 'GET /health']
const unaddressed = [200, 404, 200, 404, 403, 200]
const uploading = 'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 2000000\r\n'

test('an invalid Host gets an error of the catalogue on every path', async () => {
  const w = world({ screens: screens() })
  const { port } = w.listen()
  for (const host of ['[x', '[::1', 'a:99999', '%00'])
    for (const target of [...targets, 'POST /api/auth/login', 'POST /api/messages/1', 'GET /ws/x']) {
      const more = target.startsWith('POST') ? uploading : ''
      const answer = await ask(port, `${target} HTTP/1.1\r\nHost: ${host}\r\n${more}Connection: close\r\n\r\n`)
      expect([host, target, statusOf(answer), answer]).toEqual([host, target, 400, expect.stringContaining('"host"')])
    }
  expect(w.logged).toEqual([])
})

test('a missing or unreadable Host gets the normal response', async () => {
  const w = world({ screens: screens() })
  const { port } = w.listen()
  for (const line of [
    'HTTP/1.0',
    'HTTP/1.0\r\nHost:',
    'HTTP/1.1\r\nHost: a b',
    'HTTP/1.1\r\nHost: x/../y',
    'HTTP/1.1\r\nHost: \xff',
  ]) {
    const answers = targets.map((target) => ask(port, `${target} ${line}\r\nConnection: close\r\n\r\n`))
    expect([line, ...(await Promise.all(answers)).map(statusOf)]).toEqual([line, ...unaddressed])
  }
})

test('a page may open sockets to its own host only, whatever the Host header', async () => {
  const w = world({ screens: screens() })
  const { port } = w.listen()
  const sockets = async (host: string) => {
    const answer = await ask(port, `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    return /connect-src ([^;\r]*)/.exec(answer)?.[1]
  }
  expect(await sockets('desk.example:8080')).toBe("'self' ws://desk.example:8080 wss://desk.example:8080")
  expect(await sockets('[::1]:8080')).toBe("'self' ws://[::1]:8080 wss://[::1]:8080")
  for (const host of ["x;script-src'unsafe-inline'", "a'b", 'a,b', '*', '*.example'])
    expect(await sockets(host)).toBe("'self'")
})

test('HEAD returns the length of GET without a body', async () => {
  const w = world({ screens: screens() })
  const { port } = w.listen()
  for (const path of ['/', '/api/version']) {
    const [get, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) => ask(port, `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)),
    )
    const [length = '', body] = [/content-length: \d+/i.exec(get ?? '')?.[0], get?.split('\r\n\r\n')[1]]
    expect(length).toMatch(new RegExp(`content-length: ${body?.length}`, 'i'))
    expect(head?.toLowerCase()).toContain(`${length.toLowerCase()}\r\n`)
    expect(head).toEndWith('\r\n\r\n')
  }
})
