import './chats.css'
import { useQuery } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import type { Chat } from '../../../src/features/chats/contract'
import type { UserOption } from '../../../src/users/contract'
import { Face } from '../../shared/kit/Face'
import { useUser } from '../../shared/session/useUser'
import { peopleQuery } from '../directory/api'
import { colleagueIn } from './spec'

export const usePeople = (): readonly UserOption[] => useQuery(peopleQuery).data ?? []

/** A colleague's avatar with a presence dot, or a group's avatar. */
export function ChatFace({ chat, size }: { chat: Chat; size?: number }) {
  const { id: me } = useUser()
  const colleague = colleagueIn(chat, me)
  if (colleague) return <PersonFace userId={colleague.userId} name={colleague.user.name} {...(size && { size })} />
  return <Face name={chat.title || chat.uuid} icon={<UsersRound />} {...(size && { size })} />
}

/** Green: there; amber: busy; hollow: away or signed out. */
export function PersonFace({ userId, name, size }: { userId: number; name: string; size?: number }) {
  const person = usePeople().find(({ id }) => id === userId)
  const look = !person?.online || person.status === 'away' ? 'away' : person.status
  return (
    <span className="face-dot" data-look={look}>
      <Face name={name} {...(size && { size })} />
    </span>
  )
}
