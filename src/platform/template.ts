/**
 * The file of an empty database, built once in memory: its steps take longer than anybody should wait, and a copy
 * of their result takes a millisecond.
 */
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import { newestOf, type Schema } from './schema'
import { initialize } from './sqlite'

/** Milliseconds of work before yielding to the event loop. */
const TICK_MS = 4
/** Where the header says how the file is written and read; 2: with a write-ahead log. */
const [WRITE_VERSION, READ_VERSION, WITH_LOG] = [18, 19, 2]

export function createTemplate(schema: Schema, applicationId: number) {
  /** Replaced in each copy by a text of the same length. */
  const placeholder = crypto.randomUUID()
  let built: Promise<Buffer> | undefined

  async function build(): Promise<Buffer> {
    const raw = new Sqlite(':memory:')
    try {
      initialize(raw, { applicationId, identity: placeholder })
      let since = performance.now()
      for (const step of schema.steps) {
        raw.exec(step)
        if (performance.now() - since < TICK_MS) continue
        await new Promise(setImmediate)
        since = performance.now()
      }
      raw.pragma(`user_version = ${newestOf(schema)}`)
      const bytes = raw.serialize()
      bytes[WRITE_VERSION] = WITH_LOG
      bytes[READ_VERSION] = WITH_LOG
      return bytes
    } finally {
      raw.close()
    }
  }

  return {
    /** Writes a file for this uuid, durably. Opening it checks that it is complete. */
    async write(path: string, uuid: string): Promise<void> {
      built ??= build()
      const bytes = Buffer.from(await built)
      bytes.write(uuid, bytes.indexOf(placeholder))
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const file = await open(path, 'wx', 0o644)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
    },
  }
}
