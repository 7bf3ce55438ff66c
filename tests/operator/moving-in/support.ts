/** The operator's page of moving in, without a screen. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MovingIn, NewSource } from '../../../src/operator/moving-in/contract'
import { afterEachTest } from '../../support/after-each'
import type { Attendant } from '../../support/company-world'
import { BASE, type World, world } from '../../support/world'
import { until } from '../../survival/support/until'

const folders: string[] = []
afterEachTest(() => {
  for (const one of folders.splice(0)) rmSync(one, { recursive: true, force: true })
})

/** Removed after the test. */
export function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'moving-in-'))
  folders.push(made)
  return made
}

export const NO_SOURCE: NewSource = { dump: '', media: '', redis: '', name: '', zone: '', database: '' }
/** Nothing is left out, and nothing was asked. */
export const EVERYTHING = { leftOut: [], isOperators: null, takeSessions: false }

type Refused = { readonly error?: string; readonly details?: unknown }
export type Answer = { readonly status: number; readonly body: MovingIn & Refused }

export function pageOf(w: World, admin: Attendant) {
  const ask = async (path: string, method = 'GET', body?: unknown): Promise<Answer> => {
    const answer = await admin.json(`/api/moving-in${path}`, method, body)
    return { status: answer.status, body: (await answer.json()) as Answer['body'] } // the answer of its route
  }
  const show = async () => (await ask('/')).body
  return {
    ask,
    show,
    choose: (source: Partial<NewSource>) => ask('/source', 'PUT', { ...NO_SOURCE, ...source }),
    start: (choice: object = EVERYTHING) => ask('/start', 'POST', choice),
    /** Until nothing runs any more. */
    async ended() {
      await until(async () => (await show()).run?.state !== 'running')
      return show()
    },
    async dryRun(source: Partial<NewSource>) {
      await ask('/source', 'PUT', { ...NO_SOURCE, ...source })
      await ask('/dry-run', 'POST')
      return this.ended()
    },
    /** What is wrong with a source. */
    async refusalOf(source: Partial<NewSource>) {
      const { status, body } = await ask('/source', 'PUT', { ...NO_SOURCE, ...source })
      return { status, error: body.error, ...(body.details as { field: string; code: string; facts: object }) } // of this error
    },
    beginUpload: (bytes: number, name = 'ticketz.sql', kind = 'dump') => ask('/uploads', 'POST', { kind, name, bytes }),
    async piece(at: number, body: BodyInit) {
      const answer = await w.app.handle(
        new Request(`${BASE}/api/moving-in/uploads?at=${at}`, {
          method: 'PUT',
          headers: { authorization: `Bearer ${await admin.token()}`, 'content-type': 'application/octet-stream' },
          body,
        }),
      )
      const { done, error, details } = (await answer.json()) as { done?: number } & Refused // the answer of its route
      return { status: answer.status, done, error, details }
    },
  }
}

export function open(w: World = world()) {
  return { w, page: pageOf(w, w.admin({ super: true })) }
}
