import { UsersRound, Wifi, WifiOff } from 'lucide-react'
import { useId, useState } from 'react'
import type { ChatView, PhoneView } from '../../../../src/simulator/contract'
import { useText } from '../../../shared/i18n/useText'
import { IconButton } from '../../../shared/kit/IconButton'
import { Toggle } from '../../../shared/kit/Toggle'
import { NewGroupDialog } from '../dialogs/NewGroupDialog'
import { useCommand } from '../useCommand'
import { ChatRow } from './ChatRow'
import { Devices } from './Devices'

/** A company under load has hundreds of chats; only the newest are shown. */
const SHOWN = 60

type Props = { phone: PhoneView; chats: readonly ChatView[]; onOpen(chat: string): void }

/** The first screen of a simulated phone: its chats. */
export function ChatList({ phone, chats, onOpen }: Props) {
  const t = useText()
  const [isGrouping, setGrouping] = useState(false)
  return (
    <>
      <div className="handset-screen justify-start overflow-y-auto bg-base-100">
        {phone.role === 'company' && <Devices phone={phone} />}
        <div className="handset-title">
          {t('simulator.chats')}
          <IconButton size="xs" label={t('simulator.group.create')} onClick={() => setGrouping(true)}>
            <UsersRound />
          </IconButton>
        </div>
        {chats.slice(0, SHOWN).map((chat) => (
          <ChatRow key={chat.id} chat={chat} onOpen={() => onOpen(chat.id)} />
        ))}
        {chats.length > SHOWN && (
          <p className="py-2 text-xs text-faint">{t('simulator.moreChats', { count: chats.length - SHOWN })}</p>
        )}
        {chats.length === 0 && (
          <p className="py-1 text-xs text-muted">
            {phone.role === 'company' ? t('simulator.noChats') : t('simulator.needCompany')}
          </p>
        )}
      </div>
      <InternetSwitch phone={phone} />
      {isGrouping && <NewGroupDialog by={phone} onClose={() => setGrouping(false)} onMade={onOpen} />}
    </>
  )
}

/** Whether the phone itself is online; its linked devices do not need it. */
function InternetSwitch({ phone: { phone, online } }: { phone: PhoneView }) {
  const t = useText()
  const id = useId()
  const run = useCommand()
  return (
    <footer className="handset-foot flex items-center gap-1.5 flex-none h-11 px-3 border-t border-line type-xs text-faint">
      {online ? <Wifi /> : <WifiOff />}
      {online ? t('simulator.online') : t('simulator.offline')}
      <label htmlFor={id} className="ml-auto flex min-h-6 items-center gap-1.5">
        {t('simulator.on')}{' '}
        <Toggle id={id} checked={online} onChange={(on) => run.mutate({ do: 'setOnline', phone, on })} />
      </label>
    </footer>
  )
}
