/** A restored installation is passive: it opens no messenger session and sends nothing until the operator activates it. */
import { closeSync, existsSync, fsyncSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const markerOf = (dataDir: string) => join(dataDir, 'passive')

export const isOnStandby = (dataDir: string): boolean => existsSync(markerOf(dataDir))

/** On disk before anything else of the restored installation. */
export function enterStandby(dataDir: string): void {
  const marker = openSync(markerOf(dataDir), 'w', 0o600)
  fsyncSync(marker)
  closeSync(marker)
}

/** Returns whether it was passive. A running server notices by itself. */
export function activate(dataDir: string): boolean {
  const was = isOnStandby(dataDir)
  rmSync(markerOf(dataDir), { force: true })
  return was
}
