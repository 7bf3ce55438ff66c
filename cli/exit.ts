/** Exit codes and error messages of commands. */
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const exit = {
  done: 0,
  /** The command was refused or failed. */
  refused: 1,
  /** Wrong usage or settings. All faults are reported. */
  usage: 2,
  /** The data folder is in use by another process. */
  inUse: 3,
  /** The command succeeded but found problems. */
  problems: 4,
  /** A node has left its fleet: its service must not start it again. */
  left: 5,
} as const

export const exitCodesHelp = `
Exit codes:
  0  done
  1  refused or failed; the reason is on stderr
  2  invalid usage or settings; all errors are on stderr
  3  the data folder is in use by another process
  4  problems found (doctor, backup create, backup verify)
  5  a node has left its fleet (serve)`

export type Failure = {
  readonly code: number
  readonly error: string
  readonly message: string
  readonly details?: unknown
}

/** Loads the texts only on failure, so that successful commands are fast. */
export async function explain(error: unknown): Promise<Failure> {
  const [
    { AppError },
    { messageOf },
    { ConfigError },
    { DataFolderInUse },
    { Refusal },
    { DamagedDatabase, damageCodes, isSqliteError },
  ] = await Promise.all([
    import('../src/errors'),
    import('../src/texts/texts'),
    import('../src/platform/config'),
    import('../src/platform/lock'),
    import('../src/operator/refusal'),
    import('../src/platform/sqlite'),
  ])
  if (error instanceof AppError && error.code === 'ERR_TENANT_UNAVAILABLE')
    return { code: exit.refused, error: error.code, message: 'This company’s data cannot be used. See: balcao doctor' }
  if (error instanceof AppError)
    return {
      code: exit.refused,
      error: error.code,
      // Invalid fields follow by name.
      message: error.code === 'ERR_INVALID_INPUT' ? 'Not accepted:' : messageOf(error.known, 'en'),
      ...(error.details === undefined ? {} : { details: error.details }),
    }
  if (error instanceof ConfigError)
    return { code: exit.usage, error: 'WRONG_SETTINGS', message: error.message, details: error.faults }
  if (error instanceof DataFolderInUse) return { code: exit.inUse, error: 'DATA_FOLDER_IN_USE', message: error.message }
  if (error instanceof Error && error.name === 'FleetRefused')
    return { code: exit.refused, error: 'FLEET_REFUSED', message: error.message }
  if (error instanceof Refusal) return { code: exit.refused, error: 'REFUSED', message: error.message }
  if (error instanceof DamagedDatabase)
    return { code: exit.refused, error: 'DAMAGED', message: `${error.message}. See: balcao doctor` }
  if (isSqliteError(error) && damageCodes.has(error.code))
    return { code: exit.refused, error: 'DAMAGED', message: 'A database is damaged. See: balcao doctor' }
  if (isSqliteError(error)) return { code: exit.refused, error: error.code, message: inWords(error) }
  return { code: exit.refused, error: codeOf(error), message: error instanceof Error ? inWords(error) : String(error) }
}

const CLOSED = 'The database cannot be opened: this user has no access to its folder, or the disk is read-only.'
const NOT_HERE =
  'This machine cannot listen on that address. Choose another with BALCAO_HOST or --host; 0.0.0.0 means all addresses.'

const words: Readonly<Record<string, string>> = {
  SQLITE_BUSY: 'The database is busy. Try again.',
  SQLITE_FULL: 'The disk is full.',
  SQLITE_IOERR_SHMSIZE: 'The disk is full.',
  ENOSPC: 'The disk is full.',
  EDQUOT: 'The disk is full.',
  SQLITE_CANTOPEN: CLOSED,
  SQLITE_READONLY: CLOSED,
  SQLITE_READONLY_DIRECTORY: CLOSED,
  EADDRNOTAVAIL: NOT_HERE,
  EADDRINUSE: 'Another program is using the port. Choose another with BALCAO_PORT or --port.',
}

/** Messages for file errors: the system's own only name the failed call. */
const wordsOfPlace: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EROFS: 'the disk is read-only',
  EEXIST: 'it already exists',
  ENOTDIR: 'part of the path is not a folder',
  ENOENT: 'it does not exist and cannot be created',
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'FAILED'

function inWords(error: Error): string {
  if (codeOf(error) === 'EACCES' && 'syscall' in error && error.syscall === 'listen')
    return 'Ports below 1024 are reserved for root. Choose a higher one with BALCAO_PORT or --port, and put a proxy in front of it.'
  const known = words[codeOf(error)] ?? placeInWords(error)
  if (known) return known
  return canUnpack(error)
    ? error.message
    : `${error.message}. The database library is unpacked into ${tmpdir()} and loaded from there: it needs free space on a disk that allows running programs. TMPDIR sets another folder.`
}

function placeInWords(error: Error): string | undefined {
  const why = wordsOfPlace[codeOf(error)]
  return why && 'path' in error ? `${String(error.path)} cannot be used: ${why}.` : undefined
}

/** Whether the database library can be unpacked. If not, the resulting error does not say so. */
function canUnpack(error: Error): boolean {
  if (error.message.includes('shared object')) return false
  const trial = join(tmpdir(), `balcao-${process.pid}.trial`)
  try {
    writeFileSync(trial, new Uint8Array(LIBRARY_SIZE))
    return true
  } catch {
    return false
  } finally {
    rmSync(trial, { force: true })
  }
}
const LIBRARY_SIZE = 2_500_000
