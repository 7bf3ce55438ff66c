import { Phone, PhoneIncoming, PhoneMissed, PhoneOff, Video } from 'lucide-react'
import type { MessageExtra } from '../../../../src/channels/contract'
import type { Message } from '../../../../src/tickets/messages/contract'
import { useText } from '../../../shared/i18n/useText'
import { classes } from '../../../shared/kit/classes'
import { BubbleMeta } from '../bubble/BubbleMeta'

type Call = NonNullable<MessageExtra['call']>

const icons = { ringing: Phone, answered: PhoneIncoming, missed: PhoneMissed, refused: PhoneOff }

/** A call and its outcome. */
export function CallBody({ message }: { message: Message }) {
  const t = useText()
  const { isVideo, outcome }: Call = message.extra?.call ?? { isVideo: false, outcome: 'ringing' }
  const Icon = icons[outcome]
  return (
    <span className="flex items-center gap-2.5 leading-4.5">
      <span className={classes('call-sign', outcome === 'missed' && 'bg-error-soft text-error-ink')}>
        {isVideo && outcome !== 'refused' && outcome !== 'missed' ? <Video /> : <Icon />}
      </span>
      <span>
        <span className="block font-medium">{t(isVideo ? 'messages.call.video' : 'messages.call.voice')}</span>
        <span className="block text-xs text-(--bubble-meta)">{t(`messages.call.${outcome}`)}</span>
      </span>
      <BubbleMeta message={message} className="self-end" />
    </span>
  )
}
