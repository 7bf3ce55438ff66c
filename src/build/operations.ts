/** Gathers the translated summaries of all modules. */
import { join } from 'node:path'
import type { Operations } from '../platform/operations'

const root = join(import.meta.dir, '..')

export async function readOperations(): Promise<Operations[]> {
  const paths = [...new Bun.Glob('**/operations.ts').scanSync(root)].filter((path) => !/^(build|platform)\//.test(path))
  const all = paths.map(async (path) => (await import(join(root, path))) as { operations: Operations }) // each exports it
  return (await Promise.all(all)).map(({ operations }) => operations)
}
