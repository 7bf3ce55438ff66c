/** The machine's speed: what a bare server in a process of its own answers, without any code of ours. */
import { join } from 'node:path'
import { hear, raise } from './children'
import { get, load } from './http'
import { median } from './statistics'

let started: Promise<number> | undefined

async function start(): Promise<number> {
  const program = join(import.meta.dir, 'bare-server.ts')
  const child = raise(Bun.spawn([process.execPath, program], { stdout: 'pipe', stderr: 'inherit' }))
  const { port } = JSON.parse(await hear(child.stdout, '}')) as { port: number } // its one line
  await measure(port, 1) // until the runtime has compiled it
  return port
}

const measure = async (port: number, seconds: number): Promise<number> =>
  (await load({ port, connections: 16, seconds, request: () => get('/') })).rps

/** Answers a second over sixteen connections: the median of three. It idles until it is asked again. */
export async function bareRps(seconds = 0.5): Promise<number> {
  started ??= start()
  const port = await started
  const found: number[] = []
  for (let n = 0; n < 3; n++) found.push(await measure(port, seconds))
  return median(found)
}
