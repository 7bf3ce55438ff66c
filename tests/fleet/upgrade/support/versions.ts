/** One executable under several versions: those after 1.0.0 bring a step of both schemas, and speak another protocol. */
import { linkSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../../../../src/build/program'
import { afterThisTest } from '../../../survival/support/cleanups'
import { buildUpdatable } from '../../../survival/support/updatable'

export const [OLD, NEW, NEXT] = ['1.0.0', '1.1.0', '1.2.0'] as const
export type Version = typeof OLD | typeof NEW | typeof NEXT

const cache = join(root, 'node_modules', '.cache')

/** Where each version is installed. `env` is for all processes of the test. */
export async function installVersions(env: Readonly<Record<string, string>>) {
  const built = await buildUpdatable()
  const folder = mkdtempSync(join(cache, 'versions-')) // beside what was built: a link needs no space
  const before = Object.keys(env).map((name) => [name, process.env[name]] as const)
  Object.assign(process.env, env)
  afterThisTest(() => {
    rmSync(folder, { recursive: true, force: true })
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
  })
  const link = (path: string) => {
    mkdirSync(dirname(path), { recursive: true })
    linkSync(built, path)
    return path
  }
  link(join(folder, 'balcao'))
  for (const version of [NEW, NEXT]) link(join(folder, 'programs', version, 'balcao'))
  return {
    built,
    folder,
    of: (version: Version): readonly string[] => [
      version === OLD ? join(folder, 'balcao') : join(folder, 'programs', version, 'balcao'),
    ],
  }
}
