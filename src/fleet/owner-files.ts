/** The files of a company that is owned here: what of them is committed, in the chain, and in the database files. */
import type { FileCut } from './cut'
import { type Keeper, openKeeper } from './keeper'
import type { FileState } from './records'
import { FramesGone, nextRange, openWal } from './wal'
import { isSameLog, isSamePosition, type Salts, type WalPosition, type WalState } from './wal-index'

/** A file in the company's folder. */
export type FleetFile = { readonly name: string; readonly path: string }

/** A cut of all files, with the counts of commits that show whether one was missed. */
export type Cut = { readonly files: readonly FileCut[]; readonly commits: readonly number[] }

const NOTHING: WalPosition = { salt1: 0, salt2: 0, frame: 0, checksum1: 0, checksum2: 0 }

export function openOwnerFiles(list: readonly FleetFile[]) {
  const keepers: Keeper[] = []
  const close = () => {
    for (const keeper of keepers) keeper.close()
  }
  try {
    for (const { name, path } of list) keepers.push(openKeeper(name, path))
    const known = keepers.map(firstState)
    return new OwnerFiles(keepers, known)
  } catch (error) {
    close()
    throw error
  }
}

type LastCut = { readonly state: FileState; readonly commits: number }

function firstState(keeper: Keeper): LastCut {
  const now = keeper.index.read()
  if (!now) throw new Error(`${keeper.path}: the index of the log cannot be read`)
  return { state: stateOf(keeper, now, keeper.pages), commits: now.commits }
}

function stateOf(keeper: Keeper, now: WalState, pages: number): FileState {
  const { salt1, salt2, frame, checksum1, checksum2 } = now
  const position = frame === 0 ? { ...NOTHING, salt1, salt2 } : { salt1, salt2, frame, checksum1, checksum2 }
  return {
    name: keeper.name,
    pageSize: keeper.pageSize,
    pages: now.pages === 0 ? pages : now.pages,
    checkpoint: frame === 0 ? -1 : checkpointOf(keeper, now),
    ...position,
  }
}

/** The log's own number of times that it was started anew. */
function checkpointOf(keeper: Keeper, now: WalState): number {
  const wal = openWal(keeper.path, keeper.pageSize)
  try {
    const header = wal.header()
    if (!header || !isSameLog(header, now)) throw new FramesGone(`${keeper.path}-wal was started anew`)
    return header.checkpoint
  } finally {
    wal.close()
  }
}

export class OwnerFiles {
  readonly #keepers: readonly Keeper[]
  /** What was cut last. */
  #known: readonly LastCut[]
  /** Counts of commits when all was moved into the database files. */
  #moved: readonly (number | undefined)[] = []

  constructor(keepers: readonly Keeper[], known: readonly LastCut[]) {
    this.#keepers = keepers
    this.#known = known
  }

  /** What the last cut ended with. */
  get states(): readonly FileState[] {
    return this.#known.map(({ state }) => state)
  }

  /** Whether nothing is committed beyond `states`. */
  areAt(states: readonly FileState[]): boolean {
    for (let at = 0; at < this.#keepers.length; at++) {
      const state = states[at]
      if (!state || !this.#keepers[at]?.index.isAt(state)) return false
    }
    return true
  }

  /**
   * All that is committed at this instant, after the last cut. Undefined if an index cannot be read just now. Throws
   * `FramesGone` if frames were overwritten before they were read.
   */
  cut(): Cut | undefined {
    const files: FileCut[] = []
    const commits: number[] = []
    for (const [at, keeper] of this.#keepers.entries()) {
      const known = this.#known[at]
      const now = keeper.index.read()
      if (!now || !known) return undefined
      files.push(this.#fileCut(keeper, known, now))
      commits.push(now.commits)
    }
    this.#known = files.map(({ state }, at) => ({ state, commits: commits[at] ?? 0 }))
    return { files, commits }
  }

  #fileCut(keeper: Keeper, known: LastCut, now: WalState): FileCut {
    const { range, startsAnew } = nextRange(known.state, now)
    const state = isSamePosition(known.state, now) ? known.state : stateOf(keeper, now, known.state.pages)
    if (!startsAnew) return { path: keeper.path, state, range }
    const commits = now.commits - known.commits
    if (now.frame === 0 && commits !== 0)
      throw new FramesGone(`${keeper.path}: ${commits} commits were overwritten unread`)
    return { path: keeper.path, state, range, commits }
  }

  /**
   * Goes on from what is committed now, whatever was read before. Undefined if an index cannot be read just now.
   */
  startFromNow(): readonly FileState[] | undefined {
    const known: LastCut[] = []
    for (const [at, keeper] of this.#keepers.entries()) {
      const now = keeper.index.read()
      if (!now) return undefined
      known.push({ state: stateOf(keeper, now, this.#known[at]?.state.pages ?? keeper.pages), commits: now.commits })
    }
    this.#known = known
    return this.states
  }

  /**
   * Whether the database files still are what they were when `checkpoint(states)` had moved all into them: nothing was
   * since, by another process either.
   */
  areFilesStill(states: readonly FileState[]): boolean {
    return this.#keepers.every((keeper, at) => {
      const [state, now] = [states[at], keeper.index.read()]
      if (!state || !now) return false
      if (isSameLog(state, now)) return now.backfilled <= state.frame
      return isNextLog(state, now) && now.backfilled === 0 && this.#moved[at] === now.commits - commitsIn(keeper, now)
    })
  }

  get paths(): readonly FleetFile[] {
    return this.#keepers.map(({ name, path }) => ({ name, path }))
  }

  /** Moves into the database files what is in the chain, if nothing else is committed. */
  checkpoint(states: readonly FileState[]): boolean {
    if (!this.areAt(states)) return false
    const areMoved = this.#keepers.every((keeper, at) => {
      const state = states[at]
      return state !== undefined && keeper.checkpoint(state)
    })
    this.#moved = this.#keepers.map(({ index }) => index.read()?.commits)
    return areMoved && this.areAt(states)
  }

  /** SQLite's `user_version` of a file; undefined if there is none of this path. */
  versionOf(path: string): number | undefined {
    return this.#keepers.find((keeper) => keeper.path === path)?.version()
  }

  close(): void {
    for (const keeper of this.#keepers) keeper.close()
  }
}

/** Whether a log is the one that SQLite starts when all of `before` is in the database file. */
export const isNextLog = (before: Salts, next: Salts): boolean =>
  before.salt1 === 0 ? next.salt1 !== 0 : next.salt1 === (before.salt1 + 1) >>> 0

/** How many commits a log has. */
function commitsIn(keeper: Keeper, now: WalState): number {
  if (now.frame === 0) return 0
  const wal = openWal(keeper.path, keeper.pageSize)
  try {
    let commits = 0
    for (let frame = 1; frame <= now.frame; frame++) if (wal.frame(frame, now).sizeAfter !== 0) commits++
    return commits
  } finally {
    wal.close()
  }
}
