/** Which files of the screens bring which others along. */
import { dirname, join, relative, resolve } from 'node:path'

const root = resolve(import.meta.dir, '..', '..', '..')
type Reach = {
  /** Whether what a file fetches later is followed too. */
  readonly later: boolean
  /** Files that are seen and not entered. */
  readonly closed?: (file: string) => boolean
}

/** Every file below `ui` and `src` that these bring, and they themselves, each by its path in the project. */
export async function reached(files: readonly string[], { later, closed = () => false }: Reach): Promise<Set<string>> {
  const all = new Set(files)
  for (const file of all) {
    if (closed(file)) continue
    for (const { path, kind } of await importsOf(file)) if (later || kind !== 'dynamic-import') all.add(path)
  }
  return all
}

/** What a module imports of ours, apart from types. */
export async function importsOf(file: string): Promise<{ path: string; kind: Bun.ImportKind }[]> {
  if (!/\.tsx?$/.test(file)) return []
  const found = new Bun.Transpiler({ loader: file.endsWith('x') ? 'tsx' : 'ts' }).scanImports(await codeOf(file))
  return found
    .filter(({ path }) => path.startsWith('.'))
    .map(({ path, kind }) => ({ path: relative(root, Bun.resolveSync(path, join(root, dirname(file)))), kind }))
}

/** Without the lines that are comments. */
export const codeOf = async (file: string) =>
  (await Bun.file(join(root, file)).text()).replace(/^\s*(\/\*|\*|\/\/).*$/gm, '')
