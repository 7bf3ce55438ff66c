/** Bringing a program here: whole and the signed one, or nothing. */
import { describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type DownloadBounds,
  DownloadFailed,
  type DownloadFault,
  downloadProgram,
} from '../../../src/operator/update/download'
import type { VerifiedRelease } from '../../../src/operator/update/manifest'
import { shelf } from '../../support/shelf'
import { releaseServer, type Unkindness } from './release-server'
import { makeRelease } from './releases'

type Options = { readonly size?: number; readonly bounds?: DownloadBounds; readonly left?: AbortSignal }

async function place(how?: Unkindness) {
  const { folder, release, name } = await makeRelease('1.1.0')
  const server = await releaseServer(folder)
  if (how) server.unkind.set(name, how)
  const home = mkdtempSync(join(shelf(), 'programs-'))
  const to = join(home, '1.1.0', 'balcao')
  const [file] = release.files
  if (!file) throw new Error('a release without a file')
  const get = ({ size = file.size, bounds, left = new AbortController().signal }: Options = {}) =>
    downloadProgram({
      release: release as VerifiedRelease, // signed above
      file: { ...file, size },
      address: server.address,
      to,
      userAgent: 'Balcao/1.0.0',
      signal: left,
      ...(bounds && { bounds }),
    })
  const failure = async (options?: Options): Promise<[DownloadFault, string | null]> => {
    const error: unknown = await get(options).then(
      () => new Error('it came'),
      (error: unknown) => error,
    )
    if (error instanceof DownloadFailed) return [error.fault, error.detail]
    throw error
  }
  return { server, to, get, failure, file, bytes: readFileSync(join(folder, name)) }
}

describe('comes', () => {
  test.each<[string, Unkindness | undefined]>([
    ['as it was released', undefined],
    ['from a storage elsewhere', { is: 'redirect', steps: 2 }],
    ['compressed unasked', { is: 'gzip' }],
    ['in pieces', { is: 'drip', bytes: 40_000, every: 1 }],
  ])('%s', async (_, how) => {
    const { get, to, bytes } = await place(how)
    await get()
    expect(readFileSync(to)).toEqual(bytes)
    expect(statSync(to).mode & 0o777).toBe(0o755)
    expect(readdirSync(join(to, '..'))).toEqual(['balcao'])
  })

  test('over what an attempt before left', async () => {
    const { get, to, bytes } = await place()
    mkdirSync(join(to, '..'), { recursive: true })
    writeFileSync(`${to}.part`, 'half of it')
    writeFileSync(to, 'an older one')
    await get()
    expect(readFileSync(to)).toEqual(bytes)
    expect(existsSync(`${to}.part`)).toBe(false)
  })
})

describe('changes nothing', () => {
  const before = 'the program before'
  const faults: readonly [string, Unkindness, DownloadFault][] = [
    ['is missing', { is: 'status', status: 404 }, 'notFound'],
    ['is refused', { is: 'status', status: 403 }, 'status'],
    ['is a page', { is: 'page', status: 200 }, 'notFound'],
    ['leads nowhere', { is: 'redirect', steps: 9 }, 'redirects'],
    ['is cut', { is: 'cut' }, 'cut'],
    ['is cut without a length', { is: 'cut', chunked: true }, 'cut'],
    ['has a length too small', { is: 'length', off: -1000 }, 'cut'],
    ['has a length too large', { is: 'length', off: 1000 }, 'tooLong'],
    ['has no end', { is: 'endless' }, 'tooLong'],
    ['is another one', { is: 'others' }, 'hash'],
  ]
  test.each(faults)('when it %s', async (_, how, fault) => {
    const { failure, to } = await place(how)
    mkdirSync(join(to, '..'), { recursive: true })
    writeFileSync(to, before)
    expect((await failure())[0]).toBe(fault)
    expect(readFileSync(to, 'utf8')).toBe(before)
    expect(readdirSync(join(to, '..'))).toEqual(['balcao'])
  })

  test.each<[string, Unkindness, DownloadBounds]>([
    ['falls silent', { is: 'silence' }, { whole: 60_000, silence: 300 }],
    ['drips', { is: 'drip', bytes: 1, every: 5 }, { whole: 400, silence: 60_000 }],
  ])('when it %s', async (_, how, bounds) => {
    const { failure, to } = await place(how)
    expect(await failure({ bounds })).toEqual(['slow', null])
    expect(readdirSync(join(to, '..'))).toEqual([])
  })

  test('when the disk has no room, which it finds out before it asks', async () => {
    const { failure, server, to } = await place()
    expect((await failure({ size: 2 ** 50 }))[0]).toBe('noSpace')
    expect(server.asked).toEqual([])
    expect(readdirSync(join(to, '..'))).toEqual([])
  })

  test('when it is cancelled', async () => {
    const { get, to } = await place({ is: 'silence' })
    const left = new AbortController()
    const getting = get({ left: left.signal })
    left.abort(new Error('cancelled'))
    await expect(getting).rejects.toThrow('cancelled')
    expect(readdirSync(join(to, '..'))).toEqual([])
  })
})
