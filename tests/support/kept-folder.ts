/** A folder that is made once and copied often: kept in memory, so that nothing has to be removed when the last test has run. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Kept = { readonly path: string; readonly mode: number; readonly bytes: Uint8Array | null }

/** Folders before what they hold; `bytes` null is a folder. */
export function keepFolder(root: string): readonly Kept[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((path) => {
      const found = statSync(join(root, path))
      return { path, mode: found.mode & 0o777, bytes: found.isDirectory() ? null : readFileSync(join(root, path)) }
    })
}

export function copyFolder(kept: readonly Kept[], root: string): void {
  for (const { path, mode, bytes } of kept)
    if (bytes) writeFileSync(join(root, path), bytes, { mode })
    else mkdirSync(join(root, path), { mode })
}
