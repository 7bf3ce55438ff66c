import { Ban, ChevronLeft, EllipsisVertical, Info, Mic, Pencil, Phone } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ChatView, PhoneView } from '../../../../src/simulator/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { IconButton } from '../../../shared/kit/IconButton'
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../../../shared/kit/Menu'
import { GroupDialog } from '../dialogs/GroupDialog'
import { ChatFace } from '../phone/ChatFace'
import { useCommand } from '../useCommand'
import { showTyping } from './useTypingSign'

type Props = { phone: PhoneView; chat: ChatView; onBack(): void }

const LIFETIMES = { off: 0, day: 86_400, week: 604_800, quarter: 7_776_000 } as const
type Lifetime = keyof typeof LIFETIMES
const lifetimes = Object.keys(LIFETIMES) as Lifetime[]

/** The chat's name and presence, and the actions on the chat. */
export function ChatHead({ phone, chat, onBack }: Props) {
  const t = useText()
  const run = useCommand()
  const [isCalling, setCalling] = useState(false)
  const [isInfo, setInfo] = useState(false)
  const me = phone.phone
  const isBlocked = phone.blocked?.includes(chat.id) ?? false
  const call = () => {
    run.mutate({ do: 'call', from: me, to: chat.id, seconds: RINGS }, { onSuccess: () => setCalling(true) })
  }
  return (
    <>
      <div className="handset-bar max-md:h-13">
        <IconButton label={t('simulator.back')} onClick={onBack}>
          <ChevronLeft />
        </IconButton>
        <ChatFace chat={chat} size={1.75} />
        <span className="two min-w-0 flex-1">
          <b className="truncate">{chat.title}</b>
          <small className="truncate">
            <Whereabouts chat={chat} />
          </small>
        </span>
        {chat.kind === 'person' && (
          <IconButton label={t('simulator.call.start', { name: chat.title })} onClick={call}>
            <Phone />
          </IconButton>
        )}
        <Menu
          trigger={
            <IconButton label={t('simulator.chatOptions', { name: chat.title })}>
              <EllipsisVertical />
            </IconButton>
          }
        >
          {chat.group && (
            <MenuItem icon={<Info />} onSelect={() => setInfo(true)}>
              {t('simulator.group.info')}
            </MenuItem>
          )}
          {chat.kind === 'person' && (
            <>
              <MenuItem icon={<Pencil />} onSelect={() => showTyping({ from: me, to: chat.id, audio: false })}>
                {t('simulator.seemTyping')}
              </MenuItem>
              <MenuItem icon={<Mic />} onSelect={() => showTyping({ from: me, to: chat.id, audio: true })}>
                {t('simulator.seemRecording')}
              </MenuItem>
              <MenuItem
                icon={<Ban />}
                danger={!isBlocked}
                onSelect={() => run.mutate({ do: 'block', phone: me, who: chat.id, on: !isBlocked })}
              >
                {isBlocked ? t('simulator.unblock') : t('simulator.block')}
              </MenuItem>
            </>
          )}
          <MenuSeparator />
          <MenuChoice
            label={t('simulator.lifetime.title')}
            value={lifetimes.find((one) => LIFETIMES[one] === (chat.disappearing ?? 0)) ?? 'off'}
            onChange={(one) => run.mutate({ do: 'setDisappearing', phone: me, chat: chat.id, seconds: LIFETIMES[one] })}
            options={lifetimes.map((value) => ({ value, label: t(`simulator.lifetime.${value}`) }))}
          />
        </Menu>
      </div>
      {isBlocked && <p className="handset-news">{t('simulator.blocked')}</p>}
      {!phone.online && <p className="handset-news">{t('simulator.offlineNews')}</p>}
      {isCalling && <CallBar name={chat.title} onEnd={() => setCalling(false)} />}
      {isInfo && chat.group && (
        <GroupDialog phone={phone} chat={chat} group={chat.group} onClose={() => setInfo(false)} />
      )}
    </>
  )
}

function Whereabouts({ chat: { typing, online, group, phone } }: { chat: ChatView }) {
  const t = useText()
  const format = useFormat()
  if (typing) return <span className="typing">{t('simulator.typing')}</span>
  if (online) return t('simulator.isThere')
  if (group) return group.members.map(({ name }) => name.split(' ')[0]).join(', ')
  return phone && format.phone(phone)
}

/** Seconds until the caller gives up. */
const RINGS = 15

/** A ringing call. Nobody can answer it: attendants answer in writing. */
function CallBar({ name, onEnd }: { name: string; onEnd(): void }) {
  const t = useText()
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    const timer = setTimeout(() => end(), RINGS * 1000)
    return () => clearTimeout(timer)
  }, [])
  return (
    <p className="handset-news handset-call bg-success-soft text-success-ink" role="status">
      <Phone />
      {t('simulator.call.ringing', { name })}
    </p>
  )
}
