/** The state file: written some time after each change, read when the simulator is started again. Files lie beside it. */
import { existsSync, mkdirSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { BufferJSON } from '@whiskeysockets/baileys'
import { enforceBounds } from './bounds'
import { type SavedState, stateFrom } from './saved'
import type { World } from './world'

const SAVE_AFTER_MS = 300
/** Maximum share of time for writing: a large state is written less often. */
const SHARE_OF_TIME = 0.05

export async function readState(path: string): Promise<SavedState | undefined> {
  if (!existsSync(path)) return undefined
  // our own file, written below
  return JSON.parse(await readFile(path, 'utf8'), BufferJSON.reviver) as SavedState
}

/** Writes the state some time after each change; never two at once, never half a file. */
export class StateKeeper {
  #timer: Timer | undefined
  #writing: Promise<void> = Promise.resolve()
  #pause = SAVE_AFTER_MS

  constructor(
    readonly path: string,
    readonly seed: number,
  ) {}

  changed(world: World) {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      void this.flush(world).catch((error) => world.log(`state not saved: ${error}`))
    }, this.#pause)
  }

  flush(world: World): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    // A failed write, e.g. on a full disk, was reported to its caller.
    this.#writing = this.#writing.catch(() => {}).then(() => this.#write(world))
    return this.#writing
  }

  async #write(world: World) {
    const started = performance.now()
    enforceBounds(world)
    const text = JSON.stringify(stateFrom(world, this.seed), BufferJSON.replacer)
    await writeFile(`${this.path}.new`, text, { mode: 0o600 })
    await rename(`${this.path}.new`, this.path)
    this.#pause = Math.max(SAVE_AFTER_MS, (performance.now() - started) / SHARE_OF_TIME)
  }
}

/** The files, in a folder beside the state file. */
export function blobFolder(path: string) {
  const folder = `${path}.media`
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // The names are chosen by clients: `basename` keeps them inside the folder.
  const fileOf = (blob: string) => join(folder, basename(blob))
  return {
    get: async (blob: string) => (existsSync(fileOf(blob)) ? readFile(fileOf(blob)) : undefined),
    set: (blob: string, bytes: Buffer) => writeFile(fileOf(blob), bytes, { mode: 0o600 }),
  }
}
