/** Announcements of another product's operator. Those of other companies have no readers there either. */
import { FILES } from '../../moving-in/contract'
import type { Mover, Settling } from '../../moving-in/mover'
import type { SourceRows } from '../../moving-in/source'
import { cut } from '../../platform/text'
import { insertAnnouncement } from './actions'
import { LOW, MOST_ANNOUNCEMENTS, TEXT_LENGTH, TITLE_LENGTH } from './contract'
import { countAnnouncements } from './queries'

const KIND = 'announcements'
/** The highest would open for everybody on the first day. */
const MEDIUM = 2

export const announcementMover: Mover = {
  name: 'announcements',
  settle(settling) {
    for (const row of settling.source.rows(KIND, settling.company.id)) settleOne(settling, row)
  },
}

function settleOne({ control, cx, ids, report, becomesOperator }: Settling, row: SourceRows['announcements']) {
  if (!becomesOperator) return report.skipped(KIND, 'leftOut', row.title)
  if (ids.has(KIND, row.id)) return report.merged(KIND, 'alreadyHere')
  const text = (row.text ?? '').trim()
  const title = row.title.trim() || text
  if (title === '') return report.skipped(KIND, 'empty')
  if (countAnnouncements(control) >= MOST_ANNOUNCEMENTS) return report.skipped(KIND, 'leftOut', title)
  if (title.length > TITLE_LENGTH || text.length > TEXT_LENGTH) report.noted(KIND, 'cut', title)
  if (row.mediaPath) report.skipped(FILES, 'leftOut', row.mediaPath)
  const { id } = insertAnnouncement(control, Math.min(row.createdAt ?? cx.now(), cx.now()), {
    title: cut(title, TITLE_LENGTH),
    text: cut(text || title, TEXT_LENGTH),
    priority: row.priority === LOW ? LOW : MEDIUM,
    status: row.active,
  })
  ids.add(KIND, row.id, id)
  report.imported(KIND)
}
