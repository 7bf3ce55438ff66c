/** Moving in by the operator's page, without a program: the import runs in this process. */
import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { MovingIn, NewSource } from '../../../src/operator/moving-in/contract'
import { writeDump } from '../../moving-in/run/dumps'
import { afterEachTest } from '../../support/after-each'
import type { Attendant } from '../../support/company-world'
import { type World, world } from '../../support/world'
import { until } from '../../survival/support/until'

const folders: string[] = []
afterEachTest(() => {
  for (const one of folders.splice(0)) rmSync(one, { recursive: true, force: true })
})
function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'moving-in-'))
  folders.push(made)
  return made
}

const NOTHING: NewSource = { dump: '', media: '', redis: '', name: '', zone: '', database: '' }

type Answer = { readonly status: number; readonly body: unknown }

function pageOf(admin: Attendant) {
  const ask = async (path: string, method = 'GET', body?: unknown): Promise<Answer> => {
    const answer = await admin.json(`/api/moving-in${path}`, method, body)
    return { status: answer.status, body: await answer.json() }
  }
  const show = async (): Promise<MovingIn> => (await ask('/')).body as MovingIn // the answer of its route
  return {
    ask,
    show,
    choose: (source: Partial<NewSource>) => ask('/source', 'PUT', { ...NOTHING, ...source }),
    /** Until nothing runs any more. */
    async ended(): Promise<MovingIn> {
      await until(async () => (await show()).run?.state !== 'running')
      return show()
    },
    refusalOf: async (source: Partial<NewSource>) => {
      const { status, body } = await ask('/source', 'PUT', { ...NOTHING, ...source })
      const { error, details } = body as { error: string; details?: { field: string; code: string; facts: object } } // the catalogue's shape
      return { status, error, ...details }
    },
  }
}

const open = (w: World = world()) => ({ w, page: pageOf(w.admin({ super: true })) })

test('an installation is rehearsed, moves in with the same numbers, and its companies are there', async () => {
  const { w, page } = open()
  const { dump, media } = writeDump(folder())
  expect((await page.choose({ dump, media })).status).toBe(200)
  expect((await page.ask('/dry-run', 'POST')).status).toBe(200)
  const rehearsed = await page.ended()
  expect(rehearsed.run).toMatchObject({ state: 'done', isDryRun: true })
  expect(rehearsed.dryRun?.report.companies.map(({ theirs }) => theirs)).toEqual(['1', '2', '3'])
  expect(rehearsed.askedAbout).toBe('1')

  const choice = { leftOut: ['1'], isOperators: null, takeSessions: false }
  expect((await page.ask('/start', 'POST', choice)).status).toBe(200)
  const done = await page.ended()
  expect(done.run).toMatchObject({ state: 'done', isDryRun: false, refusal: null })
  const numbers = ({
    imported,
    merged,
    skipped,
    noted,
  }: {
    imported: object
    merged: object
    skipped: object
    noted: object
  }) => ({ imported, merged, skipped, noted })
  expect(done.result?.report.companies.map(numbers)).toEqual(
    rehearsed.dryRun?.report.companies.slice(1).map(numbers) ?? [],
  )
  const names = w.server.databases.control.$client.prepare('SELECT name FROM companies ORDER BY id').pluck().all()
  expect(names).toContain('Padaria do Zé & Filhos')
})
