/** What a fleet derives from the installation's secret, which all of its nodes share. */
import { createHash, hkdfSync } from 'node:crypto'

const derived = (secret: Uint8Array, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `balcao fleet ${purpose}`, 32))

/** Seals what the fleet stores. */
export const fleetKeyOf = (secret: Uint8Array): Buffer => derived(secret, 'key')

/** Names the installation in its streams. It tells nothing of the secret. */
export const installationOf = (secret: Uint8Array): string =>
  createHash('sha256').update(derived(secret, 'installation')).digest('hex').slice(0, 32)
