/** Signed releases whose program is a script that says its version. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ReleaseParts, writeRelease } from '../../../src/build/release-files'
import { platformHere, type Release } from '../../../src/operator/update/manifest'
import { shelf } from '../../support/shelf'

export type Keys = { readonly privateKey: KeyObject; readonly publicKey: KeyObject; readonly pem: string }

export function makeKeys(): Keys {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return { privateKey, publicKey, pem: publicKey.export({ type: 'spki', format: 'pem' }).toString() }
}

/** What the project signs with, in these tests. */
export const keys = makeKeys()

export const CHANGES = ['Voice messages are transcribed.', 'Long conversations open at once.']

type Made = { readonly folder: string; readonly release: Release; readonly name: string }

/** `says` is what the program prints; by default its version. */
export async function makeRelease(
  version: string,
  { says, key = keys.privateKey, ...parts }: Partial<ReleaseParts> & { says?: string; key?: KeyObject } = {},
): Promise<Made> {
  const home = mkdtempSync(join(shelf(), 'release-'))
  const program = join(home, 'program')
  // As large as some parts of a download.
  writeFileSync(program, `#!/bin/sh\necho ${says ?? version}\nexit 0\n${'#'.repeat(300_000)}\n`, { mode: 0o755 })
  const folder = join(home, 'release')
  const release = await writeRelease(
    folder,
    {
      version,
      at: Date.UTC(2026, 1, 20, 9),
      changes: { en: CHANGES },
      program,
      platform: platformHere(),
      ...parts,
    },
    key,
  )
  return { folder, release, name: release.files[0]?.name ?? '' }
}
