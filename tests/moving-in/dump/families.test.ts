import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { kinds } from '../../../src/moving-in/contract'
import { stageDump } from '../../../src/moving-in/dump/stage'
import { openSource } from '../../../src/moving-in/families/source'
import { families, type Source } from '../../../src/moving-in/source'
import { databaseOf, now, openSample } from '../families/support'
import { installation } from '../samples/installation'
import { sampleOf } from '../samples/tables'
import { mysqlDump } from '../samples/write-mysql'
import { postgresDump } from '../samples/write-postgres'
import { fileWith, temporaryFolder } from './support'

const contentOf = (source: Source) => ({
  family: source.family,
  version: source.version,
  plans: source.listPlans(),
  helps: source.listHelps(),
  left: source.listLeft(),
  companies: source.listCompanies().map((company) => ({
    ...company,
    rows: Object.fromEntries(kinds.map((kind) => [kind, [...source.rows(kind, company.id)]])),
  })),
})

for (const family of families)
  test(`an installation of ${family} is the same through a dump as without one`, async () => {
    const { tables } = sampleOf(family, installation)
    const dumps =
      databaseOf(family) === 'mysql'
        ? [mysqlDump(tables), mysqlDump(tables, { program: 'phpMyAdmin' })]
        : [postgresDump(tables), postgresDump(tables, { style: 'inserts' })]
    const direct = await openSample(family)
    const wanted = contentOf(direct)
    direct.close()
    for (const dump of dumps) {
      const path = join(temporaryFolder(), 'staging.db')
      await stageDump(fileWith([...dump].join('')), path)
      const source = await openSource(path, { now })
      expect(contentOf(source)).toEqual(wanted)
      source.close()
    }
  })
