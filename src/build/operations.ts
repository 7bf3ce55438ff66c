/** Gathers the translated summaries of all modules. */
import { join } from 'node:path'
import type { Operations } from '../platform/operations'

const root = join(import.meta.dir, '..')

export async function readOperations(): Promise<Required<Operations>> {
  const paths = [...new Bun.Glob('**/operations.ts').scanSync(root)].filter((path) => !/^(build|platform)\//.test(path))
  const all = await Promise.all(
    paths.map(async (path) => (await import(join(root, path))) as { operations: Operations }), // each of them exports it
  )
  return {
    nouns: Object.assign({}, ...all.map(({ operations }) => operations.nouns)),
    summaries: Object.assign({}, ...all.map(({ operations }) => operations.summaries)),
  }
}
