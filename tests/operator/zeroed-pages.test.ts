/** A disk that returns zeros for a page: the doctor and the backup detect it for every page. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { createBackup } from '../../src/operator/backup/create'
import { examine } from '../../src/operator/doctor/doctor'
import { findLostTexts, inspectDatabase, withReader } from '../../src/operator/inspect'
import { silentLog } from '../../src/operator/installation'
import { tenantPath } from '../../src/platform/databases'
import { storedFiles } from '../../src/stored-files'
import { world } from '../support/world'
import { zeroedInTurn } from './support'

setDefaultTimeout(180_000)

/** A company with pages of every kind: lists, long texts, search indexes, and free pages. */
async function closedCompany() {
  const w = world()
  const maria = w.whatsapp.person('5521996124087', { name: 'Maria' })
  for (let n = 0; n < 60; n++) maria.says(`mensagem ${n} ${'bom dia '.repeat(n % 6 === 0 ? 1_500 : 20)}`)
  for (let n = 0; n < 60; n++) w.contact({ name: `Pessoa ${n}` })
  w.db.$client.exec(`
    DELETE FROM messages WHERE id BETWEEN 20 AND 30;
    UPDATE messages SET extra = json_object('card', hex(zeroblob(3000))) WHERE id % 9 = 0;
  `)
  await w.close()
  return { ...w, path: tenantPath(w.dataDir, w.tenant.uuid) }
}

function pagesInUse(path: string): Set<number> {
  return withReader(path, (raw) => new Set(raw.prepare('SELECT pageno FROM dbstat').pluck().all() as number[])) // page numbers
}

test('every zeroed page of a company file is detected, except empty ones', async () => {
  const { path, tenant } = await closedCompany()
  const inUse = pagesInUse(path)
  const foundBy = { order: 0, text: 0 }
  const unfound: number[] = []
  for (const page of zeroedInTurn(path)) {
    const isTorn = inspectDatabase(path, { kind: 'tenant', identity: tenant.uuid }).problems.length > 0
    if (isTorn) foundBy.order++
    else if (findLostTexts(path).length > 0) foundBy.text++
    else unfound.push(page)
  }
  console.log(`${foundBy.order} zeroed pages found by SQLite, ${foundBy.text} by the texts, ${unfound.length} unfound`)
  expect(unfound.filter((page) => inUse.has(page))).toEqual([])
  expect(foundBy.text).toBeGreaterThan(0)
  expect(inspectDatabase(path, { kind: 'tenant', identity: tenant.uuid }).problems).toEqual([])
  expect(findLostTexts(path)).toEqual([])
})

test('a partly lost text is reported by the doctor and by the backup, which contains the rest', async () => {
  const { dataDir, path, tenant } = await closedCompany()
  for (const _ of zeroedInTurn(path)) {
    if (inspectDatabase(path, { kind: 'tenant', identity: tenant.uuid }).problems.length > 0) continue
    if (findLostTexts(path).length > 0) break
  }
  const findings = await examine({ dataDir, settings: {}, fix: false, storedFiles, log: silentLog(), now: Date.now() })
  expect(findings.filter(({ level }) => level === 'problem')).toMatchObject([
    {
      about: 'company 1 "Loja Centro"',
      words: expect.stringMatching(/^1 texts are lost in part \(messages\.\w+\)/),
    },
  ])
  const { manifest, problems } = await createBackup(dataDir, Date.now(), { to: null, withKey: false, storedFiles })
  expect(problems).toEqual([expect.stringContaining('is in this backup, but 1 texts are lost in part')])
  expect(manifest.companies).toMatchObject([{ missing: null, counts: { contacts: 61 } }])
})
