/** Their `public/` as a folder on this machine. */
import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { refuse } from '../dump/refusal'
import type { SourceFiles } from '../source'

/** Folders that hold `public/`, as people give them: the installation, its backend, an unpacked backup. */
const NAMES = ['public', 'backend-public', 'backend/public']

/** `given`: the folder `public/` itself, or one that contains it. Links in it are followed only as far as they stay in it. */
export function openFolder(given: string): SourceFiles {
  if (!statSync(given, { throwIfNoEntry: false })?.isDirectory()) refuse('notFound', { path: given })
  const root = realpathSync(findPublic(given))
  const find = createFinder(root)
  return {
    sizeOf(path) {
      const found = find(path)
      return found === null ? null : statSync(found).size
    },
    open: async (path) => find(path),
  }
}

function findPublic(given: string): string {
  const inner = NAMES.map((name) => join(given, name)).find((path) =>
    statSync(path, { throwIfNoEntry: false })?.isDirectory(),
  )
  return inner ?? given
}

/** Folders whose names are kept: files of a folder are asked for one after the other. */
const MAX_FOLDERS = 64

function createFinder(root: string) {
  /** By folder: its entries by their folded names. */
  const listings = new Map<string, Map<string, string>>()

  function listingOf(folder: string): Map<string, string> {
    const known = listings.get(folder)
    if (known) return known
    if (listings.size >= MAX_FOLDERS) listings.clear()
    const names = new Map<string, string>()
    for (const name of readdirSync(folder)) if (!names.has(folded(name))) names.set(folded(name), name)
    listings.set(folder, names)
    return names
  }

  /** The entry with this name, or with the name that differs only in how it is written. */
  function entryIn(folder: string, name: string): string | null {
    const exact = join(folder, name)
    if (lstatSync(exact, { throwIfNoEntry: false })) return exact
    const found = listingOf(folder).get(folded(name))
    return found === undefined ? null : join(folder, found)
  }

  return (path: string): string | null => {
    const steps = stepsOf(path)
    if (!steps) return null
    try {
      const found = steps.reduce<string | null>((folder, step) => folder && entryIn(folder, step), root)
      if (found === null) return null
      const real = realpathSync(found)
      return real.startsWith(root + sep) && statSync(real).isFile() ? real : null
    } catch {
      return null // It is gone, or may not be read.
    }
  }
}

/** Null: it climbs, or is no path. */
export function stepsOf(path: string): string[] | null {
  if (path.includes('\0') || path.startsWith('/') || /^[a-z]:[\\/]/i.test(path)) return null
  const steps = path.split(/[\\/]/).filter((step) => step !== '' && step !== '.')
  return steps.length === 0 || steps.includes('..') ? null : steps
}

/** Accents in one Unicode form, without case, without blanks around: how copies between systems change names. */
const folded = (name: string): string => name.normalize('NFC').toLowerCase().trim()
