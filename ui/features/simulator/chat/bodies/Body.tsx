import { Ban, CircleDot, Phone } from 'lucide-react'
import type { MessageView } from '../../../../../src/simulator/contract'
import { useText } from '../../../../shared/i18n/useText'
import { Meta } from '../Meta'
import { CardBody } from './CardBody'
import { FileBody } from './FileBody'
import { InviteBody } from './InviteBody'
import { LocationBody } from './LocationBody'
import { PictureBody } from './PictureBody'
import { PollBody } from './PollBody'
import { TextBody } from './TextBody'
import { VoiceBody } from './VoiceBody'

/** The content of a message, by its kind. */
export function Body({ message }: { message: MessageView }) {
  const { kind, media, revoked, viewOnce } = message
  if (revoked) return <Gone message={message} />
  if (viewOnce) return <OnceBody message={message} />
  switch (kind) {
    case 'image':
    case 'video':
    case 'sticker':
      return media ? <PictureBody message={message} media={media} /> : <TextBody message={message} />
    case 'audio':
      return media ? <VoiceBody message={message} media={media} /> : <TextBody message={message} />
    case 'document':
      return media ? <FileBody message={message} media={media} /> : <TextBody message={message} />
    case 'contact':
      return <CardBody message={message} />
    case 'location':
      return <LocationBody message={message} />
    case 'poll':
      return <PollBody message={message} />
    case 'invite':
      return <InviteBody message={message} />
    case 'call':
      return <CallBody message={message} />
    case 'text':
    case 'unknown':
      return <TextBody message={message} />
  }
}

function Gone({ message }: { message: MessageView }) {
  const t = useText()
  return (
    <p className="bubble-gone">
      <Ban />
      {t('simulator.revoked')} <Meta message={message} />
    </p>
  )
}

function CallBody({ message }: { message: MessageView }) {
  const t = useText()
  return (
    <p className="bubble-once text-(--bubble-meta) italic">
      <Phone />
      {t('simulator.kind.call')} <Meta message={message} />
    </p>
  )
}

/** View-once media: named and not shown, on both sides. */
function OnceBody({ message }: { message: MessageView }) {
  const t = useText()
  return (
    <p className="bubble-once text-(--bubble-meta) italic">
      <CircleDot />
      {t('simulator.once', { kind: t(`simulator.kind.${message.kind}`) })} <Meta message={message} />
    </p>
  )
}
