/** Tags at the desk. */
import { Tag as TagIcon } from 'lucide-react'
import type { DeskParts } from '../../shared/deskParts'
import { isSaidIn } from '../../shared/offer'
import { tagsQuery, tagTickets } from './api'
import { ChosenTags } from './ChosenTags'
import { HeadTags } from './HeadTags'
import { shareOf } from './spec'
import { TagFilter } from './TagFilter'

export const deskParts: DeskParts = {
  Head: HeadTags,
  Filter: TagFilter,
  Chosen: ChosenTags,
  offers: async ({ text, ticket, client, t }) => {
    const { items } = await client.ensureQueryData(tagsQuery)
    return items.flatMap((tag) => {
      const tagged = shareOf([ticket], tag) === 'none'
      const said = t(tagged ? 'tags.pick.put' : 'tags.pick.takeOff', tag)
      if (!isSaidIn(said, text)) return []
      const line = (
        <>
          <TagIcon />
          <span className="truncate">{said}</span>
        </>
      )
      const lead = () => () => void tagTickets(client, [ticket], tag, tagged)
      return [{ kind: 'actions' as const, id: `tag${tag.id}`, line, lead }]
    })
  },
}
