/** A log in a folder, for processes that are killed: a message or an object is whole there, or absent. */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CommitLog, ObjectStore, StoredMessage } from '../../../src/fleet/commit-log'
import { COMPANY } from './company'
import { createUnkindLog } from './unkind-log'

const pathOf = (folder: string, seq: number) => join(folder, `${String(seq).padStart(9, '0')}.message`)

function write(path: string, bytes: Uint8Array): void {
  writeFileSync(`${path}.new`, bytes)
  renameSync(`${path}.new`, path)
}

export function keepMessage(folder: string, { seq, headers, body }: StoredMessage): void {
  write(pathOf(folder, seq), Buffer.from(JSON.stringify({ seq, headers, body: Buffer.from(body).toString('base64') })))
}

type Kept = { readonly seq: number; readonly headers: Record<string, string>; readonly body: string }
const readMessages = (folder: string): StoredMessage[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.message'))
    .toSorted()
    .map((name) => {
      const { seq, headers, body }: Kept = JSON.parse(readFileSync(join(folder, name), 'utf8'))
      return { seq, headers, body: Buffer.from(body, 'base64') }
    })

/** What is stored when an answer comes is in the folder. */
export function createKeptLog(folder: string, company = COMPANY): CommitLog {
  const { log, load, messages } = createUnkindLog()
  load(company, readMessages(folder))
  return {
    ...log,
    async append(...args) {
      const answer = await log.append(...args)
      const newest = messages(company).at(-1)
      if (answer.outcome === 'stored' && newest) keepMessage(folder, newest)
      return answer
    },
    async purgeBelow(company, seq) {
      await log.purgeBelow(company, seq)
      const kept = new Set(messages(company).map((one) => one.seq))
      for (const { seq: one } of readMessages(folder)) if (!kept.has(one)) rmSync(pathOf(folder, one))
    },
    objects: createKeptObjects(folder),
  }
}

function createKeptObjects(folder: string): ObjectStore {
  const fileOf = (name: string) => join(folder, `${encodeURIComponent(name)}.object`)
  const stored = (bytes: Buffer) => ({
    size: bytes.length,
    sha256: new Bun.CryptoHasher('sha256').update(bytes).digest('hex'),
  })
  const find = (name: string) => (existsSync(fileOf(name)) ? readFileSync(fileOf(name)) : undefined)
  return {
    async put(name, bytes) {
      const all = Buffer.concat(await Array.fromAsync(bytes))
      write(fileOf(name), all)
      return stored(all)
    },
    async get(name) {
      const found = find(name)
      return (
        found &&
        (async function* () {
          yield found
        })()
      )
    },
    async find(name) {
      const found = find(name)
      return found && { ...stored(found), at: statSync(fileOf(name)).mtimeMs, contentSize: undefined }
    },
    remove: async (name) => rmSync(fileOf(name), { force: true }),
    async *list() {},
    async removeAll() {},
  }
}
