/** Moves the messages of another product's company in. */
import type { Move, Mover } from '../../moving-in/mover'
import { recountStored } from '../../tenancy/storage'
import { moveFormerTexts } from './former-texts'
import type { MessageRow } from './read-row'
import { createMessageWriter, type PreparedRow } from './write-slice'

/** Rows of one transaction. */
const SLICE = 1000

export const messageMover: Mover = {
  name: 'messages',
  async move(move) {
    const writer = createMessageWriter(move)
    await move.inPreparedSlices(
      'messages',
      move.source.rows('messages', move.company.id),
      (slice) => takeFiles(move, writer, slice),
      writer.take,
      SLICE,
    )
    await moveFormerTexts(move)
    recountStored(move.cx)
  },
}

/** Files are stored before the transaction of their messages. */
async function takeFiles(
  { files }: Move,
  { needsNoFile, read }: ReturnType<typeof createMessageWriter>,
  slice: readonly MessageRow[],
): Promise<ReadonlyMap<MessageRow, PreparedRow>> {
  const prepared = new Map<MessageRow, PreparedRow>()
  for (const row of slice) {
    if (row.mediaPath === null || needsNoFile(row)) continue
    const content = read(row)
    const name = content.is === 'message' ? (content.media?.name ?? null) : null
    prepared.set(row, { content, file: await files.take(row.mediaPath, name) })
  }
  return prepared
}
