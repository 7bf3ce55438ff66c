import type { Message } from '../../../../../src/tickets/messages/contract'
import { BubbleMeta } from '../BubbleMeta'
import { RichText } from '../RichText'

type Props = {
  message: Message
  /** Instead of the whole body. */
  text?: string
}

export function TextBody({ message, text = message.body }: Props) {
  if (text === '') return <BubbleMeta message={message} />
  return (
    <p>
      <RichText text={text} mentions={message.extra?.mentions} everybody={message.extra?.mentionsAll} />{' '}
      <BubbleMeta message={message} />
    </p>
  )
}
