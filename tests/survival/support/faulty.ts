/**
 * Loaded before the server: causes defects inside it on request over a separate port. Each name is a defect that cannot
 * be caused from outside.
 */
// @ts-expect-error: no types are installed for it
import WebSocketClient from 'ws'

export const bugs = ['timer', 'promise', 'storing', 'event', 'wire'] as const
export type Bug = (typeof bugs)[number]

/** Remaining occurrences of each defect. */
const due: Record<Bug, number> = { timer: 0, promise: 0, storing: 0, event: 0, wire: 0 }
const happened: Record<Bug, number> = { timer: 0, promise: 0, storing: 0, event: 0, wire: 0 }

function happen(bug: Bug): void {
  due[bug] -= 1
  happened[bug] += 1
  throw new Error(`bug: ${bug}`)
}

/** Called when a ticket is opened, within the transaction that stores a message. */
const randomUUID = crypto.randomUUID.bind(crypto)
crypto.randomUUID = () => {
  if (due.storing > 0) happen('storing')
  return randomUUID()
}

/** Called for every event to screens, after the commit of its transaction. */
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
