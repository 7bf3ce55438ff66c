/**
 * A data folder that belongs to a fleet says so in a file, with the node's settings. Every command reads it before anything
 * else: without BALCAO_FLEET it would write databases in a way that the fleet does not notice.
 */
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const fleetEnvironmentPath = (dataDir: string): string => join(dataDir, 'fleet.env')

/** Names the process that serves, or has served, this folder as a node. */
export const fleetNodePath = (dataDir: string): string => join(dataDir, 'fleet-node.json')
/** Whether a node has served this folder, whatever the settings say now. */
export const isOfFleetNode = (dataDir: string): boolean => existsSync(fleetNodePath(dataDir))

/** Null if the folder belongs to no fleet. */
export function readFleetEnvironment(dataDir: string): Readonly<Record<string, string>> | null {
  try {
    return settingsIn(readFileSync(fleetEnvironmentPath(dataDir), 'utf8'))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    // Whoever cannot enter the folder writes nothing there, and hears so from what opens its files.
    if (code === 'EACCES' && !canEnter(dataDir)) return null
    throw error
  }
}

function canEnter(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Lines as systemd reads them: NAME=value, perhaps in quotes. */
export function settingsIn(text: string): Readonly<Record<string, string>> {
  const settings: Record<string, string> = {}
  for (const line of text.split('\n')) {
    const [, name, value = ''] = /^\s*(BALCAO_[A-Z_]+)=(.*?)\s*$/.exec(line) ?? []
    if (name) settings[name] = value.replace(/^(["'])(.*)\1$/, '$2')
  }
  return settings
}

/** The environment's own values win, unless they are empty. */
export function loadFleetEnvironment(dataDir: string, env: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(readFleetEnvironment(dataDir) ?? {})) env[name] ||= value
}
