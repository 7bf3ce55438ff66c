import { Suspense } from 'react'
import type { Message } from '../../../../src/tickets/messages/contract'
import { lazyPart } from '../../../shared/lazyPart'
import { CallBody } from '../bodies/CallBody'
import { CardBody } from '../bodies/CardBody'
import { DeletedBody } from '../bodies/DeletedBody'
import { EventBody, LocationBody, ProductBody } from '../bodies/FactBodies'
import { FileBody } from '../bodies/FileBody'
import { PictureBody } from '../bodies/PictureBody'
import { PollBody } from '../bodies/PollBody'
import { StickerBody } from '../bodies/StickerBody'
import { SystemBody } from '../bodies/SystemBody'
import { LinkBody, TextBody } from '../bodies/TextBody'
import { VoiceBody } from '../bodies/VoiceBody'
import { channelTexts } from '../texts/channels'
import { MessageMarks } from './BubbleMeta'

const ReferralCard = lazyPart(() => import('../bodies/ReferralCard').then((file) => file.ReferralCard))

const StoryCard = lazyPart(() => import('../bodies/StoryCard').then((file) => file.StoryCard), channelTexts)

type Props = { message: Message; writer: string }

/** A message's content by kind, with the marks above it. */
export function MessageBody({ message, writer }: Props) {
  if (message.isDeleted) return <DeletedBody message={message} writer={writer} />
  const { template } = message.extra ?? {}
  const buttons = message.extra?.buttons ?? template?.buttons ?? []
  return (
    <>
      {message.extra && <MessageMarks message={message} />}
      {message.extra?.referral && (
        <Suspense>
          <ReferralCard referral={message.extra.referral} />
        </Suspense>
      )}
      {message.extra?.story && (
        <Suspense>
          <StoryCard message={message} />
        </Suspense>
      )}
      {template?.header && (
        <b className="block font-semibold" dir="auto">
          {template.header}
        </b>
      )}
      <Said message={message} />
      {template?.footer && (
        <small className="block clear-both text-xs text-(--bubble-meta)" dir="auto">
          {template.footer}
        </small>
      )}
      {buttons.length > 0 && (
        <ul className="bubble-buttons">
          {buttons.map((button, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: buttons of a message never move
            <li key={at} dir="auto">
              {button}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Said({ message }: { message: Message }) {
  const { extra } = message
  switch (message.mediaType) {
    case 'chat':
      return extra?.preview ? <LinkBody message={message} preview={extra.preview} /> : <TextBody message={message} />
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
      return extra?.place ? <LocationBody message={message} place={extra.place} /> : <TextBody message={message} />
    case 'vcard':
      return <CardBody message={message} />
    case 'poll':
      return extra?.poll ? <PollBody message={message} poll={extra.poll} /> : <TextBody message={message} />
    case 'event':
      return <EventBody message={message} />
    case 'product':
    case 'order':
      return <ProductBody message={message} />
    case 'call':
      return <CallBody message={message} />
    case 'invite':
    case 'viewOnce':
    case 'unsupported':
      return <SystemBody message={message} />
  }
}
