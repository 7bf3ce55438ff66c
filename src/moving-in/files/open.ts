/** Opens what people have of their files: the folder, or an archive of it, which is unpacked aside once. */
import { statSync } from 'node:fs'
import { refuse } from '../dump/refusal'
import type { SourceFiles } from '../source'
import { openFolder } from './folder'

/**
 * `aside`: a folder of ours into which an archive is unpacked. What is complete there is not unpacked again.
 * Throws `DumpRefusal`.
 */
export async function openFiles(path: string, aside: string, signal?: AbortSignal): Promise<SourceFiles> {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) refuse('notFound', { path })
  if (found.isDirectory()) return openFolder(path)
  const { unpackFiles } = await import('./unpack')
  return openFolder(await unpackFiles(path, aside, signal))
}
