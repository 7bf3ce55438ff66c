import { CircleHelp } from 'lucide-react'
import type { Message } from '../../../../src/tickets/messages/contract'
import { useText } from '../../../shared/i18n/useText'
import { BubbleMeta } from './BubbleMeta'
import { CardBody } from './bodies/CardBody'
import { FileBody } from './bodies/FileBody'
import { PictureBody } from './bodies/PictureBody'
import { PlaceBody } from './bodies/PlaceBody'
import { StickerBody } from './bodies/StickerBody'
import { VoiceBody } from './bodies/VoiceBody'
import { GoneBody } from './GoneBody'
import { RichText } from './RichText'

type Props = { message: Message; contactName: string }

/** What a message says, by its kind. */
export function MessageBody({ message, contactName }: Props) {
  if (message.isDeleted) return <GoneBody message={message} contactName={contactName} />
  switch (message.mediaType) {
    case 'chat':
    case 'note':
      return <TextBody message={message} />
    case 'image':
    case 'video':
      return <PictureBody message={message} />
    case 'audio':
    case 'ptt':
      return <VoiceBody message={message} />
    case 'document':
      return <FileBody message={message} />
    case 'sticker':
      return <StickerBody message={message} />
    case 'location':
      return <PlaceBody message={message} />
    case 'vcard':
      return <CardBody message={message} />
    case 'unsupported':
      return <UnsupportedBody message={message} />
  }
}

export function TextBody({ message }: { message: Message }) {
  return (
    <p>
      <RichText text={message.body} /> <BubbleMeta message={message} />
    </p>
  )
}

/** A kind no screen can show yet is said, never hidden. */
function UnsupportedBody({ message }: { message: Message }) {
  const t = useText()
  return (
    <>
      <span className="flex items-center gap-1.5 text-sm text-muted italic">
        <CircleHelp className="size-4!" />
        {t('messages.unsupported')}
      </span>
      <TextBody message={message} />
    </>
  )
}
