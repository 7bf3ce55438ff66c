/** Their `public/` as a folder on this machine. */
import { lstatSync, opendirSync, realpathSync, statSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { refuse } from '../dump/refusal'
import type { SourceFiles } from '../source'

/**
 * `given`: the folder `public/` itself, or one that contains it at some depth, such as an unpacked backup. Links in it
 * are followed only where they lead to another file in it.
 */
export function openFolder(given: string): SourceFiles {
  if (!isFolder(given)) refuse('notFound', { path: given })
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

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

const NAMES = new Set(['public', 'backend-public'])
const MAX_FOLDERS_SEEN = 500

/** The nearest folder with the name; the given one if there is none. */
function findPublic(given: string): string {
  if (NAMES.has(basename(realpathSync(given)))) return given
  const folders = [given]
  for (let n = 0; n < folders.length && folders.length < MAX_FOLDERS_SEEN; n++) {
    const inside = foldersIn(folders[n] ?? given)
    const found = inside.find((path) => NAMES.has(basename(path)))
    if (found !== undefined) return found
    folders.push(...inside)
  }
  return given
}

/** Links are left out. */
function foldersIn(folder: string): string[] {
  const names: string[] = []
  eachEntry(folder, MAX_NAMES, (name, isDirectory) => {
    if (isDirectory) names.push(name)
  })
  return names.toSorted().map((name) => join(folder, name))
}

/** False if there are more entries than `most`: a listing of a million names takes a second. */
function eachEntry(folder: string, most: number, take: (name: string, isDirectory: boolean) => void): boolean {
  const listing = opendirSync(folder)
  try {
    for (let n = 0; n <= most; n++) {
      const entry = listing.readSync()
      if (!entry) return true
      take(entry.name, entry.isDirectory())
    }
    return false
  } finally {
    listing.closeSync()
  }
}

/** Of one folder, and of all that are remembered. */
const MAX_NAMES = 20_000
const MAX_NAMES_KEPT = 100_000

function createFinder(root: string) {
  /** By folder: its entries by their folded names; null if there are too many. */
  const listings = new Map<string, Map<string, string> | null>()
  let kept = 0

  function listingOf(folder: string): Map<string, string> | null {
    const known = listings.get(folder)
    if (known !== undefined) return known
    const names = new Map<string, string>()
    const isWhole = eachEntry(folder, MAX_NAMES, (name) => {
      if (!names.has(folded(name))) names.set(folded(name), name)
    })
    if (kept + names.size > MAX_NAMES_KEPT) {
      listings.clear()
      kept = 0
    }
    kept += names.size
    listings.set(folder, isWhole ? names : null)
    return isWhole ? names : null
  }

  /** The entry with this name, or with the name that differs only in how it is written. */
  function entryIn(folder: string, name: string): string | null {
    for (const form of [name, name.normalize('NFC'), name.normalize('NFD')]) {
      const path = join(folder, form)
      if (lstatSync(path, { throwIfNoEntry: false })) return path
    }
    const found = listingOf(folder)?.get(folded(name))
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

/** Null: it climbs, or is no path of a file. */
export function stepsOf(path: string): string[] | null {
  if (path.includes('\0') || /^[\\/]|^[a-z]:[\\/]/i.test(path)) return null
  const steps = path.split(/[\\/]/).filter((step) => step !== '' && step !== '.')
  return steps.length === 0 || steps.includes('..') ? null : steps
}

/** Accents in one Unicode form, without case, without blanks around: how copies between systems change names. */
const folded = (name: string): string => name.normalize('NFC').toLowerCase().trim()
