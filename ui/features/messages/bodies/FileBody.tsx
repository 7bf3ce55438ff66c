import { Download, FileText } from 'lucide-react'
import type { Message } from '../../../../src/tickets/messages/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { buttonClass } from '../../../shared/kit/Button'
import { classes } from '../../../shared/kit/classes'
import { BubbleMeta } from '../bubble/BubbleMeta'
import { MediaGate } from './MediaGate'
import { TextBody } from './TextBody'

/** A document: name, type, pages, size. */
export function FileBody({ message }: { message: Message }) {
  const t = useText()
  const format = useFormat()
  const { media, mediaUrl } = message
  const isReady = media?.state === 'ready'
  const name = media?.name ?? t('tickets.kind.document')
  const ending = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toUpperCase()
  const pages = media?.pages ? t('messages.pages', { count: media.pages }) : null
  const facts = [ending, pages, media?.size != null && format.size(media.size)].filter(Boolean).join(' · ')
  return (
    <>
      <div className="bubble-file">
        <span className="kind">
          <FileText />
        </span>
        <span className="min-w-0 flex-1">
          <b title={name}>{name}</b>
          <small>{facts}</small>
        </span>
        {mediaUrl && isReady && (
          <a
            className={classes(buttonClass('ghost', 'sm'), 'btn-icon')}
            href={mediaUrl}
            download={name}
            aria-label={t('messages.download', { name })}
            title={t('messages.download', { name })}
          >
            <Download />
          </a>
        )}
      </div>
      {!isReady && <MediaGate message={message} />}
      {message.body !== '' && message.body !== name ? <TextBody message={message} /> : <BubbleMeta message={message} />}
    </>
  )
}
