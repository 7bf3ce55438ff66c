/** A node's copy of control.db, which follows the log, and the file that SQLite reads meanwhile. */
import { join } from 'node:path'
import { BrokenChain } from '../../fleet/chain'
import type { CommitLog, Following, StoredMessage } from '../../fleet/commit-log'
import { type AppliedRecord, Copies } from '../../fleet/copies'
import { Follower } from '../../fleet/follower'
import { ReadableFile } from '../../fleet/readable'
import { rebuild } from '../../fleet/rebuild'
import type { FileState } from '../../fleet/records'
import type { Sealing } from '../../fleet/sealing'
import { CONTROL } from '../../platform/gate'
import type { Raw } from '../../platform/sqlite'

export const CONTROL_NAME = 'control.db'
export const CONTROL_COPY_NAME = 'control-copy.db'

export type ControlCopyDeps = {
  readonly folder: string
  readonly log: CommitLog
  readonly sealing: Sealing
  /** Reads go to this connection from now on. */
  readonly switched: (raw: Raw, markOf: (tables: readonly string[]) => number) => void
  /** The file has a record more. */
  readonly applied: () => void
}

export class ControlCopy {
  readonly #deps: ControlCopyDeps
  #follower: Follower | undefined
  #following: Following | undefined
  #file: ReadableFile | undefined
  /** The record that the file ends with. */
  #at: { readonly seq: number; readonly hash: string } | undefined

  constructor(deps: ControlCopyDeps) {
    this.#deps = deps
  }

  /** Sequence of the newest record that reads show. */
  get seq(): number {
    return this.#at?.seq ?? 0
  }

  /** Records that the log has and this copy has not, at least. */
  get behind(): number {
    return this.#following?.behind?.() ?? 0
  }

  /** Brings the copy to the end of the log and follows it. `failed` is called once, if that ends. */
  async open(failed: (error: unknown) => void): Promise<void> {
    const follower = await this.#openFollower()
    this.#follower = follower
    await follower.settle()
    await this.#makeReadable(follower)
    follower.observe((record) => this.#apply(record))
    const take = async (message: StoredMessage) => {
      try {
        await follower.take(message)
      } catch (error) {
        failed(error)
        throw error // the log waits, and is stopped meanwhile
      }
    }
    this.#following = this.#deps.log.follow(CONTROL, follower.link.seq, take)
  }

  /** Follows no longer. What was read can be read further. */
  async close(): Promise<void> {
    await this.#following?.stop()
    this.#following = undefined
    this.#follower?.close()
    this.#follower = undefined
  }

  /**
   * Makes a file of what an owner's database holds, before that is closed. `at`: the record that it ends with, if there is one.
   * Until the next `open` it stays as it is.
   */
  async replace(bytes: Uint8Array, state: Pick<FileState, 'pages' | 'pageSize'>): Promise<void> {
    await this.#show(await ReadableFile.create(this.#path, bytes, state))
    this.#at = undefined
  }

  /** After reads went elsewhere. */
  closeFile(): void {
    this.#file?.close()
    this.#file = undefined
    this.#at = undefined
  }

  get #path(): string {
    return join(this.#deps.folder, CONTROL_COPY_NAME)
  }

  async #openFollower(): Promise<Follower> {
    const { folder, log, sealing } = this.#deps
    const followerDeps = { company: CONTROL, folder, log, sealing }
    const copies = await Copies.open(CONTROL, folder)
    if (copies) {
      const follower = new Follower(followerDeps, copies)
      try {
        await follower.catchUp()
        return follower
      } catch (error) {
        follower.close()
        if (!(error instanceof BrokenChain)) throw error
      }
    }
    return rebuild(followerDeps)
  }

  async #makeReadable(follower: Follower): Promise<void> {
    const { link, files } = follower.state
    if (this.#file && this.#at?.hash === link.hash) return
    const state = stateOf(files)
    const file = await ReadableFile.create(this.#path, join(this.#deps.folder, CONTROL_NAME), state)
    await this.#show(file)
    this.#at = link
    this.#deps.applied()
  }

  async #show(file: ReadableFile): Promise<void> {
    const before = this.#file
    this.#file = file
    this.#deps.switched(file.raw, file.markOf)
    before?.close()
  }

  async #apply({ link, files, pages }: AppliedRecord): Promise<void> {
    await this.#file?.apply(pages, stateOf(files))
    this.#at = link
    this.#deps.applied()
  }
}

function stateOf(files: readonly FileState[]): FileState {
  const state = files.find(({ name }) => name === CONTROL_NAME)
  if (!state) throw new Error('the log of control has no control.db')
  return state
}
