/**
 * Loaded before the server: breaks things inside it when asked over a port of its own. Each word is a defect that no test
 * from outside could bring about.
 */
// @ts-expect-error: no types are installed for it
import WebSocketClient from 'ws'

export const bugs = ['timer', 'promise', 'storing', 'event', 'wire'] as const
export type Bug = (typeof bugs)[number]

/** How often each is still to happen. */
const due: Record<Bug, number> = { timer: 0, promise: 0, storing: 0, event: 0, wire: 0 }
const happened: Record<Bug, number> = { timer: 0, promise: 0, storing: 0, event: 0, wire: 0 }

function happen(bug: Bug): void {
  due[bug] -= 1
  happened[bug] += 1
  throw new Error(`bug: ${bug}`)
}

/** Drawn when a ticket is opened, in the midst of the transaction that stores a message. */
const randomUUID = crypto.randomUUID.bind(crypto)
crypto.randomUUID = () => {
  if (due.storing > 0) happen('storing')
  return randomUUID()
}

/** Every event passes here on its way to the screens, after its transaction is committed. */
const stringify = JSON.stringify
JSON.stringify = ((value: unknown, ...more: []) => {
  const isEvent = typeof value === 'object' && value !== null && 'event' in value && 'seq' in value
  if (isEvent && due.event > 0) happen('event')
  return stringify(value, ...more)
}) as typeof stringify

const { send } = WebSocketClient.prototype
WebSocketClient.prototype.send = function faultySend(...words: unknown[]) {
  if (due.wire > 0) happen('wire')
  return send.apply(this, words)
}

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch(request) {
    const [, bug, times] = new URL(request.url).pathname.split('/')
    if (bug === 'happened') return Response.json(happened)
    const known = bugs.find((one) => one === bug)
    if (!known) return new Response(null, { status: 404 })
    due[known] += Number(times)
    if (known === 'timer') setTimeout(() => happen('timer'))
    if (known === 'promise') void Promise.reject(new Error('bug: promise')).finally(() => happen('promise'))
    return new Response(null, { status: 204 })
  },
})
console.log(`faulty at ${server.port}`)
