/** Quick messages of another product. */
import type { Move, Mover } from '../../moving-in/mover'
import { readTemplate } from '../../moving-in/reading/variables'
import type { SourceRows } from '../../moving-in/source'
import { cut, oneLine } from '../../platform/text'
import { fileOf, moveWithFiles, type TakenFiles } from '../../tickets/media/moved-file'
import { findFirstAdmin } from '../../users/admins'
import { storeQuickMessage } from './actions'
import { MOST_QUICK_MESSAGES, QUICK_FILE_LIMIT, QUICK_MESSAGE_LENGTH, SHORTCODE_LENGTH } from './contract'
import { countAll, findNamesake, findText } from './queries'

type Row = SourceRows['quickMessages']
const KIND = 'quickMessages'

export const quickMessageMover: Mover = {
  name: 'quick-messages',
  move: (move) =>
    moveWithFiles(move, { kind: KIND, step: 'quick-messages', most: QUICK_FILE_LIMIT }, (row, files) =>
      moveOne(move, row, files),
    ),
}

function moveOne(move: Move, row: Row, files: TakenFiles) {
  const { cx, ids, report } = move
  if (ids.has(KIND, row.id)) return report.merged(KIND, 'alreadyHere')
  const typed = oneLine(row.shortcode, 4 * SHORTCODE_LENGTH)
    .replace(/^\/+/, '')
    .trim()
  const written = readTemplate(row.message ?? '').text.trim()
  const file = fileOf(report, row, files)
  if (typed === '' || (written === '' && !file)) return report.skipped(KIND, 'empty', row.shortcode)
  const owner = ids.find('users', row.userId)
  const geral = row.isShared || row.userId === null
  if (!geral && owner === undefined) return report.skipped(KIND, 'noUser', row.shortcode)
  const author = { geral, userId: owner ?? findFirstAdmin(cx.db) ?? null }
  const [shortcode, message] = [cut(typed, SHORTCODE_LENGTH).trim(), cut(written, QUICK_MESSAGE_LENGTH).trim()]
  const namesake = findNamesake(cx.db, { shortcode, ...author })
  if (namesake && !file && findText(cx.db, namesake.id) === message) {
    ids.add(KIND, row.id, namesake.id)
    return report.merged(KIND, 'repeated')
  }
  if (countAll(cx.db) >= MOST_QUICK_MESSAGES) return report.skipped(KIND, 'leftOut', row.shortcode)
  const name = namesake ? anotherName(move, shortcode, author) : shortcode
  if (message !== written || (!namesake && shortcode !== typed)) report.noted(KIND, 'cut', row.shortcode)
  if (namesake) report.noted(KIND, 'sameName', `${row.shortcode} → ${name}`)
  const createdAt = row.createdAt ?? cx.now()
  ids.add(KIND, row.id, storeQuickMessage(cx, { shortcode: name, message, ...author, createdAt }, file))
  report.imported(KIND)
}

/** `ola 2`: another message has the name already. */
function anotherName({ cx }: Move, shortcode: string, author: { geral: boolean; userId: number | null }): string {
  for (let count = 2; ; count++) {
    const name = `${cut(shortcode, SHORTCODE_LENGTH - 5).trim()} ${count}`
    if (!findNamesake(cx.db, { shortcode: name, ...author })) return name
  }
}
