/** Moving in by the operator's page. Without a program, the import runs in this process. */
import { describe, expect, test } from 'bun:test'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Actor } from '../../../src/actor'
import type { CompanySummary, ImportReport } from '../../../src/moving-in/contract'
import { movingFolder } from '../../../src/operator/moving-in/folder'
import { getColumn } from '../../../src/platform/sql'
import { writeDump } from '../../moving-in/run/dumps'
import { type World, world } from '../../support/world'
import { EVERYTHING, folder, open, pageOf } from './support'

const companiesIn = (w: World) =>
  getColumn<string>(w.server.databases.control, 'SELECT name FROM companies ORDER BY id')
const sumsOf = ({ theirs, imported, merged, skipped, noted }: CompanySummary) => ({
  theirs,
  imported,
  merged,
  skipped,
  noted,
})
/** Their operator's company stays there: in a test the server has company 1 open. */
const WITHOUT_OPERATOR = { ...EVERYTHING, leftOut: ['1'] }

describe('an installation', () => {
  test('is tried in a dry run, and moves in with the same sums', async () => {
    const { w, page } = open()
    const before = companiesIn(w)
    const dry = await page.dryRun(writeDump(folder()))
    expect(dry.run).toMatchObject({ state: 'done', isDryRun: true })
    expect(dry.dryRun?.report.companies.map(({ theirs }) => theirs)).toEqual(['1', '2', '3'])
    expect(dry.askedAbout).toBe('1')
    expect(companiesIn(w)).toEqual(before)

    expect((await page.start(WITHOUT_OPERATOR)).status).toBe(200)
    const done = await page.ended()
    expect(done.run).toMatchObject({ state: 'done', isDryRun: false, refusal: null, problem: null })
    expect(done.result?.report.companies.map(sumsOf)).toEqual(dry.dryRun?.report.companies.slice(1).map(sumsOf) ?? [])
    expect(companiesIn(w)).toEqual([...before, 'Padaria do Zé & Filhos', 'Clínica Bloqueada'])

    const report = await w.admin({ super: true }).json('/api/moving-in/report', 'GET', undefined)
    const { companies } = (await report.json()) as ImportReport // the answer of its route
    expect(companies.flatMap(({ details }) => details).length).toBeGreaterThan(0)
  })

  test('is put away with its result, and then another can move in', async () => {
    const { page } = open()
    await page.dryRun(writeDump(folder()))
    await page.start(WITHOUT_OPERATOR)
    await page.ended()
    const { body } = await page.ask('/source', 'DELETE')
    expect([body.source, body.run, body.dryRun, body.result]).toEqual([null, null, null, null])
  })

  test('tells the operator’s people, and nobody else, how far it is', async () => {
    const heard: [string, boolean, boolean][] = []
    const { page } = open(
      world({
        observed: ({ name }, audience) => {
          if (!name.startsWith('movingIn.')) return
          const who = (isSuper: boolean) => ({ super: isSuper, profile: 'admin', tenantId: 1 }) as Actor // all that the audience reads
          heard.push([name, audience(who(true)), audience(who(false))])
        },
      }),
    )
    await page.dryRun(writeDump(folder()))
    expect(heard.length).toBeGreaterThan(2)
    expect(heard.every(([, isForOperator, isForOthers]) => isForOperator && !isForOthers)).toBe(true)
  })
})

describe('what is asked before it begins', () => {
  test('is a dry run of this very dump', async () => {
    const { page } = open()
    const { dump, media } = writeDump(folder())
    expect((await page.ask('/dry-run', 'POST')).body.error).toBe('ERR_MOVING_IN_NO_SOURCE')
    await page.choose({ dump, media })
    expect((await page.start(WITHOUT_OPERATOR)).body.error).toBe('ERR_MOVING_IN_DRY_RUN')
    await page.dryRun({ dump, media })
    appendFileSync(dump, '\n-- made again\n')
    expect((await page.show()).dryRun?.isStale).toBe(true)
    expect((await page.start(WITHOUT_OPERATOR)).body.error).toBe('ERR_MOVING_IN_DRY_RUN')
  })

  test('is whether the operator’s company is theirs: no question answers itself', async () => {
    const { w, page } = open()
    await page.dryRun(writeDump(folder()))
    const { status, body } = await page.start(EVERYTHING)
    expect([status, body.error, body.details]).toEqual([422, 'ERR_MOVING_IN_UNANSWERED', { question: 'operator' }])
    await page.start({ ...EVERYTHING, isOperators: false })
    expect((await page.ended()).result?.report.companies).toHaveLength(3)
    expect(companiesIn(w)).toHaveLength(4)
  })

  test('is which companies: one at least, and of the dump', async () => {
    const { page } = open()
    await page.dryRun(writeDump(folder()))
    for (const leftOut of [['1', '2', '3'], ['9']])
      expect((await page.start({ ...EVERYTHING, leftOut })).body.error).toBe('ERR_INVALID_INPUT')
  })
})

describe('a run', () => {
  test('is stopped, and goes on where it was', async () => {
    const { w, page } = open()
    await page.dryRun(writeDump(folder()))
    await page.start(WITHOUT_OPERATOR)
    expect((await page.start(WITHOUT_OPERATOR)).body.error).toBe('ERR_MOVING_IN_RUNNING')
    expect((await page.choose({})).body.error).toBe('ERR_MOVING_IN_RUNNING')
    await page.ask('/stop', 'POST')
    const stopped = await page.ended()
    expect(stopped.run).toMatchObject({ state: 'stopped', canContinue: true, isDryRun: false })
    expect((await page.ask('/stop', 'POST')).body.error).toBe('ERR_MOVING_IN_IDLE')
    expect((await page.ask('/continue', 'POST')).status).toBe(200)
    expect((await page.ended()).run?.state).toBe('done')
    expect(companiesIn(w)).toContain('Padaria do Zé & Filhos')
    expect((await page.ask('/continue', 'POST')).body.error).toBe('ERR_MOVING_IN_IDLE')
  })

  test('ends with the server; the next one shows that, and goes on', async () => {
    const { w, page } = open()
    await page.dryRun(writeDump(folder()))
    await page.start(WITHOUT_OPERATOR)
    const reopened = await w.reopen()
    const after = pageOf(reopened, reopened.admin({ super: true }))
    expect((await after.show()).run).toMatchObject({ state: 'stopped', canContinue: true })
    await after.ask('/continue', 'POST')
    expect((await after.ended()).run?.state).toBe('done')
    expect(companiesIn(reopened)).toContain('Clínica Bloqueada')
  })

  test('that ended without a word, with its server, is shown as killed, and goes on', async () => {
    const { w, page } = open()
    await page.dryRun(writeDump(folder()))
    await page.start(WITHOUT_OPERATOR)
    await w.close()
    const path = join(movingFolder(w.dataDir), 'state.json')
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), state: 'running', endedAt: null }))
    const reopened = await w.reopen()
    const after = pageOf(reopened, reopened.admin({ super: true }))
    expect((await after.show()).run).toMatchObject({ state: 'killed', canContinue: true })
    await after.ask('/continue', 'POST')
    expect((await after.ended()).run?.state).toBe('done')
  })

  test('that ended while no server looked is taken over by the next one', async () => {
    const { w, page } = open()
    await page.dryRun(writeDump(folder()))
    await page.start(WITHOUT_OPERATOR)
    await page.ended()
    await w.close()
    const path = join(movingFolder(w.dataDir), 'plan.json')
    const plan = JSON.parse(readFileSync(path, 'utf8'))
    writeFileSync(path, JSON.stringify({ ...plan, task: { isDryRun: false, stamp: 'x', startedAt: 1 } }))
    const reopened = await w.reopen()
    const after = pageOf(reopened, reopened.admin({ super: true }))
    expect((await after.show()).result?.report.companies).toHaveLength(2)
    expect(JSON.parse(readFileSync(path, 'utf8')).task).toBeNull()
  })

  test('ends with what is wrong in its dump, and nothing has come', async () => {
    const { w, page } = open()
    const { dump, media } = writeDump(folder())
    const before = companiesIn(w)
    const whole = readFileSync(dump)
    writeFileSync(dump, whole.subarray(0, Math.floor(whole.length / 2)))
    const cut = await page.dryRun({ dump, media })
    expect([cut.run?.state, cut.run?.refusal?.code, cut.run?.problem]).toEqual(['failed', 'truncated', null])
    writeFileSync(dump, Buffer.from(whole.toString('utf8'), 'latin1'))
    const latin = await page.dryRun({ dump, media })
    expect([latin.run?.state, latin.run?.refusal?.code]).toEqual(['failed', 'notUtf8'])
    writeFileSync(dump, 'CREATE TABLE wp_posts (id integer);\nINSERT INTO wp_posts (id) VALUES (1);\n')
    const stranger = await page.dryRun({ dump })
    expect(stranger.run?.refusal).toEqual({ code: 'stranger', facts: { product: 'WordPress' } })
    expect(companiesIn(w)).toEqual(before)
    expect(existsSync(join(movingFolder(w.dataDir), 'dry-run'))).toBe(false)
  })
})
