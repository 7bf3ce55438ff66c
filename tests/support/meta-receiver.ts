/** A callback address as an app has it: it answers the handshake, and keeps what is posted with a right signature. */
import { createHmac } from 'node:crypto'
import type { MetaApp } from '../../src/simulator/meta/contract'
import { afterEachTest } from './after-each'

const running: { stop(isNow: boolean): unknown }[] = []
afterEachTest(async () => {
  for (const one of running.splice(0)) await one.stop(true)
})

export type MetaEntry = {
  readonly id: string
  readonly time: number
  readonly messaging?: readonly Readonly<Record<string, unknown>>[]
  readonly standby?: readonly Readonly<Record<string, unknown>>[]
  readonly changes?: readonly { readonly field: string; readonly value: Readonly<Record<string, unknown>> }[]
}
type Posted = { readonly object: string; readonly entry: readonly MetaEntry[] }

export function metaReceiver(app: MetaApp) {
  const bodies: string[] = []
  const forged: string[] = []
  const answers: number[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { searchParams } = new URL(request.url)
      if (request.method === 'GET')
        return searchParams.get('hub.verify_token') === app.verifyToken
          ? new Response(searchParams.get('hub.challenge'))
          : new Response('no', { status: 403 })
      const body = await request.text()
      const expected = `sha256=${createHmac('sha256', app.secret).update(body).digest('hex')}`
      const isSigned = request.headers.get('x-hub-signature-256') === expected
      const status = isSigned ? (answers.shift() ?? 200) : 403
      if (!isSigned) forged.push(body)
      else if (status === 200) bodies.push(body)
      return new Response('', { status })
    },
  })
  running.push(server)
  const posted = (): Posted[] => bodies.map((body) => JSON.parse(body) as Posted) // signed by the stand-in
  return {
    url: `http://127.0.0.1:${server.port}/`,
    bodies: bodies as readonly string[],
    /** Bodies whose signature does not fit. */
    forged: forged as readonly string[],
    posted,
    /** Elements of pages and Instagram accounts. */
    elements: () => posted().flatMap(({ entry }) => entry.flatMap(({ messaging = [] }) => messaging)),
    /** Values of business accounts under a field. */
    values: (field = 'messages') =>
      posted()
        .flatMap(({ entry }) => entry.flatMap(({ changes = [] }) => changes))
        .filter((change) => change.field === field)
        .map(({ value }) => value),
    /** Statuses of the next answers. */
    answerWith: (...next: readonly number[]) => void answers.push(...next),
  }
}
