import { ScanQrCode, Store, Wifi, WifiOff } from 'lucide-react'
import { useId, useState } from 'react'
import type { PhoneView } from '../../../../src/simulator/contract'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { Toggle } from '../../../shared/kit/Toggle'
import { Conversation } from '../chat/Conversation'
import { LinkDialog } from '../dialogs/LinkDialog'
import { useCommand } from '../useCommand'
import { ChatRow } from './ChatRow'
import { DeviceRow } from './DeviceRow'
import { Handset } from './Handset'

/** The company's phone: what is linked to it, and its chats; somebody may write on it too. */
export function CompanyPhone({ phone }: { phone: PhoneView }) {
  const t = useText()
  const id = useId()
  const run = useCommand()
  const [linking, setLinking] = useState(false)
  const [openChat, setOpenChat] = useState<string | null>(null)
  const chat = phone.chats.find((one) => one.id === openChat)
  if (chat) {
    return (
      <Handset phone={phone} icon={<Store />}>
        <Conversation phone={phone} chat={chat} onBack={() => setOpenChat(null)} />
      </Handset>
    )
  }
  return (
    <Handset phone={phone} icon={<Store />}>
      <div className="handset-screen handset-list">
        <p className="handset-title">{t('simulator.devices')}</p>
        {phone.devices.map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            onRemove={() => run.mutate({ do: 'removeDevice', phone: phone.phone, device: device.id })}
          />
        ))}
        {phone.devices.length === 0 && <p className="text-xs text-muted py-1">{t('simulator.noDevices')}</p>}
        <Button size="sm" icon={<ScanQrCode />} className="my-2 self-start" onClick={() => setLinking(true)}>
          {t('simulator.connect')}
        </Button>
        <p className="handset-title">{t('simulator.chats')}</p>
        {phone.chats.map((one) => (
          <ChatRow key={one.id} chat={one} onOpen={() => setOpenChat(one.id)} />
        ))}
        {phone.chats.length === 0 && <p className="text-xs text-muted py-1">{t('simulator.noChats')}</p>}
      </div>
      <footer>
        {phone.online ? <Wifi /> : <WifiOff />}
        {phone.online ? t('simulator.online') : t('simulator.offline')}
        <label htmlFor={id} className="ml-auto flex items-center gap-1.5">
          {t('simulator.on')}{' '}
          <Toggle
            id={id}
            checked={phone.online}
            onChange={(on) => run.mutate({ do: 'setOnline', phone: phone.phone, on })}
          />
        </label>
      </footer>
      {linking && <LinkDialog phone={phone} onClose={() => setLinking(false)} />}
    </Handset>
  )
}
