import { useState } from 'react'
import type { PhoneView } from '../../../../src/simulator/contract'
import { useText } from '../../../shared/i18n/useText'
import { Conversation } from '../chat/Conversation'
import { ChatRow } from './ChatRow'
import { chatsOf } from './chats'
import { Handset } from './Handset'

/** A customer's phone: straight in the conversation with the company, or the list when there are several. */
export function CustomerPhone({ phone, phones }: { phone: PhoneView; phones: readonly PhoneView[] }) {
  const t = useText()
  const [openChat, setOpenChat] = useState<string | null>(null)
  const chats = chatsOf(phone, phones)
  const only = chats.length === 1 ? chats[0] : undefined
  const chat = only ?? chats.find((one) => one.id === openChat)
  return (
    <Handset phone={phone}>
      {chat ? (
        <Conversation key={chat.id} phone={phone} chat={chat} onBack={only ? undefined : () => setOpenChat(null)} />
      ) : (
        <div className="handset-screen handset-list">
          <p className="handset-title">{t('simulator.chats')}</p>
          {chats.map((one) => (
            <ChatRow key={one.id} chat={one} onOpen={() => setOpenChat(one.id)} />
          ))}
          {chats.length === 0 && <p className="text-xs text-muted py-1">{t('simulator.needCompany')}</p>}
        </div>
      )}
    </Handset>
  )
}
