/** What the movers of queues and of their options share. */
import type { Move, MovedFile } from '../moving-in/mover'
import type { SourceRows } from '../moving-in/source'
import { AUTOMATIC_TEXT_LENGTH } from '../platform/formats'
import { getValue } from '../platform/sql'

type Theirs = Pick<SourceRows['queues'], 'id' | 'mediaPath' | 'mediaName'>

/** Their files by the row's id. */
export async function takeFiles(
  { files }: Pick<Move, 'files'>,
  rows: readonly Theirs[],
): Promise<ReadonlyMap<string, MovedFile | null>> {
  const found = new Map<string, MovedFile | null>()
  for (const { id, mediaPath, mediaName } of rows)
    if (mediaPath !== null) found.set(id, await files.take(mediaPath, mediaName))
  return found
}

export const mediaOf = (file: MovedFile | null) =>
  file?.file
    ? { mediaFile: file.file, mediaName: file.name, mediaType: file.mimetype, mediaSize: file.size }
    : { mediaFile: null, mediaName: null, mediaType: null, mediaSize: null }

/** Cut to what an automatic text may be. */
export function automaticText(
  { report }: Pick<Move, 'report'>,
  what: string,
  text: string | null,
  name: string,
): string {
  const given = text?.trim() ?? ''
  if (given.length > AUTOMATIC_TEXT_LENGTH) report.noted(what, 'cut', name)
  return given.slice(0, AUTOMATIC_TEXT_LENGTH).toWellFormed()
}

/** Whether this run or an earlier one brought it, so that another of theirs is not the same. */
export const isTheirs = ({ cx }: Pick<Move, 'cx'>, id: number): boolean =>
  getValue(cx.db, "SELECT 1 FROM moved_ids WHERE kind = 'queues' AND ours = ?", id) !== undefined
