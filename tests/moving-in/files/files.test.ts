import { afterEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'
import { openFiles } from '../../../src/moving-in/files/open'
import { refusalOf } from '../dump/support'
import { writeArchive } from '../samples/write-archive'

const folders: string[] = []
function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'balcao-files-'))
  folders.push(made)
  return made
}
afterEach(() => {
  for (const one of folders.splice(0)) rmSync(one, { recursive: true, force: true })
})

function put(path: string, content = path): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

async function tarFile(...entries: readonly (readonly [Parameters<Pack['entry']>[0], string?])[]): Promise<string> {
  const archive = pack()
  for (const [header, content] of entries) archive.entry(header, content ?? '')
  archive.finalize()
  const path = join(folder(), 'files')
  writeFileSync(path, Buffer.concat(await Array.fromAsync(archive as AsyncIterable<Buffer>))) // what tar-stream gives
  return path
}

const contentOf = async (files: Awaited<ReturnType<typeof openFiles>>, path: string) => {
  const found = await files.open(path)
  expect(files.sizeOf(path)).toBe(found === null ? null : readFileSync(found).length)
  return found === null ? null : readFileSync(found, 'utf8')
}

describe('a folder', () => {
  test('is public itself, or contains it at some depth', async () => {
    const installation = folder()
    const path = join(installation, 'ticketz', 'backend', 'public')
    put(join(path, 'company1', 'a.txt'), 'a')
    for (const given of [path, join(installation, 'ticketz', 'backend'), join(installation, 'ticketz'), installation]) {
      const files = await openFiles(given, folder())
      expect(await contentOf(files, 'company1/a.txt')).toBe('a')
      expect(await contentOf(files, './company1//a.txt')).toBe('a')
      expect(await contentOf(files, 'company1\\a.txt')).toBe('a')
    }
  })

  test('is taken as public if none is in it', async () => {
    const given = folder()
    put(join(given, 'photo.jpg'), 'p')
    expect(await contentOf(await openFiles(given, folder()), 'photo.jpg')).toBe('p')
  })

  test('finds names in both Unicode forms, in another case, and with blanks around', async () => {
    const given = folder()
    put(join(given, 'ação.pdf'.normalize('NFD')), '1')
    put(join(given, 'João'.normalize('NFC'), 'Foto De Hoje.JPG '), '2')
    const files = await openFiles(given, folder())
    expect(await contentOf(files, 'ação.pdf'.normalize('NFC'))).toBe('1')
    expect(await contentOf(files, 'AÇÃO.PDF'.normalize('NFC'))).toBe('1')
    expect(await contentOf(files, `${'João'.normalize('NFD')}/foto de hoje.jpg`)).toBe('2')
    expect(await contentOf(files, 'acao.pdf')).toBeNull()
  })

  test('never leads outside, by no path and no link', async () => {
    const outside = folder()
    put(join(outside, 'secret.txt'), 'secret')
    const given = join(folder(), 'public')
    put(join(given, 'inside.txt'), 'inside')
    put(join(`${given}-other`, 'secret.txt'), 'secret')
    symlinkSync(join(outside, 'secret.txt'), join(given, 'link.txt'))
    symlinkSync(outside, join(given, 'folder'))
    symlinkSync(join(given, 'inside.txt'), join(given, 'good.txt'))
    symlinkSync(join(given, 'loop'), join(given, 'loop'))
    const files = await openFiles(given, folder())
    for (const path of [
      '../public-other/secret.txt',
      'x/../../public-other/secret.txt',
      '..\\public-other\\secret.txt',
      join(outside, 'secret.txt'),
      'C:\\secret.txt',
      'link.txt',
      'folder/secret.txt',
      'loop',
      'loop/x',
      'inside.txt/x',
      'inside.txt\0.jpg',
      '',
      '.',
      '..',
      'x'.repeat(5000),
    ])
      expect(await contentOf(files, path)).toBeNull()
    expect(await contentOf(files, 'inside.txt')).toBe('inside')
    expect(await contentOf(files, 'good.txt')).toBe('inside')
  })
})

describe('an archive', () => {
  test('of Ticketz gives its files, whatever order it has, and is unpacked once', async () => {
    const dump = join(folder(), 'dump.sql')
    put(dump, 'SELECT 1;')
    for (const isPacked of [true, false]) {
      const archive = join(folder(), 'backup')
      const name = 'media/1/2/3/ação.pdf'
      await writeArchive(archive, { dump, isPacked, isDumpLast: isPacked, files: [{ path: name, content: 'pdf' }] })
      const aside = join(folder(), 'aside')
      expect(await contentOf(await openFiles(archive, aside), name)).toBe('pdf')
      put(join(aside, 'files', 'backend-public', name), 'kept')
      const again = await openFiles(archive, aside)
      expect(await contentOf(again, name)).toBe('kept')
      expect(await contentOf(again, '../backups/db_dump.sql')).toBeNull()
    }
  })

  test('of the folder public, in gzip', async () => {
    const plain = await tarFile([{ name: './public/company1/a.txt' }, 'a'])
    const packed = join(folder(), 'packed')
    writeFileSync(packed, gzipSync(readFileSync(plain)))
    for (const archive of [plain, packed])
      expect(await contentOf(await openFiles(archive, join(folder(), 'aside')), 'company1/a.txt')).toBe('a')
  })

  test('writes nothing outside, and makes no links', async () => {
    const aside = join(folder(), 'x', 'aside')
    const archive = await tarFile(
      [{ name: '../escaped.txt' }, 'no'],
      [{ name: 'public/../../escaped.txt' }, 'no'],
      [{ name: '/escaped-from-root.txt' }, 'no'],
      [{ name: 'public/link', type: 'symlink', linkname: '/etc' }],
      [{ name: 'public/link/passwd' }, 'ours'],
      [{ name: 'public/hard', type: 'link', linkname: '/etc/passwd' }],
      [{ name: 'public/good.txt' }, 'good'],
      [{ name: 'public/good.txt/below' }, 'no'],
      [{ name: `public/${'n'.repeat(300)}` }, 'no'],
    )
    const files = await openFiles(archive, aside)
    expect(await contentOf(files, 'good.txt')).toBe('good')
    expect(await contentOf(files, 'link/passwd')).toBe('ours')
    expect(await contentOf(files, 'hard')).toBeNull()
    const found = [...new Bun.Glob('**/*').scanSync({ cwd: dirname(dirname(aside)), dot: true })]
    expect(found.filter((path) => path.includes('escaped'))).toEqual([])
  })

  test('without files, of another kind, or cut, is refused and leaves nothing', async () => {
    const aside = join(folder(), 'aside')
    const whole = await tarFile([{ name: 'public/a.txt' }, 'a'.repeat(2000)])
    const cut = join(folder(), 'cut')
    writeFileSync(cut, readFileSync(whole).subarray(0, 1500))
    const other = join(folder(), 'other')
    put(other, 'no archive')
    for (const [path, code] of [
      [await tarFile([{ name: 'backups/db_dump.sql' }, 'SELECT 1;']), 'noFiles'],
      [other, 'noFiles'],
      [cut, 'archiveCut'],
      ['/nowhere', 'notFound'],
    ] as const) {
      expect((await refusalOf(openFiles(path, aside))).code).toBe(code)
      expect([...new Bun.Glob('**/*').scanSync({ cwd: dirname(aside) })]).toEqual([])
    }
  })
})
