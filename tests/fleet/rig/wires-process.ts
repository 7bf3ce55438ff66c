/**
 * The wires between nodes and servers, in a process of their own: TCP connections that can be held in either direction, as by
 * a network that loses every packet. What was sent meanwhile arrives when the wire is mended.
 *
 * argv: JSON of `Wire[]`. Standard input: a JSON line for each `WireState`. Prints a line when it listens, and one for each
 * state that it has taken.
 */
import { connect, createServer, type Socket } from 'node:net'
import type { Wire, WireState } from './wires'

const wires: readonly Wire[] = JSON.parse(process.argv[2] ?? '[]')
const states = new Map<string, WireState>()
/** What goes on carrying when a wire is mended. */
const carriers = new Map<string, Set<() => void>>()

for (const { name, port, to } of wires) {
  states.set(name, { name, up: true, down: true, delayMs: 0 })
  carriers.set(name, new Set())
  const server = createServer((down) => {
    const up = connect(to, '127.0.0.1')
    carry(name, 'up', down, up)
    carry(name, 'down', up, down)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
}
console.log('ready')

function carry(name: string, direction: 'up' | 'down', from: Socket, to: Socket): void {
  const sent: { readonly bytes: Buffer | 'end'; readonly at: number }[] = []
  let isCarrying = false
  const go = async () => {
    if (isCarrying) return
    isCarrying = true
    for (;;) {
      const state = states.get(name)
      const first = sent[0]
      if (!first || !state?.[direction]) break
      const wait = first.at + state.delayMs - performance.now()
      if (wait > 0) {
        await Bun.sleep(wait)
        continue
      }
      sent.shift()
      if (first.bytes === 'end') to.destroy()
      else to.write(first.bytes)
    }
    isCarrying = false
  }
  const send = (bytes: Buffer | 'end') => {
    sent.push({ bytes, at: performance.now() })
    void go()
  }
  const all = carriers.get(name)
  all?.add(go)
  from.setNoDelay(true)
  from.on('data', send)
  from.on('error', () => {})
  from.on('close', () => send('end'))
  to.on('close', () => all?.delete(go))
}

let said = ''
const decoder = new TextDecoder()
for await (const part of Bun.stdin.stream()) {
  said += decoder.decode(part, { stream: true })
  const lines = said.split('\n')
  said = lines.pop() ?? ''
  for (const line of lines) {
    const state = JSON.parse(line) as WireState // from wires.ts
    states.set(state.name, state)
    for (const go of carriers.get(state.name) ?? []) go()
    console.log('taken')
  }
}
process.exit(0)
