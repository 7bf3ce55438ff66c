/** The import graph of the screens. */
import { dirname, join, relative, resolve } from 'node:path'

const root = resolve(import.meta.dir, '..', '..', '..')
type Reach = {
  /** Whether dynamic imports are followed too. */
  readonly later: boolean
  /** Files that are included but not followed. */
  readonly closed?: (file: string) => boolean
}

/** Every file below `ui` and `src` that these import, themselves included, by path in the project. */
export async function reached(files: readonly string[], { later, closed = () => false }: Reach): Promise<Set<string>> {
  const all = new Set(files)
  for (const file of all) {
    if (closed(file)) continue
    for (const { path, kind } of await importsOf(file)) if (later || kind !== 'dynamic-import') all.add(path)
  }
  return all
}

/** A module's imports of our files, without types. */
export async function importsOf(file: string): Promise<{ path: string; kind: Bun.ImportKind }[]> {
  if (!/\.tsx?$/.test(file)) return []
  const found = new Bun.Transpiler({ loader: file.endsWith('x') ? 'tsx' : 'ts' }).scanImports(await codeOf(file))
  return found
    .filter(({ path }) => path.startsWith('.'))
    .map(({ path, kind }) => ({ path: relative(root, Bun.resolveSync(path, join(root, dirname(file)))), kind }))
}

/** Without comment lines. */
export const codeOf = async (file: string) =>
  (await Bun.file(join(root, file)).text()).replace(/^\s*(\/\*|\*|\/\/).*$/gm, '')
