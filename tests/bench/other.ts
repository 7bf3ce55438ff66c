/** The version to compare with: an executable, or a commit built in its own working tree. */
import { accessSync, constants, copyFileSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { temporaryFolder } from './server'

export type Other = { readonly name: string; readonly executable: string; remove(): void }

export function openOther(wanted: string): Other {
  const file = statSync(wanted, { throwIfNoEntry: false })
  if (file?.isFile()) return { name: basename(wanted), executable: executableAt(wanted), remove: () => {} }
  const { exitCode, stdout } = git('rev-parse', '--verify', '--quiet', '--short', `${wanted}^{commit}`)
  if (exitCode !== 0) throw new Error(`--against ${wanted}: neither an executable nor a commit of this repository`)
  return build(stdout.toString().trim())
}

function executableAt(path: string): string {
  try {
    accessSync(path, constants.X_OK)
  } catch {
    throw new Error(`--against ${path}: this file may not be executed`)
  }
  return resolve(path)
}

/** Uses the commit's own packages and build steps. */
function build(commit: string): Other {
  const folder = temporaryFolder()
  const [tree, executable] = [join(folder.path, 'tree'), join(folder.path, `balcao-${commit}`)]
  try {
    run(`git worktree add ${commit}`, git('worktree', 'add', '--detach', tree, commit))
    console.error(`building ${commit} …`)
    run(
      `./install.sh build of ${commit}`,
      Bun.spawnSync(['./install.sh', 'build'], { cwd: tree, stdout: 'pipe', stderr: 'pipe' }),
    )
    copyFileSync(join(tree, 'dist', 'balcao'), executable)
  } catch (error) {
    folder.remove()
    throw error
  } finally {
    git('worktree', 'remove', '--force', tree)
  }
  return { name: commit, executable, remove: () => folder.remove() }
}

const git = (...args: string[]) =>
  Bun.spawnSync(['git', ...args], { cwd: import.meta.dir, stdout: 'pipe', stderr: 'pipe' })

function run(what: string, { exitCode, stderr }: ReturnType<typeof git>) {
  if (exitCode !== 0) throw new Error(`${what} failed:\n${stderr.toString().slice(-2000)}`)
}
