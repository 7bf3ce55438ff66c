/** Files are stored atomically and served in ranges. */
import { describe, expect, spyOn, test } from 'bun:test'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import {
  adoptFile,
  clearSideFiles,
  FileTooLarge,
  findStoredFile,
  hashOf,
  mediaPath,
  partOf,
  readStoredName,
  receiveFile,
  serveFile,
  sidePath,
} from '../../src/platform/files'

const folder = () => mkdtempSync('/dev/shm/balcao-part-')

describe('byte ranges', () => {
  test.each([
    ['bytes=0-', 10, { from: 0, to: 9 }],
    ['bytes=3-5', 10, { from: 3, to: 5 }],
    ['bytes=3-99', 10, { from: 3, to: 9 }],
    ['bytes=-4', 10, { from: 6, to: 9 }],
    ['bytes=-99', 10, { from: 0, to: 9 }],
    ['bytes=9-9', 10, { from: 9, to: 9 }],
    ['bytes=0-1,5-6', 10, { from: 0, to: 1 }],
    ['bytes=10-', 10, undefined],
    ['bytes=5-4', 10, undefined],
    ['bytes=-0', 10, undefined],
    ['bytes=-', 10, undefined],
    ['bytes=', 10, undefined],
    ['lines=1-2', 10, undefined],
    ['bytes=a-b', 10, undefined],
    ['bytes=0-', 0, undefined],
    [`bytes=${'9'.repeat(400)}-`, 10, undefined],
    [`bytes=0-${'9'.repeat(400)}`, 10, { from: 0, to: 9 }],
  ])('%s of %d bytes', (range, size, expected) => expect(partOf(range, size)).toEqual(expected as never))

  test('a file is received to a side file, named by its content, and stored once', async () => {
    const home = folder()
    const content = Buffer.from('olá mundo')
    async function* source() {
      yield content.subarray(0, 3)
      yield content.subarray(3)
    }
    for (let lap = 0; lap < 2; lap++) {
      const got = await receiveFile(home, source(), 100)
      expect(await hashOf(got.path)).toEqual({ sha256: got.sha256, size: got.size })
      await adoptFile(home, got.path, got.sha256)
      expect(readFileSync(mediaPath(home, got.sha256))).toEqual(content)
    }
    expect(readdirSync(join(home, 'media', 'incoming'))).toEqual([])
    for (const [name, age] of [
      ['before', 1000],
      ['now', -1000],
    ] as const) {
      const at = new Date(performance.timeOrigin - age)
      writeFileSync(join(home, 'media', 'incoming', name), 'x')
      utimesSync(join(home, 'media', 'incoming', name), at, at)
    }
    symlinkSync('gone', join(home, 'media', 'incoming', 'listed')) // like a file that is renamed meanwhile
    clearSideFiles(home)
    expect(readdirSync(join(home, 'media', 'incoming')).sort()).toEqual(['listed', 'now'])
    clearSideFiles(join(home, 'nowhere'))
    rmSync(home, { recursive: true })
  })

  test('is synced before it is renamed, and so is the rename', async () => {
    const home = folder()
    const path = sidePath(home)
    writeFileSync(path, 'olá')
    const { sha256 } = await hashOf(path)
    const handle = await open(path)
    const handles = Object.getPrototypeOf(handle) as FileHandle // those of Node's own interface
    await handle.close()
    const named: boolean[] = []
    const sync = spyOn(handles, 'sync').mockImplementation(
      async () => void named.push(existsSync(mediaPath(home, sha256))),
    )
    await adoptFile(home, path, sha256)
    sync.mockRestore()
    expect(named).toEqual([false, true, true])
    rmSync(home, { recursive: true })
  })

  test('one that is too large or cut off leaves nothing', async () => {
    const home = folder()
    async function* endless() {
      for (;;) yield new Uint8Array(1000)
    }
    async function* broken() {
      yield new Uint8Array(10)
      throw new Error('cut off')
    }
    await expect(receiveFile(home, endless(), 5000)).rejects.toBeInstanceOf(FileTooLarge)
    await expect(receiveFile(home, broken(), 5000)).rejects.toThrow('cut off')
    expect(readdirSync(join(home, 'media', 'incoming'))).toEqual([])
    rmSync(home, { recursive: true })
  })

  test('a missing file answers 404, not 500', () => {
    const file = 'a'.repeat(64)
    const wanted = { folder: '/nowhere', file, mimetype: 'image/png', name: null }
    expect(serveFile(new Request('http://x/'), wanted)).toBeUndefined()
  })
})

describe('the name of a stored file', () => {
  const name = 'ab'.repeat(32)

  test.each([
    ['a path out of the folder', '../../secret.key'],
    ['a path that ends as a name', `../${name}`],
    ['a name with a path behind it', `${name}/../../../secret.key`],
    ['a name with a line behind it', `${name}\n`],
    ['a name with a zero behind it', `${name}\0`],
    ['capitals', name.toUpperCase()],
    ['too short', name.slice(1)],
    ['too long', `${name}a`],
    ['nothing', ''],
    ['bytes', Buffer.from(name)],
    ['a list', [name]],
    ['a number', Number('1'.repeat(64))],
    ['none', null],
  ])('is 64 lower-case hexadecimal digits, and not %s', (_what, value) => {
    expect(readStoredName(name)).toBe(name as never)
    expect(readStoredName(value)).toBeNull()
  })

  test('leads to a file in the folder, never through a link', () => {
    const home = folder()
    const outside = join(home, 'outside')
    const within = join(home, 'company')
    mkdirSync(join(outside, 'ab'), { recursive: true })
    for (const path of [join(outside, 'secret'), join(outside, 'ab', name)]) writeFileSync(path, 'secret')
    const media = join(within, 'media')
    const arrange: Record<string, () => void> = {
      'the file is a link': () => {
        mkdirSync(join(media, 'ab'), { recursive: true })
        symlinkSync(join(outside, 'secret'), join(media, 'ab', name))
      },
      'its folder is a link': () => {
        mkdirSync(media, { recursive: true })
        symlinkSync(join(outside, 'ab'), join(media, 'ab'))
      },
      'the folder of all is a link': () => {
        mkdirSync(within, { recursive: true })
        symlinkSync(outside, media)
      },
      'it is a folder': () => mkdirSync(join(media, 'ab', name), { recursive: true }),
    }
    for (const [what, make] of Object.entries(arrange)) {
      make()
      expect([what, findStoredFile(within, name)]).toEqual([what, undefined])
      rmSync(within, { recursive: true })
    }
    mkdirSync(join(media, 'ab'), { recursive: true })
    writeFileSync(join(media, 'ab', name), 'a picture')
    expect(findStoredFile(within, name)?.path).toBe(join(media, 'ab', name))
    rmSync(home, { recursive: true })
  })
})
