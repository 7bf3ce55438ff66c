/** A folder created once and copied often. Kept in memory, so nothing must be removed after the last test. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Kept = { readonly path: string; readonly mode: number; readonly bytes: Uint8Array | null }

/** Folders come before their content; `bytes` null is a folder. */
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
