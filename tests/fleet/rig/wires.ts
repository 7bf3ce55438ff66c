/** Wires between nodes and servers that a test may cut, slow down and mend. */
import { join } from 'node:path'
import { freePort } from '../../support/free-port'
import { afterThisTest } from '../../survival/support/cleanups'

export type Wire = { readonly name: string; readonly port: number; readonly to: number }
export type WireState = {
  readonly name: string
  /** Whether bytes pass: `up` from the one who connected, `down` from the one who listens. */
  readonly up: boolean
  readonly down: boolean
  readonly delayMs: number
}
export type Wires = Awaited<ReturnType<typeof openWires>>

/** A wire for each name, to the port that it stands for. */
export async function openWires(targets: Readonly<Record<string, number>>) {
  const wires: Wire[] = []
  for (const [name, to] of Object.entries(targets)) wires.push({ name, to, port: await freePort() })
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'wires-process.ts'), JSON.stringify(wires)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  afterThisTest(async () => {
    child.kill('SIGKILL')
    await child.exited
  })
  const waiting: (() => void)[] = []
  const said = () => new Promise<void>((resolve) => waiting.push(resolve))
  const ready = said()
  void hearLines(child.stdout, () => waiting.shift()?.())
  await ready
  /** Resolves when the wire is so. */
  const change = (state: WireState): Promise<void> => {
    const taken = said()
    child.stdin.write(`${JSON.stringify(state)}\n`)
    child.stdin.flush()
    return taken
  }
  return {
    portOf(name: string): number {
      const wire = wires.find((one) => one.name === name)
      if (!wire) throw new Error(`no wire ${name}`)
      return wire.port
    },
    cut: (name: string, { up = false, down = false } = {}) => change({ name, up, down, delayMs: 0 }),
    slow: (name: string, delayMs: number) => change({ name, up: true, down: true, delayMs }),
    mend: (name: string) => change({ name, up: true, down: true, delayMs: 0 }),
  }
}

async function hearLines(stream: ReadableStream<Uint8Array>, heard: () => void): Promise<void> {
  for await (const part of stream) for (const byte of part) if (byte === 10) heard()
}
