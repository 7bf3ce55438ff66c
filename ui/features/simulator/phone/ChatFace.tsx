import { Store, UsersRound } from 'lucide-react'
import type { ChatView } from '../../../../src/simulator/contract'
import { useDirectory } from '../directory'
import { PhoneFace } from '../PhoneFace'

/** The avatar of the other side of a chat. */
export function ChatFace({ chat, size }: { chat: ChatView; size: number }) {
  const person = useDirectory().find(({ phone }) => phone === chat.phone)
  const icon = chat.kind === 'group' ? <UsersRound /> : person?.role === 'company' ? <Store /> : undefined
  return <PhoneFace name={chat.title} size={size} icon={icon} picture={chat.group?.picture ?? person?.picture} />
}
