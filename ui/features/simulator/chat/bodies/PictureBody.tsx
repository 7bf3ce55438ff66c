import type { MediaView, MessageView } from '../../../../../src/simulator/contract'
import { useText } from '../../../../shared/i18n/useText'
import { classes } from '../../../../shared/kit/classes'
import { RichText } from '../../../messages/bubble/RichText'
import { useDirectory } from '../../directory'
import { useFile } from '../../useFile'
import { Meta } from '../Meta'
import { named } from '../mentions'
import { Unreadable } from './Unreadable'

/** Anything taller or wider is cropped, as on phones. */
const TALLEST = 4 / 5
const WIDEST = 16 / 9

/** A picture, a video or a sticker; its space is reserved before it loads. */
export function PictureBody({ message, media }: { message: MessageView; media: MediaView }) {
  const t = useText()
  const { url, isError } = useFile(media.url)
  const { kind } = message
  const text = named(message, useDirectory())
  if (isError) return <Unreadable message={message} />
  const ratio = Math.min(WIDEST, Math.max(TALLEST, (media.width ?? 4) / (media.height ?? 3)))
  return (
    <>
      <div
        className={classes(kind === 'sticker' ? 'sticker' : 'frame')}
        style={kind === 'sticker' ? undefined : { aspectRatio: ratio }}
      >
        {url && kind !== 'video' && <img src={url} alt={text || t(`simulator.kind.${kind}`)} />}
        {url && kind === 'video' && (
          // biome-ignore lint/a11y/useMediaCaption: what a customer sends has no captions
          <video src={url} controls preload="metadata" aria-label={text || t('simulator.kind.video')} />
        )}
      </div>
      <p dir="auto">
        {text !== '' && <RichText text={text} />} <Meta message={message} />
      </p>
    </>
  )
}
