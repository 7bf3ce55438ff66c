/** Open pages that read nothing: their send buffers stay small. */
import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { defineEvent } from '../../src/platform/events'
import { MOST_PAGES } from '../../src/platform/sockets'
import { until } from '../support/until'
import { world } from '../support/world'

const said = defineEvent('thing.said', v.object({ text: v.string() }))

/** A page over a raw socket: sends its token and last number, then reads nothing after the handshake. */
function openDeaf({ port, company, token, seq }: { port: number; company: string; token: string; seq: number }) {
  const { promise, resolve, reject } = Promise.withResolvers<{ end(): void }>()
  void Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      open(line) {
        line.write(
          `GET /ws/${company.replaceAll('-', '')}?userId=1 HTTP/1.1\r\nHost: localhost:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${btoa('0123456789abcdef')}\r\n\r\n`,
        )
      },
      data(line, bytes) {
        if (!bytes.toString('latin1').startsWith('HTTP/1.1 101')) return
        line.pause()
        line.write(frameOf(JSON.stringify({ emit: 'authenticate', data: { token, seq } })))
        resolve(line)
      },
      error: (_, error) => reject(error),
    },
  }).catch(reject)
  return promise
}

/** A client frame of 126 to 65,535 bytes with a zero mask. */
function frameOf(text: string): Buffer {
  const body = Buffer.from(text)
  return Buffer.concat([Buffer.from([0x81, 0x80 | 126, body.length >> 8, body.length & 255, 0, 0, 0, 0]), body])
}

const rssMb = () => {
  Bun.gc(true)
  return process.memoryUsage.rss() / 1024 / 1024
}

test('nine hundred sockets of one person that read nothing use less than 100 MB', async () => {
  const w = world()
  const { port } = w.listen()
  const token = await w.attendant().token()
  const { hub } = w.server
  const emit = () => hub.emit(w.tenant, said({ text: 'x'.repeat(50_000) }), () => true)
  emit()
  const seq = w.clock.now() * 1000
  for (let n = 0; n < 45; n++) emit()
  const before = rssMb()
  const lines: { end(): void }[] = []
  let most = 0
  const page = { port, company: w.tenant.uuid, token, seq }
  for (let n = 0; n < 900; n += 30) {
    lines.push(...(await Promise.all(Array.from({ length: 30 }, () => openDeaf(page)))))
    most = Math.max(most, process.memoryUsage.rss() / 1024 / 1024)
  }
  await until(() => hub.all().some((page) => page.backlog() > 0), 'what waits')
  for (let n = 0; n < 40; n++) emit()
  await until(() => hub.size() <= MOST_PAGES + 1, 'those that were too many to go')
  expect(Math.max(most, rssMb()) - before).toBeLessThan(100)
  for (const line of lines) line.end()
}, 180_000)
