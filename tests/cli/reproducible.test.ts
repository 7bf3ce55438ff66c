/** One commit gives the same executable, in whatever folder it is built: so anybody can compare theirs with a release. */
import { expect, test } from 'bun:test'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../src/build/program'
import { afterEachTest } from '../support/after-each'

const folders: string[] = []
afterEachTest(() => {
  for (const one of folders.splice(0)) rmSync(one, { recursive: true, force: true })
})

/** The project's own files in another folder, with the packages beside them as real files. */
function copyProject(name: string): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'build-')), name)
  folders.push(join(folder, '..'))
  const { stdout } = Bun.spawnSync(['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  })
  for (const path of stdout
    .toString()
    .split('\0')
    .filter((one) => one !== '' && existsSync(join(root, one))))
    cpSync(join(root, path), join(folder, path))
  // Hard links: each folder has its own paths, and the packages take no space.
  const { success } = Bun.spawnSync(['cp', '-al', join(root, 'node_modules'), join(folder, 'node_modules')])
  if (!success) cpSync(join(root, 'node_modules'), join(folder, 'node_modules'), { recursive: true })
  symlinkSync(join(root, '.tools'), join(folder, '.tools'))
  return folder
}

async function build(folder: string) {
  const build = Bun.spawn([process.execPath, 'run', join('src', 'build', 'build.ts')], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [code, words] = await Promise.all([build.exited, new Response(build.stderr).text()])
  if (code !== 0) throw new Error(words)
  return new Bun.CryptoHasher('sha256').update(readFileSync(join(folder, 'dist', 'balcao'))).digest('hex')
}

test(
  'two builds in two folders are the same, bit by bit',
  async () => {
    const one = await build(copyProject('a'))
    const other = await build(copyProject('a folder with a much longer name'))
    expect(other).toBe(one)
  },
  20 * 60_000,
)
