/**
 * A restored installation is on standby: it opens no messenger session and sends nothing until the operator activates
 * it. The marker file and the API call it `passive`.
 */
import { closeSync, existsSync, fsyncSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const markerOf = (dataDir: string) => join(dataDir, 'passive')

export const isOnStandby = (dataDir: string): boolean => existsSync(markerOf(dataDir))

/** The marker is durable before any restored file is in place. */
export function enterStandby(dataDir: string): void {
  const marker = openSync(markerOf(dataDir), 'w', 0o600)
  fsyncSync(marker)
  closeSync(marker)
}

/** Returns whether it was on standby. A running server notices by itself. */
export function activate(dataDir: string): boolean {
  const was = isOnStandby(dataDir)
  rmSync(markerOf(dataDir), { force: true })
  return was
}
