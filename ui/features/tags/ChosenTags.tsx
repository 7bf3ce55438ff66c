import { useQueryClient } from '@tanstack/react-query'
import { Tag as TagIcon } from 'lucide-react'
import type { TicketSummary } from '../../../src/tickets/contract'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { Popover } from '../../shared/kit/Popover'
import { tagTickets } from './api'
import { TagPicker } from './TagPicker'

/** Tags for several tickets at once. */
export function ChosenTags({ tickets }: { tickets: readonly TicketSummary[] }) {
  const t = useText()
  const cache = useQueryClient()
  return (
    <Popover
      label={t('tags.pick.title')}
      side="top"
      className="float-list w-64 p-2"
      trigger={
        <Button size="sm" icon={<TagIcon />}>
          {t('tags.pick.tag')}
        </Button>
      }
    >
      <TagPicker tickets={tickets} onTag={(tag, tagged) => void tagTickets(cache, tickets, tag, tagged)} />
    </Popover>
  )
}
