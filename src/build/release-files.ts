/** The files of a release: what `release.json` says, its signature, and the program beside it. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import * as v from 'valibot'
import { digestOf } from '../operator/backup/files'
import { kinds } from '../operator/layout'
import { RELEASE_FILE, Release, SIGNATURE_FILE } from '../operator/update/manifest'

/** For whoever makes a release: what is missing, and what to do. */
export class ReleaseError extends Error {}

export type ReleaseParts = {
  readonly version: string
  /** When its commit was made. */
  readonly at: number
  readonly changes: Release['changes']
  readonly page?: string
  readonly built?: Release['built']
  /** The compiled program. */
  readonly program: string
  readonly platform: string
}

/** Writes the three files into a folder, which is emptied before. Returns what the release says. */
export async function writeRelease(folder: string, parts: ReleaseParts, key: KeyObject): Promise<Release> {
  const { version, at, changes, page, built, program, platform } = parts
  const { sha256, size } = await digestOf(program)
  const name = `balcao-${version}-${platform}`
  const release = v.parse(Release, {
    format: 1,
    version,
    at: new Date(at).toISOString(),
    changes,
    ...(page !== undefined && { page }),
    databases: { control: kinds.control.steps, tenant: kinds.tenant.steps, session: kinds.session.steps },
    ...(built && { built }),
    files: [{ platform, name, size, sha256 }],
  } satisfies Release)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  copyFileSync(program, join(folder, name))
  writeSigned(folder, Buffer.from(`${JSON.stringify(release, null, 2)}\n`), key)
  return release
}

/** The manifest in these very bytes, and its signature. */
export function writeSigned(folder: string, bytes: Uint8Array, key: KeyObject): void {
  writeFileSync(join(folder, RELEASE_FILE), bytes)
  writeFileSync(join(folder, SIGNATURE_FILE), `${sign(null, bytes, key).toString('base64')}\n`)
}

/** Makes a pair: the private key where only its owner reads it, the public one where the build finds it. */
export function makeReleaseKey(privatePath: string, publicPath: string, project: string): void {
  const path = resolve(privatePath)
  const folder = realpathSync(dirname(path))
  if (`${folder}${sep}`.startsWith(`${realpathSync(project)}${sep}`))
    throw new ReleaseError(`${path} lies in the project. Keep the private key where no commit and no build takes it.`)
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  // Neither is ever replaced: installations trust the old one.
  writeNew(join(folder, basename(path)), privateKey.export({ type: 'pkcs8', format: 'pem' }), 0o600)
  try {
    writeNew(publicPath, publicKey.export({ type: 'spki', format: 'pem' }), 0o644)
  } catch (error) {
    rmSync(path)
    throw error
  }
}

function writeNew(path: string, content: string | Buffer, mode: number): void {
  try {
    writeFileSync(path, content, { flag: 'wx', mode })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new ReleaseError(`${path} exists. Installations trust the key they were built with, so none is replaced.`)
    throw error
  }
}

export function readPrivateKey(path: string): KeyObject {
  let key: KeyObject
  try {
    key = createPrivateKey(readFileSync(path))
  } catch (error) {
    throw new ReleaseError(`${path} is no private key: ${error instanceof Error ? error.message : String(error)}`)
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new ReleaseError(`${path} is no Ed25519 key`)
  return key
}

export const isPair = (privateKey: KeyObject, publicKey: KeyObject): boolean =>
  createPublicKey(privateKey).equals(publicKey)

/** The lines of a version's part of a changelog, without their marks. Empty if it has no such part. */
export function readChanges(changelog: string, version: string): string[] {
  const parts = changelog.split(/^## /m)
  const part = parts.find((one) => one.split(/\s/, 1)[0] === version) ?? ''
  const lines: string[] = []
  for (const line of part.split('\n').slice(1)) {
    const [, item] = /^[-*] (.+)$/.exec(line) ?? []
    if (item !== undefined) lines.push(item)
    else if (/^\s+\S/.test(line) && lines.length > 0) lines.push(`${lines.pop()} ${line.trim()}`)
  }
  return lines.map(plain)
}

/** Without Markdown: links keep their words. */
const plain = (line: string): string =>
  line
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replace(/(\*\*|`)(.+?)\1/g, '$2')
    .replace(/(^|[\s(“])\*(\S.*?)\*/g, '$1$2')
    .trim()
