import type { Message } from '../../../../src/tickets/messages/contract'
import { BubbleMeta } from '../bubble/BubbleMeta'
import { LongText } from '../bubble/LongText'
import { RichText } from '../bubble/RichText'
import { isLong } from '../rules/beginning'
import { loneEmojis } from '../rules/lone-emojis'

type Props = {
  message: Message
  /** Shown instead of the whole body. */
  text?: string
}

export function TextBody({ message, text = message.body }: Props) {
  if (text === '') return <BubbleMeta message={message} />
  const emojis = message.mediaType === 'chat' ? loneEmojis(text) : 0
  return (
    <p dir="auto" data-emojis={emojis || undefined}>
      {isLong(text) ? (
        <LongText message={message} text={text} />
      ) : (
        <RichText text={text} mentions={message.extra?.mentions} everybody={message.extra?.mentionsAll} />
      )}{' '}
      <BubbleMeta message={message} />
    </p>
  )
}
