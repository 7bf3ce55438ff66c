import { useQuery } from '@tanstack/react-query'
import { FileText, FileX2 } from 'lucide-react'
import type { MediaView, MessageView } from '../../../../src/simulator/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { mediaQuery } from '../api'
import { useCommand } from '../useCommand'
import { useObjectUrl } from './useObjectUrl'

type Props = { message: MessageView; media: MediaView; phone: string; chat: string }

/** A picture, a sound, a film or a file inside a bubble; its room is kept before it loads. */
export function BubbleMedia({ message, media, phone, chat }: Props) {
  const t = useText()
  const format = useFormat()
  const run = useCommand()
  const { data: blob, error } = useQuery(mediaQuery(media))
  const url = useObjectUrl(blob)
  if (error) {
    return (
      <span className="bubble-file w-full!">
        <FileX2 />
        <span>{t('simulator.mediaFailed')}</span>
      </span>
    )
  }
  const ratio = media.width && media.height ? { aspectRatio: `${media.width} / ${media.height}` } : undefined
  switch (message.kind) {
    case 'image':
    case 'sticker':
      return (
        <div className="frame" style={ratio}>
          {url && <img src={url} alt={message.text || t(`simulator.kind.${message.kind}`)} />}
        </div>
      )
    case 'video':
      return (
        <div className="frame" style={ratio}>
          {/* biome-ignore lint/a11y/useMediaCaption: what a customer sends has no captions */}
          {url && <video src={url} controls preload="metadata" className="size-full" />}
        </div>
      )
    case 'audio':
      return (
        // biome-ignore lint/a11y/useMediaCaption: what a customer sends has no captions
        <audio
          src={url}
          controls
          preload="metadata"
          className="handset-audio"
          aria-label={t('simulator.kind.audio')}
          onPlay={() =>
            !message.fromMe && message.ack < 5 && run.mutate({ do: 'playAudio', phone, chat, id: message.id })
          }
        />
      )
    default:
      return (
        <a
          className="bubble-file w-full! no-underline!"
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
      )
  }
}
