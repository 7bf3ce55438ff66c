/** Installations of other products move into a fleet, by the command, on processes of the product. */
import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { ImportReport } from '../../../src/moving-in/contract'
import type { MovingIn } from '../../../src/operator/moving-in/contract'
import { controlPath, tenantFolder, tenantPath } from '../../../src/platform/databases'
import { mediaPath, readStoredName } from '../../../src/platform/files'
import { getColumn, getOnlyValue } from '../../../src/platform/sql'
import { balcaoJson, folder, installation } from '../../cli/support'
import { writeDump } from '../../moving-in/run/dumps'
import { withoutIds } from '../../moving-in/run/program'
import { installation as neutral } from '../../moving-in/samples/installation'
import { shareOf } from '../../support/long'
import { until } from '../../survival/support/until'
import { startTwoNodes } from '../node/product-process'

const importArguments = ({ dump, media }: ReturnType<typeof writeDump>, ...more: string[]) => [
  ...['import', dump, '--media', media, '--yes', ...more],
]

test('companies come into a fleet, and get what is new wherever they are', async () => {
  const companies = neutral.companies.map((one) => ({ ...one, tickets: one.tickets.slice(0, -2) }))
  const [older, newer] = [writeDump(folder(), 'ticketz', { ...neutral, companies }), writeDump(folder())]
  const { a, b } = await startTwoNodes(() => {})
  const done = async <T>(of: typeof a, ...args: string[]): Promise<T> => {
    const { code, out, err } = await of.command(...args)
    if (code !== 0) throw new Error(`${args.join(' ')}: ${code} ${err}`)
    return JSON.parse(out) as T
  }
  const plain = await installation()
  const alone = (files: typeof older, ...more: string[]) =>
    balcaoJson<ImportReport>([...importArguments(files, ...more), '--data', plain])

  // New companies, of which every node gets a copy.
  const first = await done<ImportReport>(a, ...importArguments(older, '--companies', '2-3'))
  expect(withoutIds(first)).toEqual(withoutIds(await alone(older, '--companies', '2-3')))
  const ids = first.companies.map(({ id }) => id)
  const moved = async () => {
    const { companies: all } = await b.status()
    return all.filter(({ uuid }) => uuids.includes(uuid))
  }
  const uuids = uuidsIn(controlPath(a.dataDir), ids)
  expect(uuids).toHaveLength(2)
  const areAt = (node: string) => async () => {
    const found = await moved()
    return found.length === 2 && found.every(({ owner, isStandbyReady }) => owner === node && isStandbyReady)
  }
  await until(areAt('a'), { why: () => 'copies of the companies on b' })
  for (const uuid of uuids) await done(a, 'fleet', 'move', uuid, 'b')
  await until(areAt('b'), { why: () => 'the companies on b' })

  // What is new, of companies that another node has, and the operator's own company.
  const dry = await done<ImportReport>(a, ...importArguments(newer), '--dry-run')
  expect(dry.isDryRun).toBe(true)
  const [bakery = ''] = uuids
  await done(a, 'fleet', 'move', bakery, 'b')
  const second = await done<ImportReport>(a, ...importArguments(newer))
  const nameless = (report: ImportReport) =>
    withoutIds(report).map((one, at) => (at === 0 ? { ...one, name: '' } : one))
  expect(nameless(second)).toEqual(nameless(await alone(newer))) // the operator's company has its own name
  await until(areAt('a'), { why: () => 'copies of the companies again' })
  for (const uuid of uuids) await done(a, 'fleet', 'move', uuid, 'b')
  await until(areAt('b'), { why: () => 'the companies on b again' })
  await b.stop()
  await a.stop()
  const [onA, onB] = [a, b].map(({ dataDir }) => uuids.map((uuid) => contentOf(tenantPath(dataDir, uuid))))
  const inPlain = uuidsIn(controlPath(plain), ids).map((uuid) => contentOf(tenantPath(plain, uuid)))
  expect(onA).toEqual(onB)
  expect(onB?.map(({ counts }) => counts)).toEqual(inPlain.map(({ counts }) => counts))
  expect(onB?.map(({ check }) => check)).toEqual(['ok', 'ok'])
  expect(existsSync(join(a.dataDir, 'moving-in', 'run'))).toBe(false)
  expect(filesOf(tenantPath(a.dataDir, bakery)).length).toBeGreaterThan(0)
  for (const name of filesOf(tenantPath(a.dataDir, bakery)))
    expect(existsSync(mediaPath(tenantFolder(a.dataDir, bakery), name))).toBe(true)
}, 600_000)

const uuidsIn = (control: string, ids: readonly (number | null)[]): string[] => {
  const raw = new Sqlite(control, { readonly: true })
  try {
    return ids.map((id) => getOnlyValue<string>(raw, 'SELECT uuid FROM companies WHERE id = ?', id))
  } finally {
    raw.close()
  }
}

const COUNTED = ['messages', 'tickets', 'contacts', 'ticket_log', 'users', 'moved_ids', 'ticket_ratings', 'queues']

function contentOf(path: string) {
  const raw = new Sqlite(path)
  const counts = COUNTED.map((table) => [table, getOnlyValue<number>(raw, `SELECT count(*) FROM ${table}`)])
  const messages = raw.prepare('SELECT * FROM messages ORDER BY contact_id, id').all()
  const check = raw.pragma('integrity_check', { simple: true })
  raw.close()
  return { counts, messages, check }
}

function filesOf(path: string) {
  const raw = new Sqlite(path)
  const names = getColumn<string>(raw, "SELECT media ->> 'file' FROM messages WHERE media IS NOT NULL")
  raw.close()
  return names.flatMap((name) => readStoredName(name) ?? [])
}

/** The page, through any node. The short lane takes one product of them. */
const families = shareOf(['saas', 'community', 'saas2025', 'izing'] as const, 0, 4)

test('every product’s companies come, from the page', async () => {
  let token = ''
  const { a, b } = await startTwoNodes(async (w) => {
    token = await w.attendant([], { profile: 'admin', super: true }).token()
  })
  const ask = async (method: string, path: string, body?: object): Promise<MovingIn> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const response = await fetch(`${b.origin}/api/moving-in${path}`, init)
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as MovingIn // its contract
  }
  /** Undefined while the operator's company is away: it takes in one of theirs. */
  const look = () =>
    ask('GET', '/').catch((error: Error) => {
      if (!error.message.includes(': 503 ')) throw error
      return undefined
    })
  const ended = async () => {
    const hasEnded = (shown: MovingIn | undefined) => shown && shown.run?.state !== 'running' && shown
    return until(async () => hasEnded(await look()), { within: 120_000, why: () => 'the end of a run' })
  }
  for (const family of families) {
    const { dump, media } = writeDump(folder(), family)
    const plain = await installation()
    const there = await balcaoJson<ImportReport>(['import', dump, '--media', media, '--yes', '--data', plain])
    await ask('PUT', '/source', { dump, media, redis: '', name: '', zone: '', database: '' })
    await ask('POST', '/dry-run')
    const { askedAbout } = await ended()
    await ask('POST', '/start', { leftOut: [], isOperators: askedAbout === null ? null : true, takeSessions: false })
    const { result, run } = await ended()
    expect({ family, problem: run?.problem, refusal: run?.refusal }).toEqual({ family, problem: null, refusal: null })
    const here = result?.report.companies ?? []
    const namesIn = (companies: readonly { readonly name: string }[]) =>
      companies.slice(1).map(({ name }) => name.replace(/ \d$/, ''))
    expect([family, namesIn(here)]).toEqual([family, namesIn(there.companies)])
    const ids = here.map(({ id }) => id)
    const uuids = uuidsIn(controlPath(a.dataDir), ids)
    const areCopied = async () => {
      const { companies } = await b.status()
      const found = companies.filter(({ uuid }) => uuids.includes(uuid))
      return found.length === uuids.length && found.every(({ isStandbyReady }) => isStandbyReady)
    }
    await until(areCopied, { why: () => `copies of what came from ${family}` })
    await ask('DELETE', '/source')
  }
  await b.stop()
  await a.stop()
}, 600_000)
