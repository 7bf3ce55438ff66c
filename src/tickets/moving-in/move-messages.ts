/** Moves the messages of another product's company in. */
import type { Move, Mover } from '../../moving-in/mover'
import { moveFormerTexts } from './former-texts'
import type { MessageRow } from './read-row'
import { createMessageWriter, type MovedItem } from './write-slice'

/** Rows that are read before their files are stored; one transaction each. */
const SLICE = 2000

export const messageMover: Mover = {
  name: 'messages',
  async move(move) {
    const writer = createMessageWriter(move)
    let nth = 0
    for (const rows of slicesOf(move.source.rows('messages', move.company.id))) {
      nth += 1
      const items: MovedItem[] = []
      for (const row of rows) items.push(await withFile(move, writer, row))
      await move.inSlices(`messages ${nth}`, items, writer.take, SLICE)
    }
    await moveFormerTexts(move)
  },
}

function* slicesOf(rows: Iterable<MessageRow>): Generator<MessageRow[]> {
  let slice: MessageRow[] = []
  for (const row of rows) {
    slice.push(row)
    if (slice.length < SLICE) continue
    yield slice
    slice = []
  }
  if (slice.length > 0) yield slice
}

/** Files are stored before the transaction of their messages; a run that continues leaves out those it has. */
async function withFile(
  move: Move,
  writer: ReturnType<typeof createMessageWriter>,
  row: MessageRow,
): Promise<MovedItem> {
  if (row.mediaPath === null || writer.isKnown(row)) return { row, content: null, file: null }
  const content = writer.read(row)
  const name = content.is === 'message' ? (content.media?.name ?? null) : null
  return { row, content, file: await move.files.take(row.mediaPath, name) }
}
