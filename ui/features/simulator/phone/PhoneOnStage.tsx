import { Store } from 'lucide-react'
import { memo, useState } from 'react'
import type { PhoneView } from '../../../../src/simulator/contract'
import { Conversation } from '../chat/Conversation'
import { useDirectory } from '../directory'
import { ChatList } from './ChatList'
import { chatsOf } from './chats'
import { Handset } from './Handset'

/** One phone: its list of chats, or the open chat. A customer's only chat is opened at once. */
export const PhoneOnStage = memo(function PhoneOnStage({ phone }: { phone: PhoneView }) {
  const [openChat, setOpenChat] = useState<string | null>()
  const chats = chatsOf(phone, useDirectory())
  const only = phone.role === 'customer' && chats.length === 1 ? chats[0]?.id : undefined
  // A second chat that starts later does not close the open one.
  if (openChat === undefined && only !== undefined) setOpenChat(only)
  const chat = chats.find(({ id }) => id === openChat)
  return (
    <Handset phone={phone} icon={phone.role === 'company' ? <Store /> : undefined}>
      {chat ? (
        <Conversation key={chat.id} phone={phone} chat={chat} onBack={() => setOpenChat(null)} />
      ) : (
        <ChatList phone={phone} chats={chats} onOpen={setOpenChat} />
      )}
    </Handset>
  )
})
