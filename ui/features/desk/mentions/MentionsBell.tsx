import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { AtSign } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { mentionsSeen, type NoteMention, noteMentioned } from '../../../../src/features/note-mentions/contract'
import { ticketDeleted } from '../../../../src/tickets/contract'
import { useText } from '../../../shared/i18n/useText'
import { Bell } from '../../../shared/kit/Bell'
import { BellList } from '../../../shared/kit/BellList'
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
  useEvent(noteMentioned, () => void refetch())
  useEvent(ticketDeleted, () => void refetch())
  useEvent(mentionsSeen, ({ ids }) =>
    client.setQueryData(mentionsQuery.queryKey, (before = []) => before.filter(({ id }) => !ids.includes(id))),
  )
  const see = (ids: readonly number[]) => void seeMentions(ids).catch(toast.failure)
  useSeenInConversation(mentions, see)
  const words = t('mentions.count', { count: mentions.length })
  return (
    <Bell words={words} count={mentions.length} icon={<AtSign />} isFleeting>
      {(close) => <Mentions mentions={mentions} onSeen={see} onGo={close} />}
    </Bell>
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
  const go = ({ id, ticket }: NoteMention) => {
    onGo()
    onSeen([id])
    void navigate({ to: '/tickets/{-$ticketId}', params: { ticketId: ticket.uuid } })
  }
  return (
    <BellList
      icon={<AtSign />}
      title={t('mentions.title')}
      none={t('mentions.none')}
      allSeen={t('mentions.allSeen')}
      onSeen={onSeen}
      items={mentions.map((one) => ({
        id: one.id,
        title: one.contact.name,
        text: `${one.user.name}: ${one.body}`,
        at: one.createdAt,
        open: t('mentions.open', one.contact),
        seen: t('mentions.seen', one.contact),
        onOpen: () => go(one),
      }))}
    />
  )
}
