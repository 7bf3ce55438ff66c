/** Shared by all commands: --data, --json, and opening an installation for the duration of the command. */
import { createInterface, type Interface } from 'node:readline'
import { Command } from 'commander'
import { dataFolderOf } from '../src/platform/data-folder'
import type { Databases } from '../src/platform/databases'
import { type Gate, openGate } from '../src/platform/gate'
import type { Output } from './terminal'

export type Common = { readonly data?: string; readonly json?: boolean | undefined }

/** A command that works on an installation. */
export const installationCommand = (name: string, description: string): Command =>
  new Command(name)
    .description(description)
    .option('--data <folder>', 'data folder (default: BALCAO_DATA, or "data")')
    .option('--json', 'print JSON')

export const dataDirOf = ({ data }: Common): string => dataFolderOf(data)
export const outputOf = ({ json }: { readonly json?: boolean | undefined }): Output => ({ json: json === true, gate })
/** Of the data folder that is open. */
let gate: Gate = openGate

/** Opens the databases, also beside a running server, and closes them after `work`. */
export async function withInstallation<T>(common: Common, work: (databases: Databases) => Promise<T> | T): Promise<T> {
  const { openInstallation } = await import('../src/operator/installation')
  const databases = openInstallation(dataDirOf(common))
  try {
    return await work(process.env.BALCAO_FLEET ? await inFleet(databases, dataDirOf(common)) : databases)
  } finally {
    databases.close()
  }
}

/** On a node of a fleet: from now on what is printed waits for the node. */
export async function inFleet(databases: Databases, dataDir: string): Promise<Databases> {
  const { gateOver, ownedOnly } = await import('./fleet')
  gate = gateOver(dataDir)
  return ownedOnly(databases, dataDir)
}

/** Finds a company by number or UUID, with a context whose events are discarded. */
export async function companyIn(databases: Databases, word: string) {
  const { findCompanyByWord } = await import('../src/operator/companies')
  const { createCx, noExits } = await import('../src/platform/cx')
  const { tenantOf } = await import('../src/tenancy/companies')
  const company = findCompanyByWord(databases.control, word)
  return { company, cx: createCx(tenantOf(company), () => databases.tenant(company.uuid), Date.now, noExits) }
}

/**
 * A signal aborted by SIGINT or SIGTERM with this message, so that a command can clean up. A second signal ends the
 * process at once.
 */
export async function interruption(words: string): Promise<AbortSignal> {
  const { Refusal } = await import('../src/operator/refusal')
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort(new Refusal(words)))
  return controller.signal
}

/** Reads the first line of stdin for `--password-stdin`; null means generate a password. */
export async function readPassword({ passwordStdin }: { passwordStdin?: boolean }): Promise<string | null> {
  return passwordStdin ? firstLineOf(Bun.stdin.stream()) : null
}

/** The first line of stdin. */
export const readLine = (): Promise<string> => firstLineOf(Bun.stdin.stream())

/**
 * The lines of stdin, one for each question; empty at its end. Closed afterwards, or the process waits for more. Bun gives
 * stdin as a stream only once.
 */
export function openAnswers(signal: AbortSignal): { next(): Promise<string>; close(): void } {
  let lines: Interface | undefined
  let following: AsyncIterator<string> | undefined
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  stopped.catch(() => {}) // also if nothing was asked
  return {
    async next() {
      lines ??= createInterface({ input: process.stdin, terminal: false })
      following ??= lines[Symbol.asyncIterator]()
      const { value, done } = await Promise.race([following.next(), stopped])
      return done ? '' : value
    },
    close: () => lines?.close(),
  }
}

export const PASSWORD_STDIN = [
  '--password-stdin',
  'read the password from stdin; otherwise one is generated and printed',
] as const

/** Reads only to the end of the line, because a terminal does not send end-of-file. */
async function firstLineOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  try {
    for await (const chunk of stream) {
      text += decoder.decode(chunk, { stream: true })
      if (text.includes('\n')) break
    }
  } catch {
    const { Refusal } = await import('../src/operator/refusal')
    throw new Refusal('What was given on stdin is not valid UTF-8, so no one could type it in a browser.')
  }
  return text.split(/\r?\n/)[0] ?? ''
}
