/** Help videos of another product. */
import * as v from 'valibot'
import type { Mover } from '../../moving-in/mover'
import { cut } from '../../platform/text'
import { insertHelp } from './actions'
import { DESCRIPTION_LENGTH, HELP_TITLE_LENGTH, MOST_HELPS, Video } from './contract'
import { listHelps } from './queries'

const WHAT = 'helps'

export const helpMover: Mover = {
  name: 'help-videos',
  settleInstallation({ control, source, report, now }) {
    const known = new Set(listHelps(control).map(({ video }) => video))
    for (const { title, description, video: written, createdAt } of source.listHelps()) {
      const read = v.safeParse(Video, written)
      const shown = cut(title.trim(), HELP_TITLE_LENGTH)
      if (!read.success) report.skipped(WHAT, 'unreadable', `${title}: ${written}`)
      else if (known.has(read.output)) report.merged(WHAT, 'alreadyHere')
      else if (known.size >= MOST_HELPS) report.skipped(WHAT, 'leftOut', title)
      else {
        known.add(read.output)
        insertHelp(control, createdAt ?? now, {
          title: shown || read.output,
          description: cut((description ?? '').trim(), DESCRIPTION_LENGTH),
          video: read.output,
        })
        report.imported(WHAT)
      }
    }
  },
}
