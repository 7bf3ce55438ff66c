/**
 * Where a new program answers its watcher: a port of its own on the loopback, whatever the server itself listens on. The file
 * `programs/answers` says which.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { programsFolder } from './programs'

const answersPath = (dataDir: string) => join(programsFolder(dataDir), 'answers')

export type Answers = { stop(): void }

/** `isInOrder` is asked each time. */
export function openAnswers(dataDir: string, isInOrder: () => Promise<boolean>): Answers {
  const listener = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 10,
    async fetch(request) {
      if (new URL(request.url).pathname !== '/health') return new Response(null, { status: 404 })
      return new Response(null, { status: (await isInOrder().catch(() => false)) ? 200 : 503 })
    },
  })
  writeFileSync(answersPath(dataDir), JSON.stringify({ pid: process.pid, port: listener.port }), { mode: 0o600 })
  return {
    stop() {
      rmSync(answersPath(dataDir), { force: true })
      void listener.stop(true)
    },
  }
}

/** Whether the process answers that it is in order. */
export async function isInOrder(dataDir: string, pid: number, timeout: number): Promise<boolean> {
  try {
    const found = JSON.parse(readFileSync(answersPath(dataDir), 'utf8')) as { pid: number; port: number } // we write it
    if (found.pid !== pid) return false
    const { ok } = await fetch(`http://127.0.0.1:${found.port}/health`, {
      signal: AbortSignal.timeout(timeout),
      proxy: '',
      keepalive: false,
    })
    return ok
  } catch {
    return false
  }
}
