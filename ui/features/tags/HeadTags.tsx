import { useQueryClient } from '@tanstack/react-query'
import { Tag as TagIcon } from 'lucide-react'
import type { TicketSummary } from '../../../src/tickets/contract'
import { useText } from '../../shared/i18n/useText'
import { IconButton } from '../../shared/kit/IconButton'
import { Popover } from '../../shared/kit/Popover'
import { Tag } from '../../shared/kit/Tag'
import { tagTickets } from './api'
import { TagPicker } from './TagPicker'

/** With more, the name would have no room. */
const MOST_SHOWN = 2

/** The tags of a conversation, and the button to change them; in a narrow header the button counts them. */
export function HeadTags({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  const cache = useQueryClient()
  const { tags } = ticket
  const names = tags.map(({ name }) => name).join(', ')
  const hidden = tags.slice(MOST_SHOWN)
  return (
    <>
      <span className="head-tags not-phone">
        {tags.slice(0, MOST_SHOWN).map((tag) => (
          <Tag key={tag.id} tag={tag} isClipped />
        ))}
        {hidden.length > 0 && (
          <span className="text-xs text-muted" title={hidden.map(({ name }) => name).join(', ')}>
            +{hidden.length}
          </span>
        )}
      </span>
      <Popover
        label={t('tags.title')}
        className="float-list w-64 p-2"
        trigger={
          <IconButton
            className="head-tag-button"
            label={tags.length > 0 ? t('tags.pick.has', { names }) : t('tags.pick.title')}
            data-tags={tags.length > 0 || undefined}
          >
            <TagIcon />
            {tags.length > 0 && (
              <span className="head-tag-count" aria-hidden>
                {tags.length} ▾
              </span>
            )}
          </IconButton>
        }
      >
        <TagPicker tickets={[ticket]} onTag={(tag, tagged) => void tagTickets(cache, [ticket], tag, tagged)} />
      </Popover>
    </>
  )
}
