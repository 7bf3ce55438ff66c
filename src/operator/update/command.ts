/** What `balcao update` does: looks, and either asks the running server or prepares the update for its next start. */
import type { KeyObject } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import type { StoredFileColumn } from '../../platform/stored-files'
import { SECOND } from '../../platform/time'
import { version as ownVersion } from '../../version'
import { createBackup } from '../backup/create'
import { digestOf } from '../backup/files'
import { isRunning } from '../handover'
import { Refusal } from '../refusal'
import { askServer } from './asked'
import { beginAttempt, changeAttempt, failAttempt, keepProgram, keepSignature, noteStep } from './attempts'
import { DownloadFailed, downloadProgram } from './download'
import { type FoundRelease, LookFailed, lookForRelease } from './look'
import { fileFor, platformHere, ReleaseRefused, relationTo } from './manifest'
import { type Attempt, isUnfinished, programPath, readUpdateState, type StepName } from './programs'
import { NotRunnable, requireRunnable } from './runnable'

export type Newest = FoundRelease & { readonly address: string }
const userAgent = `Balcao/${ownVersion}`

/** The newest release at the address. Throws a `Refusal` that says why there is none. */
export async function findNewest(address: string, key: KeyObject, signal: AbortSignal): Promise<Newest> {
  try {
    return { ...(await lookForRelease({ address, key, userAgent, signal })), address }
  } catch (error) {
    throw inWords(error, address)
  }
}

/** Undefined if the release does not replace this program. */
export const relationOf = ({ release }: Newest) => relationTo(ownVersion, release)

/** Throws a `Refusal` if there is no program for this machine. */
export function requireFile({ release }: Newest) {
  const file = fileFor(release, platformHere())
  if (!file) throw new Refusal(`Version ${release.version} has no program for this machine (${platformHere()}).`)
  return file
}

const sentOf = ({ bytes, signature }: Pick<Newest, 'bytes' | 'signature'>) => ({
  bytes: Buffer.from(bytes).toString('base64'),
  signature,
})

/** The running server does everything. Resolves with the attempt when it has ended. */
export async function updateByServer(
  dataDir: string,
  { address, bytes, signature, release }: Newest,
  changed: (attempt: Attempt) => void,
): Promise<Attempt> {
  await askServer(dataDir, { address, ...sentOf({ bytes, signature }) })
  let [shown, alive] = ['', performance.now()]
  for (;;) {
    const [attempt] = readUpdateState(dataDir).attempts
    if (attempt?.version !== release.version) throw new Refusal('The running server has not begun with the update.')
    const now = JSON.stringify(attempt.steps)
    if (now !== shown) changed(attempt)
    shown = now
    if (!isUnfinished(attempt)) return attempt
    if (attempt.process !== null && isRunning(attempt.process)) alive = performance.now()
    if (performance.now() - alive > GONE_AFTER_MS)
      throw new Refusal('The server has ended, and nobody starts it. Start it: it finishes the update, or goes back.')
    await Bun.sleep(LOOK_EVERY)
  }
}
const LOOK_EVERY = 250
const GONE_AFTER_MS = 30 * SECOND

export type Preparation = {
  readonly dataDir: string
  readonly storedFiles: readonly StoredFileColumn[]
  readonly signal: AbortSignal
  readonly clock: () => number
  changed(attempt: Attempt): void
}

/** Nothing is swapped while no server runs: its next start tries the version, watched. The caller holds the data folder. */
export async function prepareForStart(newest: Newest, preparation: Preparation): Promise<void> {
  const { dataDir, storedFiles, signal, clock, changed } = preparation
  const { release, address } = newest
  const file = requireFile(newest)
  const path = programPath(dataDir, release.version)
  const step = async (name: StepName, work: () => Promise<unknown>) => {
    noteStep(dataDir, { step: name, state: 'running' }, clock())
    await work()
    noteStep(dataDir, { step: name, state: 'done' }, clock())
    const [attempt] = readUpdateState(dataDir).attempts
    if (attempt) changed(attempt)
  }
  beginAttempt(dataDir, { version: release.version, by: 'command' }, clock())
  try {
    await step('download', async () => {
      const isHere = existsSync(path) && statSync(path).size === file.size
      if (isHere && (await digestOf(path)).sha256 === file.sha256) return
      await downloadProgram({ release, file, address, to: path, userAgent, signal })
    })
    await step('verify', async () => {
      await requireRunnable(path, release.version, signal)
      keepSignature(dataDir, release.version, sentOf(newest))
      keepProgram(dataDir, { version: release.version, sha256: file.sha256, size: file.size }, clock())
    })
    await step('backup', () => createBackup(dataDir, clock(), { to: null, withKey: false, storedFiles, signal }))
    changeAttempt(dataDir, () => ({ phase: 'ready', process: null }))
  } catch (error) {
    const refusal = inWords(error, address)
    failAttempt(dataDir, refusal.message, clock())
    throw refusal
  }
}

const wordsOfLook: Readonly<Record<string, string>> = {
  unreachable: 'does not answer',
  timeout: 'does not answer in time',
  notFound: 'has no release',
  redirects: 'leads from one address to the next without end',
  notRelease: 'answers with something else than a release',
  noSignature: 'has a release without a signature',
  signature: 'has a release that somebody else has signed: it is not from those who made this program',
  format: 'has a release of a format that this version does not know: install that version by hand',
}

const wordsOfDownload: Readonly<Record<string, string>> = {
  noSpace: 'there is not enough space on the disk',
  unreachable: 'the address does not answer',
  notFound: 'the program is not there',
  redirects: 'the address leads from one to the next without end',
  cut: 'the connection broke',
  slow: 'it took too long',
  tooLong: 'it is longer than its signature says',
  hash: 'it is not the one that was signed',
}

function inWords(error: unknown, address: string): Error {
  if (error instanceof LookFailed || error instanceof ReleaseRefused) {
    const known = wordsOfLook[error.fault] ?? `has a release that cannot be read: ${error.fault}`
    return new Refusal(`${address} ${known}${error.detail === null ? '' : ` (${error.detail})`}.`)
  }
  if (error instanceof DownloadFailed) {
    const known = wordsOfDownload[error.fault] ?? `the address answered ${error.detail}`
    return new Refusal(`The program could not be downloaded: ${known}. Nothing has changed.`)
  }
  if (error instanceof NotRunnable)
    return new Refusal(`The program does not run on this machine: ${error.message}. Nothing has changed.`)
  return error instanceof Error ? error : new Error(String(error))
}
