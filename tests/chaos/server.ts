/** The program under test through all its lives: one data folder, one port, and everything it ever printed kept. */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ServerProcess, startServerProcess } from '../survival/support/server-process'
import type { Testbed } from '../survival/support/testbed'
import { programToTest } from './program'

export type Server = Awaited<ReturnType<typeof startServer>>

export async function startServer(folder: string, testbed: Testbed) {
  const dataDir = join(folder, 'data')
  const program = programToTest()
  const port = freePort()
  const begin = () => startServerProcess({ dataDir, testbed, program, port, logLevel: 'trace' })
  let server: ServerProcess | undefined = await begin()
  const startedIn = [server.startedIn]
  const beginnings: number[] = []
  const endings: (readonly [at: number, by: 'kill' | 'stop', code: number])[] = []
  let lookAtTheDead = () => {}

  async function end(by: 'kill' | 'stop') {
    const dying = server
    if (!dying) return
    server = undefined
    const code = await dying[by]()
    endings.push([Date.now(), by, code])
    appendFileSync(join(folder, 'server.log'), dying.log())
    lookAtTheDead()
  }

  return {
    dataDir,
    program,
    origin: `http://127.0.0.1:${port}`,
    logFile: join(folder, 'server.log'),
    startedIn,
    /** When it answered again after a death. */
    beginnings,
    endings,
    /** Its files are at rest then. */
    whenDead(look: () => void) {
      lookAtTheDead = look
    },
    isAlive: () => server?.isAlive() ?? false,
    end,
    async start() {
      server = await begin()
      startedIn.push(server.startedIn)
      beginnings.push(Date.now())
    },
  }
}

/** The same for all lives, as a page that comes back expects. */
function freePort(): number {
  const probe = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  const { port = 0 } = probe
  probe.stop(true)
  return port
}
