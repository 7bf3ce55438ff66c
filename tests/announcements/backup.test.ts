/** The operator's data is part of every backup: rows in control.db, and pictures in `operator-media/`. */
import { expect, test } from 'bun:test'
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createBackup } from '../../src/operator/backup/create'
import { listMedia } from '../../src/operator/backup/files'
import { restoreInstallation } from '../../src/operator/backup/restore'
import { verifyBackup } from '../../src/operator/backup/verify'
import { examine } from '../../src/operator/doctor/doctor'
import { silentLog } from '../../src/operator/installation'
import { mediaPath } from '../../src/platform/files'
import { OPERATOR_MEDIA, operatorFolder } from '../../src/platform/operator-storage'
import { storedFiles } from '../../src/stored-files'
import { PNG } from '../support/pixel'
import { world } from '../support/world'

async function place() {
  const w = world()
  const operator = w.admin({ super: true })
  const body = { title: 'Aviso', text: 'Leia.', priority: 2, status: true }
  const { id } = (await (await operator.json('/api/announcements', 'POST', body)).json()) as { id: number }
  const form = new FormData()
  form.set('file', new File([PNG], 'aviso.png'))
  await operator.request(`/api/announcements/${id}/media-upload`, { method: 'POST', body: form })
  await operator.json('/api/helps', 'POST', { title: 'Primeiros passos', video: 'abcDEF_1234' })
  const [file] = listMedia(operatorFolder(w.dataDir))
  if (!file) throw new Error('the picture was not stored')
  const backup = (to: string | null = null) =>
    createBackup(w.dataDir, w.clock.now(), { to, withKey: false, storedFiles })
  const verify = (folder: string) => verifyBackup(folder, { readMedia: true, storedFiles })
  return { w, file, backup, verify }
}

test('a restored installation has its announcements, videos and pictures', async () => {
  const { w, file, backup } = await place()
  const { folder, problems } = await backup()
  expect(problems).toEqual([])
  const to = `${w.dataDir}-restored`
  try {
    const restored = await restoreInstallation([folder], to, {
      now: w.clock.now(),
      storedFiles,
      log: silentLog(),
    })
    expect(restored.missing).toEqual([])
    expect(readFileSync(mediaPath(operatorFolder(to), file))).toEqual(PNG)
    const again = world({ dataDir: to, startsAt: w.clock.now() })
    const count = (table: string) =>
      again.server.databases.writableControl().$client.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
    expect([count('announcements'), count('helps')]).toEqual([1, 1])
    await again.close()
  } finally {
    rmSync(to, { recursive: true, force: true })
  }
})

test('a backup without its picture is damaged, and one of a missing picture reports it', async () => {
  const { w, file, backup, verify } = await place()
  const { folder } = await backup()
  const without = `${w.dataDir}-copy`
  try {
    cpSync(folder, without, { recursive: true })
    rmSync(join(without, OPERATOR_MEDIA), { recursive: true })
    expect((await verify(without)).problems).toEqual([expect.stringContaining('is missing, or behind a link')])
    rmSync(mediaPath(operatorFolder(w.dataDir), file))
    const later = await backup(`${w.dataDir}-later`)
    expect((await verify(later.folder)).missing).toEqual([
      'control.db: 1 of 1 files that it names are not in the backup',
    ])
  } finally {
    for (const one of [without, `${w.dataDir}-later`]) rmSync(one, { recursive: true, force: true })
  }
})

test('the doctor reports a missing picture', async () => {
  const { w, file } = await place()
  const problems = async () =>
    (await examine({ dataDir: w.dataDir, settings: {}, fix: false, storedFiles, log: silentLog(), now: Date.now() }))
      .filter(({ level }) => level === 'problem')
      .map(({ about, words }) => `${about}: ${words}`)
  expect(await problems()).toEqual([])
  rmSync(mediaPath(operatorFolder(w.dataDir), file))
  expect(await problems()).toEqual(['operator-media: 1 of 1 files of announcements are missing, or are links'])
})
