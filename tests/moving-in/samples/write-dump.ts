/** Writes the text of a dump to a file, piece by piece: samples may have a million rows. */
import { closeSync, openSync, writeSync } from 'node:fs'

const PIECE_LENGTH = 1024 * 1024

export function writeDump(pieces: Iterable<string>, path: string): void {
  const file = openSync(path, 'w')
  let text = ''
  try {
    for (const piece of pieces) {
      text += piece
      if (text.length < PIECE_LENGTH) continue
      writeSync(file, text)
      text = ''
    }
    writeSync(file, text)
  } finally {
    closeSync(file)
  }
}
