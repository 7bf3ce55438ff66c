/**
 * A receiver of webhooks that checks what a careful one checks: signature, age, size, and whether it has seen the id. It
 * can also be slow, dead or wrong.
 */
import type { OutsideAllow } from '../../src/platform/outside'
import { faultOfHook } from '../../src/simulator/hooks/verify'

/** Companies in tests may call this machine. */
export const allowLocal: OutsideAllow = (address) => address === '127.0.0.1'

export type Received = {
  readonly id: string
  readonly type: string
  readonly data: Record<string, unknown>
  readonly body: string
  /** Seconds. */
  readonly timestamp: number
  readonly signatures: readonly string[]
  readonly isRepeated: boolean
}

type Behaviour = (received: Received) => Response | Promise<Response>

export type Receiver = ReturnType<typeof startReceiver>

export type Checks = {
  secret: string
  /** Milliseconds, as `sentAt`: what the sender says. */
  now(sentAt: number): number
}

export function startReceiver(now: Checks['now']) {
  const received: Received[] = []
  const seen = new Set<string>()
  const refused: string[] = []
  const checks: Checks = { secret: '', now }
  let behave: Behaviour = () => new Response('ok')
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 60,
    async fetch(request) {
      const body = await request.text()
      const sentAt = Number(request.headers.get('webhook-timestamp')) * 1000
      const fault = faultOfHook(request.headers, body, checks.secret, checks.now(sentAt))
      if (fault !== undefined) {
        refused.push(fault)
        return new Response(fault, { status: 400 })
      }
      const { id, type, data } = JSON.parse(body) as Pick<Received, 'id' | 'type' | 'data'> // signed by us
      const one: Received = {
        id,
        type,
        data,
        body,
        timestamp: Number(request.headers.get('webhook-timestamp')),
        signatures: (request.headers.get('webhook-signature') ?? '').split(' '),
        isRepeated: seen.has(id),
      }
      received.push(one)
      seen.add(id)
      return behave(one)
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}/balcao`,
    checks,
    received,
    /** Why deliveries were refused. */
    refused,
    typesReceived: () => received.map(({ type }) => type),
    /** From now on it answers like this. */
    answers(next: Behaviour) {
      behave = next
    },
    stop: () => server.stop(true),
  }
}
