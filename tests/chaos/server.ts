/** The program under test across all restarts: one data folder, one port, all output. */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ServerProcess, startServerProcess } from '../survival/support/server-process'
import type { Testbed } from '../survival/support/testbed'
import { programToTest } from './program'

export type RestartableServer = Awaited<ReturnType<typeof startServer>>

export async function startServer(folder: string, testbed: Testbed) {
  const dataDir = join(folder, 'data')
  const program = programToTest()
  const port = freePort()
  const spawn = () => startServerProcess({ dataDir, testbed, program, port, logLevel: 'trace' })
  let server: ServerProcess | undefined = await spawn()
  const startedIn = [server.startedIn]
  const restartedAt: number[] = []
  const stops: (readonly [at: number, by: 'kill' | 'stop', code: number])[] = []
  let onStopped = () => {}

  async function end(by: 'kill' | 'stop') {
    const stopping = server
    if (!stopping) return
    server = undefined
    const code = await stopping[by]()
    stops.push([Date.now(), by, code])
    appendFileSync(join(folder, 'server.log'), stopping.log())
    onStopped()
  }

  return {
    dataDir,
    program,
    origin: `http://127.0.0.1:${port}`,
    logFile: join(folder, 'server.log'),
    /** Milliseconds until the first response, for each start. */
    startedIn,
    /** When it responded again after each restart; epoch milliseconds. */
    restartedAt,
    stops,
    /** Called when the process has ended and nothing writes to its files. */
    whenStopped(listener: () => void) {
      onStopped = listener
    },
    isAlive: () => server?.isAlive() ?? false,
    end,
    async start() {
      server = await spawn()
      startedIn.push(server.startedIn)
      restartedAt.push(Date.now())
    },
  }
}

/** Constant across restarts, because open pages reconnect to it. */
function freePort(): number {
  const probe = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  const { port = 0 } = probe
  probe.stop(true)
  return port
}
