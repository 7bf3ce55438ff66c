/** Checks of the environment: settings, permissions, disk space, and the process that uses the folder. */
import { accessSync, constants, existsSync, type Stats, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, readConfig } from '../../platform/config'
import { controlPath } from '../../platform/databases'
import { isInUse } from '../../platform/lock'
import { findSecret } from '../../platform/secret'
import { isOnStandby } from '../standby'
import { type Finding, note, ok, problem } from './finding'

const MEGABYTE = 1024 * 1024
/** Below this, the write-ahead logs and a day of messages may not fit. */
const LEAST_ROOM = 500 * MEGABYTE

export function examineSettings(source: Readonly<Record<string, string | undefined>>): Finding[] {
  try {
    readConfig(source)
    return [ok('settings', 'valid')]
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.faults.map((fault) => problem('settings', fault))
  }
}

export function examineFolder(dataDir: string): Finding[] {
  const findings = examineAccess('data folder', dataDir)
  if (!canBeEntered(dataDir)) return findings
  const control = controlPath(dataDir)
  if (existsSync(control)) findings.push(...examineAccess('control.db', control))
  findings.push(...examineKey(dataDir))
  return findings.length > 0 ? findings : [ok('data folder', 'writable by this user, not accessible to others')]
}

function examineKey(dataDir: string): Finding[] {
  const path = join(dataDir, 'secret.key')
  if (!existsSync(path))
    return [
      note(
        'secret.key',
        'is missing: the next start creates a new one, which cannot open any existing WhatsApp session. Restore it from a copy',
      ),
    ]
  const findings = examineAccess('secret.key', path)
  if (findings.length > 0) return findings
  try {
    findSecret(dataDir)
    return []
  } catch (error) {
    return [problem('secret.key', error instanceof Error ? error.message : String(error))]
  }
}

export function examineDisk(dataDir: string): Finding[] {
  const { bavail, bsize } = statfsSync(dataDir)
  const room = Math.round((bavail * bsize) / MEGABYTE)
  if (bavail * bsize >= LEAST_ROOM) return [ok('disk', `${room} MB free`)]
  return [
    problem(
      'disk',
      `only ${room} MB free`,
      'Free up disk space: files are no longer accepted, and messages are refused when it is full.',
    ),
  ]
}

export function examineUse(dataDir: string): Finding[] {
  const findings = [ok('server', isInUse(dataDir) ? 'is running on this folder' : 'is not running on this folder')]
  if (isOnStandby(dataDir))
    findings.push(
      note(
        'at rest',
        `restored and not yet activated: nothing is sent or received until you run: balcao activate --data ${dataDir}`,
      ),
    )
  return findings
}

function examineAccess(about: string, path: string): Finding[] {
  const stats = statSync(path)
  const findings: Finding[] = []
  if ((stats.mode & 0o077) !== 0 && about !== 'control.db')
    findings.push(
      problem(
        about,
        `can be read by other users of this machine (${path})`,
        `chmod ${stats.isDirectory() ? '700' : '600'} ${path}`,
      ),
    )
  if (!isWritable(path)) findings.push(problem(about, `cannot be written by this user (${path})`, ownerRemedy(stats)))
  return findings
}

export const isWritable = (path: string): boolean => allows(path, constants.R_OK | constants.W_OK)
/** Without execute permission, everything in the folder seems to be missing. */
export const canBeEntered = (folder: string): boolean => allows(folder, constants.X_OK)

function allows(path: string, mode: number): boolean {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}

const ownerRemedy = (stats: Stats) => `Run as the user who owns it (user id ${stats.uid}).`
