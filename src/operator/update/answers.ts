/**
 * Where a new program answers its watcher: a port of its own on the loopback, whatever the server itself listens on. The file
 * `programs/answers` says which. A connection gets one word. It is no HTTP, which a proxy in the environment would redirect.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { programsFolder } from './programs'

const LOOPBACK = '127.0.0.1'
const IN_ORDER = 'ok'

const answersPath = (dataDir: string) => join(programsFolder(dataDir), 'answers')

export type Answers = { stop(): void }

/** `health` is asked for each connection. */
export function openAnswers(dataDir: string, health: () => Promise<boolean>): Answers {
  const listener = Bun.listen({
    hostname: LOOPBACK,
    port: 0,
    socket: {
      async open(socket) {
        socket.end((await health().catch(() => false)) ? IN_ORDER : 'no')
      },
      data() {},
    },
  })
  writeFileSync(answersPath(dataDir), JSON.stringify({ pid: process.pid, port: listener.port }), { mode: 0o600 })
  return {
    stop() {
      rmSync(answersPath(dataDir), { force: true })
      listener.stop(true)
    },
  }
}

/** Whether the process answers within so many milliseconds that it is in order. */
export async function isInOrder(dataDir: string, pid: number, timeout: number): Promise<boolean> {
  const port = findPort(dataDir, pid)
  if (port === undefined) return false
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), timeout)
  const connecting = Bun.connect({
    hostname: LOOPBACK,
    port,
    socket: {
      data: (_, bytes) => resolve(bytes.toString() === IN_ORDER),
      close: () => resolve(false),
      error: () => resolve(false),
      connectError: () => resolve(false),
    },
  })
  connecting.catch(() => resolve(false))
  const answer = await promise
  clearTimeout(timer)
  void connecting.then((socket) => socket.terminate()).catch(() => {})
  return answer
}

function findPort(dataDir: string, pid: number): number | undefined {
  try {
    const found = JSON.parse(readFileSync(answersPath(dataDir), 'utf8')) as { pid: number; port: number } // we write it
    return found.pid === pid ? found.port : undefined
  } catch {
    return undefined // not yet
  }
}
