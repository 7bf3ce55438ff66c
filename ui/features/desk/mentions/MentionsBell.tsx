import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { AtSign, Check } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { mentionsSeen, type NoteMention, noteMentioned } from '../../../../src/features/note-mentions/contract'
import { ticketDeleted } from '../../../../src/tickets/contract'
import { useText } from '../../../shared/i18n/useText'
import { Ago } from '../../../shared/kit/Ago'
import { Button } from '../../../shared/kit/Button'
import { EmptyState } from '../../../shared/kit/EmptyState'
import { IconButton } from '../../../shared/kit/IconButton'
import { Popover } from '../../../shared/kit/Popover'
import { toast } from '../../../shared/kit/toast'
import { useEvent } from '../../../shared/live/useEvent'
import { useOpenUuid } from '../useDesk'
import { mentionsQuery, seeMentions } from './api'

const none: readonly NoteMention[] = []

/** Notes that mention the user and that they have not seen yet; hidden without any. */
export function MentionsBell() {
  const t = useText()
  const client = useQueryClient()
  const { data: mentions = none, refetch } = useQuery(mentionsQuery)
  const [open, setOpen] = useState(false)
  useEvent(noteMentioned, () => void refetch())
  useEvent(ticketDeleted, () => void refetch())
  useEvent(mentionsSeen, ({ ids }) =>
    client.setQueryData(mentionsQuery.queryKey, (before = []) => before.filter(({ id }) => !ids.includes(id))),
  )
  const see = (ids: readonly number[]) => void seeMentions(ids).catch(toast.failure)
  useSeenInConversation(mentions, see)
  if (mentions.length === 0 && !open) return null
  const words = t('mentions.count', { count: mentions.length })
  return (
    <Popover
      label={words}
      open={open}
      onOpenChange={setOpen}
      className="float-list w-80 p-1"
      trigger={
        <IconButton label={words} badge={mentions.length}>
          <AtSign />
        </IconButton>
      }
    >
      <Mentions mentions={mentions} onSeen={see} onGo={() => setOpen(false)} />
    </Popover>
  )
}

/** A note is seen while its conversation is open in a window with the focus. */
function useSeenInConversation(mentions: readonly NoteMention[], see: (ids: readonly number[]) => void): void {
  const uuid = useOpenUuid()
  const look = useEffectEvent(() => {
    const here = mentions.filter(({ ticket }) => ticket.uuid === uuid).map(({ id }) => id)
    if (here.length > 0 && document.hasFocus()) see(here)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it looks at
  useEffect(() => look(), [mentions, uuid])
  useEffect(() => {
    const focus = () => look()
    addEventListener('focus', focus)
    return () => removeEventListener('focus', focus)
  }, [])
}

type Props = { mentions: readonly NoteMention[]; onSeen(ids: readonly number[]): void; onGo(): void }

function Mentions({ mentions, onSeen, onGo }: Props) {
  const t = useText()
  const navigate = useNavigate()
  if (mentions.length === 0) return <EmptyState heading="h2" icon={<AtSign />} title={t('mentions.none')} />
  const go = ({ id, ticket }: NoteMention) => {
    onGo()
    onSeen([id])
    void navigate({ to: '/tickets/{-$ticketId}', params: { ticketId: ticket.uuid } })
  }
  return (
    <>
      <div className="bell-head">
        <h2>{t('mentions.title')}</h2>
        <Button
          size="xs"
          tone="ghost"
          className="text-primary-ink"
          onClick={() => onSeen(mentions.map(({ id }) => id))}
        >
          {t('mentions.allSeen')}
        </Button>
      </div>
      <ul>
        {mentions.map((one) => (
          <li key={one.id} className="flex items-center gap-1">
            <button
              type="button"
              className="unread-row min-w-0 flex-1 text-left"
              aria-label={`${t('mentions.open', one.contact)}: ${one.user.name}: ${one.body}`}
              onClick={() => go(one)}
            >
              <span className="two min-w-0 flex-1">
                <b className="truncate" dir="auto">
                  {one.contact.name}
                </b>
                <small className="line-clamp-3 whitespace-normal wrap-anywhere" dir="auto">
                  {one.user.name}: {one.body}
                </small>
              </span>
              <Ago at={one.createdAt} className="text-2xs text-faint" />
            </button>
            <IconButton label={t('mentions.seen', one.contact)} onClick={() => onSeen([one.id])}>
              <Check />
            </IconButton>
          </li>
        ))}
      </ul>
    </>
  )
}
