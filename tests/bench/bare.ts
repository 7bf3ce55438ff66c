/** The machine's speed: the answer rate of a bare server in its own process. */
import { join } from 'node:path'
import { hear, raise } from './children'
import { get, load } from './http'
import { median } from './statistics'

let started: Promise<number> | undefined

async function start(): Promise<number> {
  const program = join(import.meta.dir, 'bare-server.ts')
  const child = raise(Bun.spawn([process.execPath, program], { stdout: 'pipe', stderr: 'inherit' }))
  const { port } = JSON.parse(await hear(child.stdout, '}')) as { port: number } // its one line
  await measure(port, 1) // warms up the JIT
  return port
}

const measure = async (port: number, seconds: number): Promise<number> =>
  (await load({ port, connections: 16, seconds, request: () => get('/') })).rps

/** Answers per second over sixteen connections: the median of three runs. */
export async function bareRps(seconds = 0.5): Promise<number> {
  started ??= start()
  const port = await started
  const found: number[] = []
  for (let n = 0; n < 3; n++) found.push(await measure(port, seconds))
  return median(found)
}
