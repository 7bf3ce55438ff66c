/** Where a source may lie: refusals of paths, and of uploads. */
import { describe, expect, test } from 'bun:test'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { movingFolder } from '../../../src/operator/moving-in/folder'
import { offerSampleDump } from '../../../src/operator/sample/moving-in'
import { MINUTE } from '../../../src/platform/time'
import { writeDump } from '../../moving-in/run/dumps'
import { NOON } from '../../support/world'
import { EVERYTHING, folder, open } from './support'

describe('a path', () => {
  test('is refused with what is wrong', async () => {
    const { w, page } = open()
    const home = folder()
    const at = (name: string, content: string | Uint8Array = '') => {
      writeFileSync(join(home, name), content)
      return join(home, name)
    }
    mkdirSync(join(home, 'empty'))
    symlinkSync(join(w.dataDir, 'secret.key'), join(home, 'link'))
    const wrong: readonly [path: string, code: string][] = [
      ['dump.sql', 'relative'],
      [`${home}/../dump.sql`, 'climbs'],
      [join(home, 'none.sql'), 'notFound'],
      [join(home, 'empty'), 'isFolder'],
      [join(w.dataDir, 'control.db'), 'closed'],
      [w.dataDir, 'closed'],
      ['/', 'closed'],
      ['/proc/self/environ', 'closed'],
      ['/dev/zero', 'closed'],
      ['/etc/hostname', 'closed'],
      [at('nothing.sql'), 'empty'],
      [at('dump.zip', 'PK\x03\x04rest'), 'zip'],
      [at('page.sql', '<!doctype html><p>404</p>'), 'html'],
      [at('list.sql', 'a;b;c'), 'notSql'],
      [at('wide.sql', Buffer.from('\ufeffCREATE TABLE a (id int);', 'utf16le')), 'utf16'],
    ]
    for (const [path, code] of wrong) {
      const refusal = await page.refusalOf({ dump: path })
      expect([path, refusal.status, refusal.error, refusal.field, refusal.code]).toEqual([
        path,
        422,
        'ERR_MOVING_IN_SOURCE',
        'dump',
        code,
      ])
      // Anybody could read the first bytes of any file here.
      expect(refusal.facts).not.toHaveProperty('begins')
    }
    const linked = await page.refusalOf({ dump: join(home, 'link') })
    expect(['closed', 'notFound']).toContain(linked.code)
    expect((await page.show()).source).toBeNull()
  })

  test('that begins at the uploads leads nowhere else', async () => {
    const { w, page } = open()
    await page.beginUpload(10)
    const path = `${movingFolder(w.dataDir)}/uploads/../../control.db`
    for (const kind of ['dump', 'media', 'redis'])
      expect(await page.refusalOf({ dump: writeDump(folder()).dump, [kind]: path })).toMatchObject({
        status: 422,
        field: kind,
        code: 'climbs',
      })
  })

  test('may be an unpacked backup, whose dump may be no link to elsewhere', async () => {
    const { w, page } = open()
    const home = folder()
    writeFileSync(join(home, 'db_dump.sql'), readFileSync(writeDump(folder()).dump))
    expect((await page.dryRun({ dump: home })).dryRun?.report.companies).toHaveLength(3)
    rmSync(join(home, 'db_dump.sql'))
    symlinkSync(join(w.dataDir, 'control.db'), join(home, 'db_dump.sql'))
    expect(await page.refusalOf({ dump: home })).toMatchObject({ status: 422, field: 'dump', code: 'closed' })
  })

  test('never shows what stands in the file; an upload does', async () => {
    const { page } = open()
    const path = join(folder(), 'service.conf')
    const table = '-- dump\nCREATE TABLE "Users" (id integer, name text);\n'
    const files: readonly [code: string, content: string | Uint8Array][] = [
      ['truncated', '# settings\nPASSWORD=hidden\n'],
      ['syntax', `${table}INSERT INTO "Users" SELECT hidden;\n`],
      ['value', `${table}INSERT INTO "Users" (id, name) VALUES (1, hidden);\n`],
      ['toolFailed', 'pg_dump: error: hidden\n'],
      ['notUtf8', Buffer.from(`${table}COPY "Users" (id, name) FROM stdin;\n1\thidden \xe9 x\n\\.\n`, 'latin1')],
    ]
    for (const [code, content] of files) {
      writeFileSync(path, content)
      const { run } = await page.dryRun({ dump: path })
      expect([code, run?.refusal?.code, JSON.stringify(run)]).toEqual([
        code,
        code,
        expect.not.stringContaining('hidden'),
      ])
      const bytes = Buffer.from(content)
      await page.beginUpload(bytes.length)
      await page.piece(0, bytes)
      expect([code, JSON.stringify((await page.dryRun({})).run)]).toEqual([code, expect.stringContaining('hidden')])
    }
  })

  test('of another dump needs another dry run, whatever its time of writing', async () => {
    const { page } = open()
    const home = folder()
    const dump = join(home, 'db_dump.sql')
    writeFileSync(dump, readFileSync(writeDump(folder()).dump))
    const { atime, mtime } = statSync(dump)
    for (const path of [dump, home]) {
      expect((await page.dryRun({ dump: path })).dryRun?.isStale).toBe(false)
      writeFileSync(dump, readFileSync(dump))
      utimesSync(dump, atime, mtime)
      expect([path, (await page.show()).dryRun?.isStale]).toEqual([path, true])
      expect((await page.start()).body.error).toBe('ERR_MOVING_IN_DRY_RUN')
    }
  })

  test('of their files must be a folder or an archive', async () => {
    const { page } = open()
    const { dump, media } = writeDump(folder())
    const text = join(folder(), 'public.txt')
    writeFileSync(text, 'nada')
    expect(await page.refusalOf({ dump, media: text })).toMatchObject({ field: 'media', code: 'noFiles' })
    expect(await page.refusalOf({ dump, media: `${media}-none` })).toMatchObject({ field: 'media', code: 'notFound' })
    const { body } = await page.choose({ dump, media })
    expect(body.source?.media).toMatchObject({ path: media, bytes: null })
  })

  test('of a dump in PostgreSQL’s own format says how it becomes SQL', async () => {
    const { page } = open()
    const path = join(folder(), 'ticketz.dump')
    writeFileSync(path, 'PGDMP\x01\x0e\x00')
    // With pg_restore at hand it is read, and found out then.
    const chosen = await page.refusalOf({ dump: path })
    if (chosen.status === 422)
      expect([chosen.code, JSON.stringify(chosen.facts)]).toEqual([
        'customFormat',
        expect.stringContaining('pg_restore -f -'),
      ])
    else expect((await page.dryRun({ dump: path })).run?.refusal?.code).toBe('pgRestoreFailed')
  })
})

describe('an upload', () => {
  test('comes in pieces, moves in, and is deleted with the move', async () => {
    const { w, page } = open()
    const { dump } = writeDump(folder())
    const bytes = gzipSync(readFileSync(dump))
    const half = Math.floor(bytes.length / 2)
    expect((await page.beginUpload(bytes.length, '../../ticketz.sql.gz')).body.upload).toMatchObject({
      name: 'ticketz.sql.gz',
      done: 0,
    })
    expect((await page.piece(0, bytes.subarray(0, half))).done).toBe(half)
    expect((await page.choose({})).body.error).toBe('ERR_MOVING_IN_NO_SOURCE')
    expect((await page.piece(half, bytes.subarray(half))).done).toBe(bytes.length)
    expect((await page.show()).uploads).toEqual([{ kind: 'dump', name: 'ticketz.sql.gz', bytes: bytes.length }])
    expect((await page.dryRun({})).dryRun?.report.companies).toHaveLength(3)
    await page.start({ ...EVERYTHING, leftOut: ['1', '3'] })
    const done = await page.ended()
    expect([done.run?.state, done.uploads]).toEqual(['done', []])
    expect(existsSync(join(movingFolder(w.dataDir), 'uploads'))).toBe(false)
  })

  test('that broke off goes on where it was; a piece is never stored twice', async () => {
    const { page } = open()
    await page.beginUpload(10)
    await page.piece(0, 'CREATE')
    expect(await page.piece(0, 'CREATE')).toMatchObject({
      status: 409,
      error: 'ERR_MOVING_IN_PIECE',
      details: { at: 6 },
    })
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(' T'))
        controller.error(new Error('the connection broke'))
      },
    })
    expect((await page.piece(6, broken)).status).toBe(422)
    expect((await page.show()).upload?.done).toBe(6)
    expect((await page.piece(6, ' TAB')).done).toBe(10)
  })

  test('is one at a time, no larger than announced, and within the disk', async () => {
    const { w, page } = open()
    expect((await page.beginUpload(2 ** 52)).body.error).toBe('ERR_STORAGE_FULL')
    await page.beginUpload(4)
    expect((await page.beginUpload(4)).body.error).toBe('ERR_MOVING_IN_UPLOADING')
    expect((await page.piece(0, 'CREATE TABLE')).error).toBe('ERR_PAYLOAD_TOO_LARGE')
    expect((await page.show()).upload?.done).toBe(0)
    expect(readFileSync(join(movingFolder(w.dataDir), 'uploads', 'upload.part'))).toHaveLength(0)
    for (const bytes of [0, -1, 1.5]) expect((await page.beginUpload(bytes)).status).toBe(400)
  })

  test('waits while a run reads what has come', async () => {
    const { page } = open()
    const { dump } = writeDump(folder())
    await page.choose({ dump })
    await page.beginUpload(6)
    const pieceBegun = Promise.withResolvers<void>()
    const comes = Promise.withResolvers<void>()
    const slow = new ReadableStream({
      async pull(controller) {
        pieceBegun.resolve()
        await comes.promise
        controller.enqueue(new TextEncoder().encode('CRE'))
        controller.close()
      },
    })
    const piece = page.piece(0, slow)
    await pieceBegun.promise
    expect((await page.ask('/dry-run', 'POST')).body.error).toBe('ERR_MOVING_IN_UPLOADING')
    comes.resolve()
    expect((await piece).done).toBe(3)
    const [run, next] = await Promise.all([page.ask('/dry-run', 'POST'), page.piece(3, 'ATE')])
    // Whichever comes first keeps the other one out.
    const outcome = run.status === 200 ? next.error : run.body.error
    expect(outcome).toBe(run.status === 200 ? 'ERR_MOVING_IN_RUNNING' : 'ERR_MOVING_IN_UPLOADING')
    await page.ended()
    if (run.status === 200) expect((await page.piece(3, 'ATE')).done).toBe(6)
  })

  test('has a name of any length and script', async () => {
    const { page } = open()
    for (const sign of ['ç', '😀', '漢']) {
      await page.beginUpload(3, sign.repeat(250))
      expect((await page.piece(0, 'abc')).done).toBe(3)
      expect((await page.show()).uploads[0]?.name).toMatch(new RegExp(`^(${sign}){40,}$`, 'u'))
    }
  })

  test('that is given up while a piece comes makes room for the next', async () => {
    const { page } = open()
    for (const end of ['/uploads', '/source']) {
      await page.beginUpload(6)
      const answers = await Promise.all([page.piece(0, 'CREATE'), page.ask(end, 'DELETE'), page.piece(0, 'CREATE')])
      for (const { status } of answers) expect([200, 409]).toContain(status)
      await page.ask('/uploads', 'DELETE')
      expect((await page.beginUpload(3)).status).toBe(200)
      expect((await page.piece(0, 'abc')).done).toBe(3)
    }
  })

  test('that is given up, or that nobody goes on with, leaves nothing', async () => {
    const { w, page } = open()
    const parts = () => readdirSync(join(movingFolder(w.dataDir), 'uploads'))
    await page.beginUpload(10)
    await page.piece(0, 'CREATE')
    expect(parts()).toEqual(['upload.part'])
    await page.ask('/uploads', 'DELETE')
    expect(parts()).toEqual([])
    await page.beginUpload(10)
    await page.piece(0, 'CREATE')
    w.clock.forward(20 * MINUTE)
    expect((await page.show()).upload).toBeNull()
    expect(parts()).toEqual([])
    await page.beginUpload(10)
    await page.piece(0, 'CREATE')
    const reopened = await w.reopen()
    expect(readdirSync(join(movingFolder(reopened.dataDir), 'uploads'))).toEqual([])
  })
})

test('the demo offers a small installation, which moves in whole', async () => {
  const { w } = open()
  rmSync(movingFolder(w.dataDir), { recursive: true, force: true })
  await w.close()
  offerSampleDump(w.dataDir, NOON)
  const { page: reopened } = open(await w.reopen())
  const { dryRun } = await reopened.dryRun({})
  const [shop] = dryRun?.report.companies ?? []
  expect(shop).toMatchObject({
    name: 'Confeitaria Flor de Sal',
    imported: { users: 2, contacts: 3, tickets: 3, messages: 12 },
  })
  expect(shop?.skipped).toEqual([])
})
