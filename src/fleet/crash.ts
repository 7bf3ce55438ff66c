/**
 * After a crash the owner's files may have commits that the log has not. They were told to nobody, so the write-ahead log
 * is cut where the chain ends. What is in a database file is in the chain: only we move frames there.
 */
import { closeSync, constants, ftruncateSync, openSync, readSync } from 'node:fs'
import { BrokenChain, follow, isComplete, type Link, lastLink } from './chain'
import type { CommitLog, StoredMessage } from './commit-log'
import { flush } from './durable'
import { readPart } from './frames'
import { isNextLog } from './owner-files'
import type { OwnerNote } from './owner-note'
import { BadRecord, ByeBody, type FileState, idOf, readJsonBody, SnapshotBody, stateOf } from './records'
import type { Sealing } from './sealing'
import { FRAME_HEADER_BYTES, frameHeaderAt, frameOffset, readWalHeader } from './wal'
import { isSameLog } from './wal-index'

export type ChainEnd = {
  /** The newest message, perhaps a part of a record that did not end. */
  readonly last: Link
  /** The last whole record. */
  readonly whole: Link
  /** The files with it. */
  readonly files: readonly FileState[]
  /** Whether the newest record is a `bye`. */
  readonly isClean: boolean
}

/** Reads the chain from the record that a note names. Undefined if the log no longer has it. */
export async function readChainEnd(log: CommitLog, sealing: Sealing, note: OwnerNote): Promise<ChainEnd | undefined> {
  return (await readFrom(log, sealing, note)).end
}

/**
 * The same up to the claim of the next owner, after which nothing of the noted one comes any more. Undefined without such a
 * claim, too.
 */
export async function readEndOfEpoch(log: CommitLog, sealing: Sealing, note: OwnerNote): Promise<ChainEnd | undefined> {
  const { end, isOver } = await readFrom(log, sealing, note, note.link.epoch)
  return isOver ? end : undefined
}

/** `epoch`: ends before the claim of a later one. */
async function readFrom(
  log: CommitLog,
  sealing: Sealing,
  { company, link, files }: OwnerNote,
  epoch = Number.POSITIVE_INFINITY,
): Promise<{ readonly end: ChainEnd | undefined; readonly isOver: boolean }> {
  let last: Link | undefined
  let whole = link
  let [found, isClean]: [readonly FileState[], boolean] = [files, link.kind === 'bye']
  const endNow = () => last && { last, whole, files: found, isClean }
  for await (const message of log.read(company, link.firstSeq - 1)) {
    if (message.seq < link.seq) continue
    if (!last) {
      if (message.seq !== link.seq) return { end: undefined, isOver: false }
      if (lastLink(company, message).hash !== link.hash)
        throw new BrokenChain(company, link.seq, `its owner noted another record there, ${idOf(link)}`)
      last = link
      continue
    }
    const next: Link = follow(company, last, message)
    if (next.epoch > epoch) return { end: endNow(), isOver: true }
    last = next
    isClean = last.kind === 'bye'
    if (!isComplete(last)) continue
    whole = last
    found = statesIn(company, sealing, last, message) ?? found
  }
  return { end: endNow(), isOver: false }
}

function statesIn(
  company: string,
  sealing: Sealing,
  link: Link,
  message: StoredMessage,
): readonly FileState[] | undefined {
  try {
    const body = sealing.open(link, message.body)
    if (link.kind === 'frames') return readPart(body).files
    const text = Buffer.from(body).toString()
    if (link.kind === 'epoch') return undefined
    if (link.kind === 'bye') return readJsonBody(ByeBody, text).files
    const { contains, files } = readJsonBody(SnapshotBody, text)
    return contains ? undefined : files.map(stateOf)
  } catch (error) {
    if (error instanceof BadRecord) throw new BrokenChain(company, link.seq, error.message)
    throw error
  }
}

/** The file cannot be what the chain has: it must be rebuilt. */
export class NotOfChain extends Error {}

/**
 * Cuts the write-ahead log of a closed database after what `state` has. Returns how many frames stay. Throws
 * `NotOfChain`.
 */
export async function cutLog(path: string, state: FileState, { isClean }: { isClean: boolean }): Promise<number> {
  const fd = openLog(`${path}-wal`)
  if (fd === undefined) {
    if (state.frame === 0 || isClean) return 0
    throw new NotOfChain(`${path} has no log, but the chain ends in one`)
  }
  try {
    const frames = framesOf(fd, path, state, isClean)
    ftruncateSync(fd, frames === 0 ? 0 : frameOffset(frames + 1, state.pageSize))
    await flush(fd)
    return frames
  } finally {
    closeSync(fd)
  }
}

function openLog(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDWR)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** How many frames of the log stay. */
function framesOf(fd: number, path: string, state: FileState, isClean: boolean): number {
  const header = readWalHeader(fd)
  if (!header) {
    if (state.frame === 0 || isClean) return 0
    throw new NotOfChain(`${path} has an empty log, but the chain ends in one`)
  }
  if (state.frame === 0) {
    // Empty logs have no salts until SQLite cuts one to nothing and chooses those of the next.
    if (state.salt1 === 0 ? header.checkpoint === 0 : isSameLog(header, state)) return 0
  } else {
    if (isSameLog(header, state)) return requireFrame(fd, path, state)
    // All of the log that the chain ends in is in the file, and the next log has what nobody was told.
    if (header.checkpoint === state.checkpoint + 1 && isNextLog(state, header)) return 0
  }
  throw new NotOfChain(`${path} has another log than the one that the chain ends in`)
}

function requireFrame(fd: number, path: string, state: FileState): number {
  const bytes = Buffer.alloc(FRAME_HEADER_BYTES)
  const length = readSync(fd, bytes, 0, FRAME_HEADER_BYTES, frameOffset(state.frame, state.pageSize))
  const found = frameHeaderAt(bytes, 0, state.frame)
  const isIt =
    length === FRAME_HEADER_BYTES &&
    isSameLog(found, state) &&
    found.checksum1 === state.checksum1 &&
    found.checksum2 === state.checksum2 &&
    found.sizeAfter === state.pages
  if (!isIt) throw new NotOfChain(`the log of ${path} lacks frame ${state.frame}, which the chain has`)
  return state.frame
}
