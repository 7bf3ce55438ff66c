/** A callback address as an app has it: it answers the handshake, and keeps what is posted with a right signature. */
import { createHmac } from 'node:crypto'
import type { MetaApp } from '../../src/simulator/meta/contract'
import { afterEachTest } from './after-each'

const running: { stop(isNow: boolean): unknown }[] = []
afterEachTest(async () => {
  for (const one of running.splice(0)) await one.stop(true)
})

export function metaReceiver(app: MetaApp) {
  const bodies: string[] = []
  const wrong: string[] = []
  const answers: number[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { searchParams } = new URL(request.url)
      if (request.method === 'GET') {
        if (searchParams.get('hub.verify_token') !== app.verifyToken) return new Response('no', { status: 403 })
        return new Response(searchParams.get('hub.challenge'))
      }
      const body = await request.text()
      const expected = `sha256=${createHmac('sha256', app.secret).update(body).digest('hex')}`
      const isSigned = request.headers.get('x-hub-signature-256') === expected
      const status = answers.shift() ?? 200
      if (status === 200) (isSigned ? bodies : wrong).push(body)
      return new Response('', { status: isSigned ? status : 403 })
    },
  })
  running.push(server)
  return {
    url: `http://127.0.0.1:${server.port}/`,
    bodies: bodies as readonly string[],
    /** Bodies whose signature does not fit. */
    wrong: wrong as readonly string[],
    /** Statuses of the next answers. */
    answerWith: (...next: readonly number[]) => void answers.push(...next),
  }
}
