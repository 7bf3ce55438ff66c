/** Files of another product, in the form that messages carry. */
import { FILES, type Reason } from '../../moving-in/contract'
import type { Move, MovedFile, MoveReport } from '../../moving-in/mover'
import type { Kind, SourceRows } from '../../moving-in/source'
import { MEDIA_LIMIT } from '../messages/contract'
import { kindOf, type UploadedFile } from './upload'

export type AttachedFile = Pick<UploadedFile, 'kind' | 'media'>

/** It is not measured: screens show it without reserved space. */
export const attached = ({ file, name, mimetype, size }: MovedFile): AttachedFile => ({
  kind: kindOf(mimetype, size),
  media: {
    name,
    mimetype,
    size,
    seconds: null,
    width: null,
    height: null,
    waveform: null,
    thumbnail: null,
    state: 'ready',
    file,
    ticket: null,
  },
})

type RowWithFile = { readonly id: string; readonly mediaPath: string | null; readonly mediaName: string | null }
/** Why a file does not come. */
type Absence = Extract<Reason, 'fileMissing' | 'leftOut'>
export type TakenFiles = ReadonlyMap<string, AttachedFile | Absence>

/** Kinds whose rows may have a file. */
type KindWithFile = { [K in Kind]: SourceRows[K] extends RowWithFile ? K : never }[Kind]
type StepWithFiles<K> = { readonly kind: K; readonly step: string; readonly most?: number }

/** All rows of a kind, each with the files of its slice. `most`: bytes of a file. */
export const moveWithFiles = <K extends KindWithFile>(
  move: Move,
  { kind, step, most = MEDIA_LIMIT }: StepWithFiles<K>,
  take: (row: SourceRows[K], files: TakenFiles) => void,
): Promise<void> =>
  move.inPreparedSlices(
    step,
    move.source.rows(kind, move.company.id),
    (slice) => takeFiles(move, kind, slice, most),
    (slice, files) => {
      for (const row of slice) take(row, files)
    },
  )

/** The files of the rows that are not here yet, by the row's id: before the slice, because it is asynchronous. */
async function takeFiles(
  { files, ids }: Move,
  kind: Kind,
  rows: readonly RowWithFile[],
  most: number,
): Promise<TakenFiles> {
  const taken = new Map<string, AttachedFile | Absence>()
  for (const { id, mediaPath, mediaName } of rows) {
    if (!mediaPath || ids.has(kind, id)) continue
    const file = await files.take(mediaPath, mediaName)
    taken.set(id, file === null ? 'fileMissing' : file.size > most ? 'leftOut' : attached(file))
  }
  return taken
}

/** The row's file; null without one. Counts it. */
export function fileOf(report: MoveReport, { id, mediaPath }: RowWithFile, files: TakenFiles): AttachedFile | null {
  const found = files.get(id)
  if (found === undefined) return null
  if (typeof found === 'string') report.skipped(FILES, found, mediaPath ?? undefined)
  else report.imported(FILES)
  return typeof found === 'string' ? null : found
}
