/** The files of a source on this machine: whether they may be read, and whether they are what they should be. */
import { accessSync, closeSync, constants, openSync, readSync, realpathSync, statSync } from 'node:fs'
import { basename, isAbsolute, join, resolve, sep } from 'node:path'
import { fail } from '../../errors'
import { findDump, formatOf, openDump } from '../../moving-in/dump/open'
import { DumpRefusal, type RefusalCode, type RefusalFacts, refuse } from '../../moving-in/dump/refusal'
import { openFolder } from '../../moving-in/files/folder'
import type { FileKind, SourceFile, SourceWords } from './contract'
import { movingInErrors } from './errors'
import { movingFolder } from './folder'

export const uploadsFolder = (dataDir: string): string => join(movingFolder(dataDir), 'uploads')
export const uploadPath = (dataDir: string, kind: FileKind, name: string): string =>
  join(uploadsFolder(dataDir), kind, name)

/** Where the operator may not point: ours are read by the server alone, and the system's are no files. */
const closed = ['/proc', '/sys', '/dev', '/etc', '/run/credentials']

const HEAD_BYTES = 64 * 1024

type FileAt = {
  readonly dataDir: string
  readonly kind: FileKind
  readonly path: string
  /** It came through the page, to where only this server writes. */
  readonly isUpload: boolean
}

/** Fails with ERR_MOVING_IN_SOURCE, whose details name the field and what is wrong. */
export async function requireReadable({ dataDir, kind, path, isUpload }: FileAt): Promise<void> {
  const refuseWith = (code: string, facts: RefusalFacts) =>
    fail(movingInErrors.ERR_MOVING_IN_SOURCE, { field: kind, code, facts: shownFacts({ code, facts }, { isUpload }) })
  try {
    if (!isUpload) requireOpen(dataDir, path)
    if (kind === 'dump') {
      const dump = findDump(path)
      if (!isUpload && dump !== path) requireOpen(dataDir, dump)
      await lookAtDump(dump)
    }
    if (kind === 'media') lookAtMedia(path)
  } catch (error) {
    if (error instanceof DumpRefusal || error instanceof PathRefusal) refuseWith(error.code, error.facts)
    refuseWith('notReadable', { path, why: error instanceof Error ? error.message : '' })
  }
}

/** Facts that quote the file. */
const quotes: Partial<Record<string, readonly string[]>> = {
  html: ['begins'],
  notSql: ['begins'],
  toolFailed: ['line'],
  truncated: ['what'],
  notUtf8: ['bytes', 'before'],
  value: ['found'],
  syntax: ['found'],
  statementTooLarge: ['found'],
} satisfies Partial<Record<RefusalCode, readonly string[]>>

/** What stands in a file of this machine is nothing for a browser: it may hold secrets. An upload came from there. */
export function shownFacts(
  { code, facts }: { readonly code: string; readonly facts: RefusalFacts },
  { isUpload }: { readonly isUpload: boolean },
): RefusalFacts {
  const hidden = isUpload ? ['begins'] : (quotes[code] ?? [])
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, fact]) => {
      if (!hidden.includes(name)) return [[name, fact]]
      return name === 'begins' ? [] : [[name, '…']]
    }),
  )
}

/** Links are followed first. */
function requireOpen(dataDir: string, path: string): void {
  if (!isAbsolute(path)) throw refusalOf('relative', path)
  if (path.split('/').includes('..')) throw refusalOf('climbs', path)
  if (!statSync(path, { throwIfNoEntry: false })) refuse('notFound', { path })
  const real = realpathSync(path)
  const own = realpathSync(dataDir)
  if ([own, ...closed].some((folder) => isWithin(folder, real)) || isWithin(real, own)) throw refusalOf('closed', path)
  const found = statSync(real)
  if (!found.isFile() && !found.isDirectory()) throw refusalOf('noFile', path)
  accessSync(real, found.isDirectory() ? constants.R_OK | constants.X_OK : constants.R_OK)
}

const isWithin = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)

/** Codes of paths, beside those of dumps. */
export const pathCodes = ['relative', 'climbs', 'closed', 'noFile'] as const
class PathRefusal extends Error {
  constructor(
    readonly code: (typeof pathCodes)[number],
    readonly facts: RefusalFacts,
  ) {
    super(code)
  }
}
const refusalOf = (code: (typeof pathCodes)[number], path: string) => new PathRefusal(code, { path })

/** What shows in its first bytes is said now; the rest, when all of it is read. */
async function lookAtDump(path: string): Promise<void> {
  const dump = openDump(path)
  if (dump.size === null) return
  const format = formatOf(headOf(path))
  const isReadLater =
    ['sql', 'gzip', 'tar'].includes(format) || (format === 'pg_dump' && Bun.which('pg_restore') !== null)
  if (!isReadLater) await dump.read().next()
}

function lookAtMedia(path: string): void {
  if (statSync(path).isDirectory()) return void openFolder(path)
  if (!['gzip', 'tar'].includes(formatOf(headOf(path)))) refuse('noFiles', { path })
}

function headOf(path: string): Buffer {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(HEAD_BYTES)
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, 0))
  } finally {
    closeSync(file)
  }
}

export type UploadList = readonly { readonly kind: FileKind; readonly name: string; readonly bytes: number }[]

/** The path of a file of the source; null if there is none. */
export function pathOf(dataDir: string, source: SourceWords, uploads: UploadList, kind: FileKind): string | null {
  if (source[kind] !== '') return source[kind]
  const upload = uploads.find((one) => one.kind === kind)
  return upload ? uploadPath(dataDir, kind, upload.name) : null
}

export function showFile(source: SourceWords, uploads: UploadList, kind: FileKind): SourceFile | null {
  const path = source[kind]
  if (path !== '') return { name: basename(path), path, bytes: bytesOf(path) }
  const upload = uploads.find((one) => one.kind === kind)
  return upload ? { name: upload.name, path: null, bytes: upload.bytes } : null
}

function bytesOf(path: string): number | null {
  const found = statSync(path, { throwIfNoEntry: false })
  return found?.isFile() ? found.size : null
}

/** Another one after each change of the dump. Copies keep the time of writing, but not that of the last change. */
export function stampOf(given: string): string {
  try {
    const path = findDump(given)
    const { size, ino, ctimeMs } = statSync(statSync(path).isDirectory() ? join(path, 'toc.dat') : path)
    return `${resolve(path)} ${size} ${ino} ${ctimeMs}`
  } catch {
    return 'none' // It is gone, or may not be read.
  }
}
