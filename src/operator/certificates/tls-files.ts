/**
 * Where keys and certificates are kept. On one machine: in `tls/` of the data folder, readable by the service alone. In a fleet:
 * encrypted in control.db, which every node reads, so each of them serves the certificate, and whichever owns control.db next
 * goes on with the account and the order.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DecryptionFailed, type Encryption } from '../../platform/encryption'
import { execute, getValue } from '../../platform/sql'
import type { ControlDb, WritableControl } from '../../platform/sqlite'
import { readNote, writeNote } from './attempts'

export interface TlsFiles {
  read(name: string): string | undefined
  /** Replaces the file in one step. */
  write(name: string, text: string): void
  remove(name: string): void
}

export const tlsFolder = (dataDir: string): string => join(dataDir, 'tls')

export function tlsFilesInFolder(dataDir: string): TlsFiles {
  const folder = tlsFolder(dataDir)
  return {
    read(name) {
      const path = join(folder, name)
      return existsSync(path) ? readFileSync(path, 'utf8') : undefined
    },
    write(name, text) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, name)
      const file = openSync(`${path}.new`, 'w', 0o600)
      try {
        writeSync(file, text)
        fsyncSync(file)
      } finally {
        closeSync(file)
      }
      renameSync(`${path}.new`, path)
      const opened = openSync(folder, 'r')
      fsyncSync(opened)
      closeSync(opened)
    },
    remove: (name) => rmSync(join(folder, name), { force: true }),
  }
}

/** Purpose of their encryption. */
export const TLS_KEYS = 'tls'
const PREFIX = 'tls/'

export function tlsFilesInControl(control: WritableControl, { encrypt, decrypt }: Encryption): TlsFiles {
  return {
    read(name) {
      const kept = readNote(control, PREFIX + name)
      if (kept === '') return undefined
      try {
        return decrypt(kept, PREFIX + name)
      } catch (error) {
        if (!(error instanceof DecryptionFailed)) throw error
        return undefined // of another secret.key: it is made anew
      }
    },
    write: (name, text) => void writeNote(control, PREFIX + name, encrypt(text, PREFIX + name)),
    remove: (name) => void execute(control, 'DELETE FROM certificate_notes WHERE key = ?', PREFIX + name),
  }
}

/** An installation that has become a fleet brings along what its folder has. */
export function adoptTlsFiles(control: WritableControl, files: TlsFiles, dataDir: string): void {
  if (hasTlsFiles(control) || !existsSync(tlsFolder(dataDir))) return
  const before = tlsFilesInFolder(dataDir)
  for (const name of readdirSync(tlsFolder(dataDir))) {
    const text = name.endsWith('.new') ? undefined : before.read(name)
    if (text !== undefined) files.write(name, text)
  }
}

const hasTlsFiles = (control: ControlDb): boolean =>
  getValue<number>(control, 'SELECT EXISTS (SELECT 1 FROM certificate_notes WHERE key GLOB ?)', `${PREFIX}*`) === 1
