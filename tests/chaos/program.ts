/** The program under test: the executable, unless the sources are newer. */
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { program } from '../support/program'

const root = join(import.meta.dir, '..', '..')
const executable = join(root, 'dist', 'balcao')

export const programToTest = (): readonly string[] =>
  process.env.BALCAO_TEST_PROGRAM === undefined && isUpToDate() ? [executable] : program

function isUpToDate(): boolean {
  if (!existsSync(executable)) return false
  const built = statSync(executable).mtimeMs
  return ['src', 'cli', 'migrations'].every((folder) =>
    [...new Bun.Glob('**/*').scanSync(join(root, folder))].every(
      (file) => statSync(join(root, folder, file)).mtimeMs < built,
    ),
  )
}
