/** Stored files that nobody refers to are deleted, and nothing else is. */
import { describe, expect, test } from 'bun:test'
import { utimesSync, writeFileSync } from 'node:fs'
import { adoptFile, findStoredFile, hashOf, sidePath } from '../../../src/platform/files'
import { lookUpOf } from '../../../src/platform/stored-files'
import { DAY } from '../../../src/platform/time'
import { storedFiles } from '../../../src/stored-files'
import { ROUND } from '../../../src/tickets/media/unneeded'
import type { CompanyWorld } from '../../support/company-world'
import { runJob } from '../../support/jobs'
import { PNG } from '../../support/pixel'
import { type World, world } from '../../support/world'
import { attending, filesOf, PDF } from './support'

const folderOf = (w: World) => w.server.folderOf(w.tenant.uuid)

/** The files become old, and a full round of checks runs. */
async function aDayPasses(w: World) {
  for (const sha256 of filesOf(w)) {
    const old = new Date(w.clock.now() - 2 * DAY)
    utimesSync(findStoredFile(folderOf(w), sha256)?.path ?? '', old, old)
  }
  await everyTurn(w)
}

async function everyTurn(w: World) {
  w.clock.forward(ROUND)
  while (w.server.fileRounds.dueAt(w.cx) <= w.clock.now()) await runJob(w.server, 'messages.remove-files')
}

const remove = (w: CompanyWorld, ticketId: number) =>
  w.admin().request(`/api/tickets/${ticketId}`, { method: 'DELETE' })

test('deletes the files of a deleted ticket with the last message that has them', async () => {
  const { w, ticket, stored } = await attending()
  const said = await stored('foto.png', PNG)
  await stored('conta.pdf', PDF)
  const copy = w.ticket({})
  w.rows('UPDATE messages SET ticket_id = ? WHERE id = ? RETURNING id', copy.id, said.id)
  await aDayPasses(w)
  expect(filesOf(w)).toHaveLength(2)
  expect((await remove(w, ticket.id)).status).toBe(200)
  await aDayPasses(w)
  expect(filesOf(w)).toEqual([
    w.rows<{ f: string }>("SELECT json_extract(media, '$.file') AS f FROM messages")[0]?.f ?? '',
  ])
  await remove(w, copy.id)
  await aDayPasses(w)
  expect(filesOf(w)).toEqual([])
})

test('keeps a file that is stored again until its row exists, however old it is', async () => {
  const { w, ticket, stored } = await attending()
  await stored('foto.png', PNG)
  await remove(w, ticket.id)
  const path = sidePath(folderOf(w))
  writeFileSync(path, PNG)
  const old = new Date(w.clock.now() - 2 * DAY)
  utimesSync(path, old, old) // it took two days to come
  await adoptFile(folderOf(w), path, (await hashOf(path)).sha256)
  await everyTurn(w)
  expect(filesOf(w)).toHaveLength(1)
})

test('keeps a picture while a contact has it, or would get it back', async () => {
  const { w, ticket, stored } = await attending()
  await stored('foto.png', PNG)
  const [sha256 = ''] = filesOf(w)
  await remove(w, ticket.id)
  const keep = async (sql: string) => {
    w.rows(sql, sha256)
    await aDayPasses(w)
    expect(filesOf(w)).toEqual([sha256])
  }
  await keep('UPDATE contacts SET picture = ? RETURNING id')
  w.rows('UPDATE contacts SET picture = NULL RETURNING id')
  const merged = (side: string) =>
    `INSERT INTO contact_merges (kept_id, gone_id, moved, created_at) VALUES (1, 2, json_object('${side}', json_object('picture', ?)), 0) RETURNING id`
  await keep(merged('contact'))
  w.rows('UPDATE contact_merges SET undone_at = 1 RETURNING id')
  await keep(merged('kept'))
  w.rows('UPDATE contact_merges SET undone_at = 1 RETURNING id')
  await aDayPasses(w)
  expect(filesOf(w)).toEqual([])
})

describe('every column that holds the name of a stored file', () => {
  test.each(storedFiles.map((column) => [`${column.table}.${column.column} ${column.path ?? ''}`, column] as const))(
    '%s is searched through an index',
    (_name, column) => {
      const w = world()
      const plan = w.rows<{ detail: string }>(`EXPLAIN QUERY PLAN ${lookUpOf([column])}`, { file: 'x' })
      expect(
        plan.map(({ detail }) => detail).filter((step) => step.startsWith('SCAN') && step !== 'SCAN CONSTANT ROW'),
      ).toEqual([])
    },
  )
})
