/** A whole import: staged, recognised, built aside, put in place, and once more. */
import { describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CompanyReport, ImportReport } from '../../../src/moving-in/contract'
import { readLastReport, readMovingState } from '../../../src/operator/moving-in/folder'
import { type ImportDeps, importInstallation, type Question } from '../../../src/operator/moving-in/import'
import { createUser } from '../../../src/operator/people'
import { getColumn, getOnlyValue, getRows, getValue } from '../../../src/platform/sql'
import { MINUTE } from '../../../src/platform/time'
import { allFillings, allMovers } from '../../../src/standby'
import { actsIn, folder, installation, withDatabases } from '../../cli/support'
import { installation as neutral } from '../samples/installation'
import { mysqlDump } from '../samples/write-mysql'
import { type DumpFiles, writeDump } from './dumps'

type Options = Partial<Parameters<typeof importInstallation>[0]> &
  Partial<Pick<ImportDeps, 'ask' | 'now' | 'signal' | 'progress'>>

const importFrom = async (dataDir: string, { dump, media }: DumpFiles, options: Options = {}) => {
  const { ask = async () => true, now = Date.now, progress = () => {}, ...others } = options
  const { signal = new AbortController().signal, ...more } = others
  return importInstallation(
    { dataDir, dump, media, isDryRun: false, only: null, name: null, zone: null, sessions: null, ...more },
    {
      movers: allMovers,
      fillings: allFillings,
      now,
      signal,
      typeOf: async () => 'application/octet-stream',
      ask,
      progress,
    },
  )
}

const summary = ({ companies }: ImportReport) =>
  companies.map(({ name, id, isAgain, imported }) => [id, name, isAgain, imported.messages ?? 0])
const companyIn = (report: ImportReport, theirs: string): CompanyReport => {
  const found = report.companies.find((one) => one.theirs === theirs)
  if (!found) throw new Error(`company ${theirs} is not in the report`)
  return found
}

describe('an import', () => {
  test('claims e-mails when it takes them, however long ago it began', async () => {
    const [home, dataDir] = [folder(), join(folder(), 'data')]
    let at = Date.now()
    const began = at
    await importFrom(dataDir, writeDump(home), { now: () => (at += MINUTE) })
    await withDatabases(dataDir, ({ control }) => {
      const times = getColumn<number>(
        control,
        "SELECT taken_at FROM claims JOIN companies ON uuid = tenant_uuid WHERE kind = 'email' AND id > 1 ORDER BY revision",
      )
      expect(times.length).toBeGreaterThan(1)
      expect(new Set(times).size).toBe(times.length)
      expect(times[0]).toBeGreaterThan(began)
    })
  })

  test('founds an installation, and each company is complete when it appears', async () => {
    const [home, dataDir] = [folder(), join(folder(), 'data')]
    const { report, firstCompany } = await importFrom(dataDir, writeDump(home))
    expect(firstCompany?.admin.email).toBe('admin@balcao.local')
    expect(summary(report)).toEqual([
      [1, neutral.companies[0]?.name ?? '', true, 0],
      [2, 'Padaria do Zé & Filhos', false, 43],
      [3, 'Clínica Bloqueada', false, 1],
    ])
    expect(report.companies.flatMap(({ skipped }) => skipped).filter(({ reason }) => reason === 'leftOut')).toEqual([])
    await withDatabases(dataDir, ({ control, tenant }) => {
      const rows = getRows<{ uuid: string; active: number; plan: string | null; due: number }>(
        control,
        'SELECT uuid, active, (SELECT name FROM plans WHERE id = plan_id) AS plan, due_at AS due FROM companies',
      )
      expect(rows.map(({ active, plan }) => [active, plan])).toEqual([
        [1, null],
        [1, 'Plano Ouro'],
        [0, expect.any(String)],
      ])
      expect(new Date(rows[1]?.due ?? 0).toISOString()).toBe('2026-12-16T02:59:59.999Z')
      const bakery = tenant(rows[1]?.uuid ?? '')
      expect(getOnlyValue<number>(bakery, 'SELECT count(*) FROM messages')).toBeGreaterThanOrEqual(40)
      expect(getColumn(bakery, 'SELECT step FROM moved_steps')).toEqual([])
      expect(getColumn(bakery, 'SELECT count(*) FROM outbox')).toEqual([0])
      expect(getValue(bakery, 'SELECT 1 FROM users WHERE super = 1')).toBeUndefined()
      const operators = tenant(rows[0]?.uuid ?? '')
      expect(getOnlyValue<number>(operators, 'SELECT count(*) FROM users WHERE super = 1')).toBe(2)
    })
    expect(readdirSync(join(dataDir, 'moving-in')).sort()).toEqual(['first-sign-in.json', ...LEFT_BEHIND])
    expect(readMovingState(dataDir)).toMatchObject({ state: 'done', problem: null })
    expect(readLastReport(dataDir)).toEqual(report)
    expect(await actsIn(dataDir)).toEqual(['company create Padaria do Zé & Filhos', 'company create Clínica Bloqueada'])
  })

  test('a second one adds only what is new, and overwrites nothing', async () => {
    const [home, dataDir] = [folder(), await installation()]
    const files = writeDump(home)
    await importFrom(dataDir, files)
    await withDatabases(dataDir, ({ writableControl, tenant }) => {
      const uuid = getOnlyValue<string>(writableControl(), "SELECT uuid FROM companies WHERE name LIKE 'Padaria%'")
      writableControl().$client.prepare("UPDATE companies SET name = 'Outro nome' WHERE uuid = ?").run(uuid)
      tenant(uuid).$client.exec("UPDATE queues SET name = 'Balcão de vendas' WHERE name = 'Vendas'; DELETE FROM tags")
    })
    const { report } = await importFrom(dataDir, files)
    const again = companyIn(report, '2')
    expect([again.name, again.isAgain]).toEqual(['Outro nome', true])
    expect(again.imported.messages ?? 0).toBe(0)
    expect(again.merged.find(({ what }) => what === 'users')).toEqual({
      what: 'users',
      count: 5,
      reason: 'alreadyHere',
    })
    await withDatabases(dataDir, ({ writableControl, tenant }) => {
      expect(getOnlyValue<number>(writableControl(), 'SELECT count(*) FROM companies')).toBe(3)
      const db = tenant(getOnlyValue<string>(writableControl(), "SELECT uuid FROM companies WHERE name = 'Outro nome'"))
      expect(getValue(db, "SELECT 1 FROM queues WHERE name = 'Vendas'")).toBeUndefined()
      expect(getOnlyValue<number>(db, 'SELECT count(*) FROM tags')).toBe(0)
    })
  })

  test('a copied machine with other people is another company', async () => {
    const [home, dataDir] = [folder(), await installation()]
    await importFrom(dataDir, writeDump(home))
    const elsewhere = neutral.companies.map((company) => ({
      ...company,
      people: company.people.map((one) => ({ ...one, email: `outra.${one.email}` })),
    }))
    const { report } = await importFrom(dataDir, writeDump(folder(), 'ticketz', { ...neutral, companies: elsewhere }))
    expect([companyIn(report, '2').isAgain, companyIn(report, '3').isAgain]).toEqual([false, false])
  })

  test('a second one with another zone is refused: everybody would be here twice', async () => {
    const [home, dataDir] = [folder(), await installation()]
    const files = { ...writeDump(home, 'community'), dump: join(home, 'mysql.sql') }
    writeFileSync(files.dump, [...mysqlDump(files.sample.tables)].join(''))
    await importFrom(dataDir, files, { zone: '-04:00' })
    await expect(importFrom(dataDir, files)).rejects.toThrow('"Empresa" moved in with another --zone')
    expect(await companiesIn(dataDir)).toHaveLength(2)
    writeFileSync(files.dump, `SET NAMES utf8;\n${readFileSync(files.dump, 'utf8').replaceAll('utf8mb4', 'utf8')}`)
    const { report } = await importFrom(dataDir, files, { zone: '-04:00' })
    expect(report.installation.noted).toEqual([{ what: 'dump', count: 1, reason: 'emojiLost' }])
    expect(summary(report)).toEqual([[2, 'Empresa', true, 0]])
  })

  test('a dry run has the same numbers and writes nothing', async () => {
    const [home, dataDir] = [folder(), await installation()]
    const files = writeDump(home)
    const before = await companiesIn(dataDir)
    mkdirSync(join(dataDir, 'moving-in'))
    writeFileSync(join(dataDir, 'moving-in', 'staging.db'), 'of a dry run that was killed')
    const dry = await importFrom(dataDir, files, { isDryRun: true })
    expect(await companiesIn(dataDir)).toEqual(before)
    expect(readdirSync(join(dataDir, 'tenants'))).toHaveLength(1)
    expect(readdirSync(join(dataDir, 'moving-in')).sort()).toEqual(LEFT_BEHIND)
    const { report } = await importFrom(dataDir, files)
    const numbers = (one: ImportReport) => one.companies.map(({ id: _, ...rest }) => rest)
    expect(numbers(dry.report)).toEqual(numbers(report))
    const nowhere = join(folder(), 'data')
    await importFrom(nowhere, files, { isDryRun: true })
    expect(existsSync(nowhere)).toBe(false)
  })

  test('asks before it writes, and whether the operator’s company is theirs', async () => {
    const [home, dataDir] = [folder(), await installation()]
    const files = writeDump(home)
    const asked: Question['kind'][] = []
    const answer = (word: boolean) => async (question: Question) => {
      asked.push(question.kind)
      return question.kind === 'proceed' ? word : false
    }
    await expect(importFrom(dataDir, files, { ask: answer(false) })).rejects.toThrow('Nothing was imported.')
    expect(await companiesIn(dataDir)).toHaveLength(1)
    await importFrom(dataDir, files, { ask: answer(true) })
    expect(asked).toEqual(['proceed', 'proceed', 'operator'])
    expect(await companiesIn(dataDir)).toHaveLength(4)
    await withDatabases(dataDir, ({ writableControl, tenant }) => {
      const uuids = getColumn<string>(writableControl(), 'SELECT uuid FROM companies WHERE id > 1')
      for (const uuid of uuids) expect(getValue(tenant(uuid), 'SELECT 1 FROM users WHERE super = 1')).toBeUndefined()
    })
  })

  test('says before and after that nobody could administer a company whose e-mails are all taken', async () => {
    const [home, dataDir] = [folder(), await installation()]
    await withDatabases(dataDir, (databases) => {
      const dora = {
        companyId: 1,
        name: 'Dora',
        email: 'dora@clinica.example',
        profile: 'user',
        password: null,
      } as const
      return createUser(databases, Date.now(), dora)
    })
    const asked: Question[] = []
    const { report } = await importFrom(dataDir, writeDump(home), {
      ask: async (question) => {
        asked.push(question)
        return true
      },
    })
    const [first] = asked
    expect(first?.kind === 'proceed' && first.found.companies.map(({ id, takenEmails }) => [id, takenEmails])).toEqual([
      ['1', []],
      ['2', []],
      ['3', ['dora@clinica.example']],
    ])
    const clinic = companyIn(report, '3')
    expect(clinic.skipped).toContainEqual({ what: 'users', count: 1, reason: 'noAdmin' })
    expect(clinic.details).toContainEqual({ what: 'users', reason: 'noAdmin', lines: ['dora@clinica.example'] })
  })

  test('takes only the companies that were chosen, and counts the others', async () => {
    const [home, dataDir] = [folder(), await installation()]
    const { report } = await importFrom(dataDir, writeDump(home), { only: (id) => id === '3' })
    expect(report.companies.map(({ theirs }) => theirs)).toEqual(['3'])
    expect(report.left).toContainEqual({ what: 'companies', count: 2, reason: 'leftOut' })
  })

  test('that is stopped goes on, and nothing is there twice', async () => {
    const [home, dataDir] = [folder(), await installation()]
    const files = writeDump(home)
    const stop = new AbortController()
    const stopped = importFrom(dataDir, files, {
      signal: stop.signal,
      progress: ({ step }) => {
        if (step === 'tickets') stop.abort()
      },
    })
    await expect(stopped).rejects.toThrow('was stopped')
    expect(readMovingState(dataDir)?.state).toBe('stopped')
    expect(await companiesIn(dataDir)).not.toContain('Padaria do Zé & Filhos')
    const { report } = await importFrom(dataDir, files)
    expect(companyIn(report, '2').imported.messages).toBe(43)
    expect(await companiesIn(dataDir)).toHaveLength(3)
  })

  test('that goes on behind a company notes its creation once', async () => {
    const [home, dataDir] = [folder(), await installation()]
    const files = writeDump(home)
    const stop = new AbortController()
    const stopped = importFrom(dataDir, files, {
      signal: stop.signal,
      progress: ({ step, company }) => {
        if (step === 'tickets' && company?.at === 3) stop.abort()
      },
    })
    await expect(stopped).rejects.toThrow('was stopped')
    const bakery = 'company create Padaria do Zé & Filhos'
    expect(await actsIn(dataDir)).toEqual([bakery])
    await importFrom(dataDir, files)
    expect(await actsIn(dataDir)).toEqual([bakery, 'company create Clínica Bloqueada'])
    expect(await actsIn(dataDir, 2)).toEqual([bakery])
  })
})

const LEFT_BEHIND = ['lock.db', 'report.json', 'state.json', 'summary.json']

const companiesIn = (dataDir: string): Promise<string[]> =>
  withDatabases(dataDir, ({ writableControl }) =>
    getColumn<string>(writableControl(), 'SELECT name FROM companies ORDER BY id'),
  )
