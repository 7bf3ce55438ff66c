/** Nodes as processes of the product, which a test kills, stops and starts again on their folders and ports. */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { programToTest } from '../../chaos/program'
import { freePort } from '../../support/free-port'
import { type ServerProcess, startServerProcess } from '../../survival/support/server-process'
import type { Testbed } from '../../survival/support/testbed'

export type NodeState = 'down' | 'starting' | 'up' | 'frozen'
export type RigNode = Awaited<ReturnType<typeof createNode>>

type Options = {
  readonly name: string
  readonly folder: string
  readonly testbed: Testbed
  /** By default the one under test. */
  readonly program?: readonly string[] | undefined
  /** Of a node in a fleet. */
  readonly env?: Readonly<Record<string, string>>
}

export async function createNode({ name, folder, testbed, program: first = programToTest(), env = {} }: Options) {
  const dataDir = join(folder, name)
  const port = await freePort()
  let process_: ServerProcess | undefined
  let state: NodeState = 'down'
  let program = first

  async function end(by: 'kill' | 'stop'): Promise<number> {
    const ending = process_
    if (!ending) return 0
    process_ = undefined
    state = 'down'
    const code = await ending[by]()
    appendFileSync(join(folder, `${name}.log`), ending.log())
    return code
  }

  return {
    name,
    dataDir,
    env,
    port,
    origin: `http://127.0.0.1:${port}`,
    pid: () => process_?.pid ?? 0,
    state: () => state,
    program: () => program,
    /** What the next start starts. */
    install(next: readonly string[]) {
      program = next
    },
    log: () => process_?.log() ?? '',
    async start(more: Readonly<Record<string, string>> = {}): Promise<number> {
      state = 'starting'
      const output = { text: '' }
      process_ = await startServerProcess({
        dataDir,
        testbed,
        port,
        output,
        program,
        logLevel: 'info',
        outsideAllow: '127.0.0.1:*',
        env: { ...env, ...more },
      })
      state = 'up'
      return process_.startedIn
    },
    /** kill -9 */
    kill: () => end('kill'),
    stop: () => end('stop'),
    freeze() {
      process_?.freeze()
      state = 'frozen'
    },
    thaw() {
      process_?.thaw()
      if (state === 'frozen') state = 'up'
    },
  }
}
