import { FileText } from 'lucide-react'
import type { MediaView, MessageView } from '../../../../../src/simulator/contract'
import { useFormat } from '../../../../shared/i18n/useFormat'
import { useText } from '../../../../shared/i18n/useText'
import { RichText } from '../../../messages/bubble/RichText'
import { useDirectory } from '../../directory'
import { useFile } from '../../useFile'
import { Meta } from '../Meta'
import { named } from '../mentions'
import { Unreadable } from './Unreadable'

/** A document with name and size; a click downloads it. */
export function FileBody({ message, media }: { message: MessageView; media: MediaView }) {
  const t = useText()
  const format = useFormat()
  const directory = useDirectory()
  const { url, isError } = useFile(media.url)
  if (isError) return <Unreadable message={message} />
  return (
    <>
      <a
        className="bubble-file no-underline!"
        href={url}
        download={media.name}
        aria-label={t('simulator.openMedia', { name: media.name })}
      >
        <span className="kind">
          <FileText />
        </span>
        <span className="min-w-0">
          <b>{media.name}</b>
          <small>{format.size(media.size)}</small>
        </span>
      </a>
      <p dir="auto">
        {message.text !== '' && message.text !== media.name && <RichText text={named(message, directory)} />}{' '}
        <Meta message={message} />
      </p>
    </>
  )
}
