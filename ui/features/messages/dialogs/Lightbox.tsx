import './lightbox.css'
import { useQueryClient } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Download as DownloadIcon, MessageSquare, X, ZoomIn, ZoomOut } from 'lucide-react'
import { useMemo, useState } from 'react'
import YetAnotherLightbox from 'yet-another-react-lightbox'
import Download from 'yet-another-react-lightbox/plugins/download'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import 'yet-another-react-lightbox/styles.css'
import { spoken } from '../../../../src/channels/mentions/contract'
import type { Message } from '../../../../src/tickets/messages/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import type { LoadedList } from '../../../shared/live/apply'
import { FilmPlayer } from '../bodies/FilmPlayer'
import { picturesOf } from '../rules/kinds'
import { writerOfOurs } from '../rules/writer'

declare module 'yet-another-react-lightbox' {
  interface SlideTypes {
    film: { type: 'film'; message: Message; src: string }
  }
}

type Props = {
  message: Message
  /** Opens the message in its conversation, when the lightbox was not opened there. */
  goTo?: ((messageId: number) => void) | undefined
  onClose(): void
}

/**
 * A picture or video in full size, with its neighbours in the list to both sides; the wheel zooms. A chunk of its own
 * in the build.
 */
export function Lightbox({ message: opened, goTo, onClose }: Props) {
  const t = useText()
  const messages = useAround(opened)
  const begin = Math.max(
    0,
    messages.findIndex(({ mediaUrl }) => mediaUrl === opened.mediaUrl),
  )
  const [at, setAt] = useState(begin)
  const shown = messages[at] ?? opened
  // A stable array: a new one would return to the picture that was clicked.
  const slides = useMemo(() => messages.map(slideOf), [messages])
  const alone = slides.length < 2 ? { buttonPrev: () => null, buttonNext: () => null } : {}
  return (
    <YetAnotherLightbox
      open
      close={onClose}
      index={begin}
      slides={slides}
      plugins={[Zoom, Download]}
      carousel={{ finite: true }}
      controller={{ closeOnBackdropClick: true }}
      on={{ view: ({ index }) => setAt(index) }}
      toolbar={{
        buttons: [
          goTo && (
            <button
              key="goTo"
              type="button"
              className="yarl__button"
              title={t('messages.showInConversation')}
              aria-label={t('messages.showInConversation')}
              onClick={() => goTo(shown.id)}
            >
              <MessageSquare />
            </button>
          ),
          'zoom',
          'download',
          'close',
        ],
      }}
      labels={{
        Close: t('common.close'),
        Download: t('messages.downloadIt'),
        Next: t('messages.nextPicture'),
        Previous: t('messages.previousPicture'),
        'Zoom in': t('messages.zoomIn'),
        'Zoom out': t('messages.zoomOut'),
      }}
      render={{
        ...alone,
        slide: ({ slide, offset }) =>
          slide.type === 'film' ? <Film key={offset === 0 ? 'shown' : 'beside'} message={slide.message} /> : undefined,
        controls: () => <Caption message={shown} />,
        iconClose: () => <X />,
        iconPrev: () => <ChevronLeft />,
        iconNext: () => <ChevronRight />,
        iconZoomIn: () => <ZoomIn />,
        iconZoomOut: () => <ZoomOut />,
        iconDownload: () => <DownloadIcon />,
      }}
    />
  )
}

function slideOf(message: Message) {
  const src = message.mediaUrl ?? ''
  const download = { url: src, filename: message.media?.name ?? '' }
  return message.mediaType === 'video'
    ? { type: 'film' as const, message, src, download }
    : { src, alt: captionOf(message), download }
}

const captionOf = ({ body, extra }: Message) => spoken(body, extra?.mentions)

/** A video that leaves the centre is reset, and so is silent. */
function Film({ message }: { message: Message }) {
  const t = useText()
  const { media, mediaUrl } = message
  return (
    <div className="lightbox-film">
      <FilmPlayer
        src={mediaUrl ?? ''}
        name={captionOf(message) || t('tickets.kind.video')}
        poster={media?.thumbnail ?? null}
        seconds={media?.seconds ?? null}
      />
    </div>
  )
}

/** Sender, time and caption. */
function Caption({ message }: { message: Message }) {
  const t = useText()
  const format = useFormat()
  const caption = captionOf(message)
  const sender = message.fromMe ? writerOfOurs(t, message) : message.contact?.name
  return (
    <>
      <p className="lightbox-head" role="status">
        <b>{sender}</b>
        <time dateTime={message.createdAt}>{format.dateTime(message.createdAt)}</time>
      </p>
      {caption !== '' && (
        <p className="lightbox-caption" dir="auto">
          {caption}
        </p>
      )}
    </>
  )
}

/** Snapshot of the list when opened, so that nothing moves while looking. */
function useAround(opened: Message): readonly Message[] {
  const client = useQueryClient()
  const [around] = useState(() => {
    const lists = ['gallery', 'messages'].flatMap((key) =>
      client
        .getQueriesData<LoadedList<Message>>({ queryKey: [key] })
        .map(([, list]) => picturesOf(list?.items ?? []))
        .filter((all) => all.some(({ mediaUrl }) => mediaUrl === opened.mediaUrl)),
    )
    // The longer list: a gallery reaches further back than the loaded conversation.
    return lists.toSorted((a, b) => b.length - a.length)[0]
  })
  return around ?? [opened]
}
