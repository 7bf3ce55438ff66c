/** One instant of all files of a company, and its pages as the parts of a `frames` record, read in slices. */
import { createBudget } from '../platform/budget'
import { MOST_BODY } from './commit-log'
import { ENTRY_BYTES, PartWriter } from './frames'
import type { ShippedPages } from './pages'
import type { FileState } from './records'
import { FRAME_HEADER_BYTES, type FrameHeader, type FrameRange, FramesGone, openWal, type Wal } from './wal'

export type FileCut = {
  readonly path: string
  /** With the position after this cut. */
  readonly state: FileState
  /** What to read; empty if nothing is new. */
  readonly range: FrameRange
  /** How many commits the range must have, where it is known: another process may have overwritten some. */
  readonly commits?: number
}

/** Bytes of pages in a part: what cannot be compressed must fit into a message, too. */
const PART_BYTES = MOST_BODY - 16 * 1024
/** Above this, pages that are in a cut twice are shipped twice: the list of pages would take much memory. */
const MAX_UNIQUE_FRAMES = 1 << 17

export const hasFrames = ({ range }: FileCut): boolean => range.to > range.after

type PlannedFile = { readonly cut: FileCut; readonly index: number; readonly wal: Wal; readonly frames: Frames }
/** Frames to ship in order: the last one of each page. */
type Frames = { readonly count: number; at(index: number): number }

export type Parts = {
  readonly parts: number
  /** The plain body of each part, made when it is asked for. Throws `FramesGone`. */
  readonly bodies: AsyncIterable<Uint8Array>
  close(): void
}

/** Reads which pages are in the cut. Close it when its bodies are read. Throws `FramesGone`. */
export async function readCut(files: readonly FileCut[], shipped: ShippedPages): Promise<Parts> {
  const opened: PlannedFile[] = []
  const close = () => {
    for (const { wal } of opened) wal.close()
  }
  try {
    for (const [index, cut] of files.entries()) {
      if (!hasFrames(cut)) continue
      const wal = openWal(cut.path, cut.state.pageSize)
      try {
        opened.push({ cut, index, wal, frames: await listFrames(wal, cut) })
      } catch (error) {
        wal.close()
        throw error
      }
    }
  } catch (error) {
    close()
    throw error
  }
  const parts = packed(opened.flatMap((file) => groupsOf(file)))
  return { parts: parts.length, bodies: bodiesOf(files, parts, shipped), close }
}

async function listFrames(wal: Wal, cut: FileCut): Promise<Frames> {
  const { after, to } = cut.range
  const isListed = to - after <= MAX_UNIQUE_FRAMES
  const budget = createBudget()
  const lastOf = new Map<number, number>()
  let commits = 0
  for (let frame = after + 1; frame <= to; frame++) {
    const header = wal.frame(frame, cut.state)
    if (header.sizeAfter !== 0) commits++
    if (isListed && header.page <= cut.state.pages) lastOf.set(header.page, frame)
    if (frame === to) requireEnd(cut, header)
    if (frame % 64 === 0) await budget.rest()
  }
  if (cut.commits !== undefined && cut.commits !== commits)
    throw new FramesGone(`${cut.path}: ${cut.commits - commits} commits were overwritten unread`)
  if (!isListed) return { count: to - after, at: (index) => after + 1 + index }
  const frames = Uint32Array.from(lastOf.values()).sort()
  return { count: frames.length, at: (index) => frames[index] ?? 0 }
}

function requireEnd({ path, state }: FileCut, header: FrameHeader): void {
  const isNamed = header.checksum1 === state.checksum1 && header.checksum2 === state.checksum2
  if (!isNamed || header.sizeAfter !== state.pages)
    throw new FramesGone(`${path}: frame ${header.frame} is not the one that the index names`)
}

/** A run of a file's frames that goes into one part. */
type Group = { readonly file: PlannedFile; readonly from: number; readonly to: number; readonly bytes: number }

function groupsOf(file: PlannedFile): Group[] {
  const size = file.cut.state.pageSize + ENTRY_BYTES
  const most = Math.floor(PART_BYTES / size)
  const groups: Group[] = []
  for (let from = 0; from < file.frames.count; from += most) {
    const to = Math.min(from + most, file.frames.count)
    groups.push({ file, from, to, bytes: (to - from) * size })
  }
  return groups
}

/** The files' last groups share a part if they fit. A cut without pages has one part, which tells the positions. */
function packed(groups: readonly Group[]): Group[][] {
  const parts: Group[][] = [[]]
  let room = PART_BYTES
  for (const group of groups) {
    if (group.bytes > room) {
      parts.push([])
      room = PART_BYTES
    }
    parts.at(-1)?.push(group)
    room -= group.bytes
  }
  return parts
}

async function* bodiesOf(
  files: readonly FileCut[],
  parts: readonly (readonly Group[])[],
  shipped: ShippedPages,
): AsyncGenerator<Uint8Array> {
  const budget = createBudget()
  const states = files.map(({ state }) => state)
  for (const [index, { pages }] of states.entries()) shipped.truncate(index, pages)
  for (const part of parts) {
    yield encodePart(states, part, shipped)
    await budget.rest()
  }
}

function encodePart(states: readonly FileState[], part: readonly Group[], shipped: ShippedPages): Uint8Array {
  const [pages, bytes] = part.reduce(([count, sum], one) => [count + one.to - one.from, sum + one.bytes], [0, 0])
  const writer = new PartWriter(states, pages, bytes)
  for (const { file, from, to } of part) {
    const { pageSize } = file.cut.state
    const frame = Buffer.allocUnsafeSlow(FRAME_HEADER_BYTES + pageSize)
    const page = frame.subarray(FRAME_HEADER_BYTES)
    for (let index = from; index < to; index++) {
      const number = file.wal.page(file.frames.at(index), file.cut.state, frame)
      if (number > file.cut.state.pages) continue
      const kind = shipped.encode(file.index, number, page, writer.slot(pageSize))
      writer.add(file.index, number, kind, pageSize)
    }
  }
  return writer.finish()
}
