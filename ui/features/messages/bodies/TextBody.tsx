import { Link2 } from 'lucide-react'
import type { LinkPreview } from '../../../../src/channels/contract'
import { type Message, unsigned } from '../../../../src/tickets/messages/contract'
import { BubbleMeta } from '../bubble/BubbleMeta'
import { LongText } from '../bubble/LongText'
import { useMarked } from '../bubble/MarkedText'
import { RichText } from '../bubble/RichText'
import { loneEmojis } from '../rules/formatting'
import { isLong } from '../rules/sizes'

type Props = {
  message: Message
  /** Shown instead of the whole body. */
  text?: string
}

/** Without the signature, which is shown above the bubble's content. */
export function TextBody({ message, text = unsigned(message.body, message.extra?.signature) }: Props) {
  const marked = useMarked(message.id)
  if (text === '') return <BubbleMeta message={message} />
  const emojis = message.mediaType === 'chat' ? loneEmojis(text) : 0
  return (
    <p dir="auto" data-emojis={emojis || undefined}>
      {isLong(text) ? (
        <LongText message={message} text={text} />
      ) : (
        <RichText
          text={text}
          mentions={message.extra?.mentions}
          everybody={message.extra?.mentionsAll}
          colleagues={message.extra?.colleagues}
          marked={marked}
        />
      )}{' '}
      <BubbleMeta message={message} />
    </p>
  )
}

/** Maximum length of a page title, as specified. */
const TITLE = 60
const titleOf = (title: string) => (title.length > TITLE ? `${title.slice(0, TITLE - 1).toWellFormed()}…` : title)

/** A text with the link preview made by the sender's phone. Nothing is fetched: the thumbnail is in the message. */
export function LinkBody({ message, preview }: { message: Message; preview: LinkPreview }) {
  const host = URL.parse(preview.url)?.host.replace(/^www\./, '') ?? preview.url
  return (
    <>
      <a className="bubble-link" href={preview.url} target="_blank" rel="noopener noreferrer nofollow">
        {preview.thumbnail ? <img src={preview.thumbnail} alt="" /> : <Link2 />}
        <span className="min-w-0">
          <b dir="auto">{preview.title ? titleOf(preview.title) : host}</b>
          {preview.description && <small dir="auto">{preview.description}</small>}
          <small>{host}</small>
        </span>
      </a>
      <TextBody message={message} />
    </>
  )
}
