import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import YetAnotherLightbox from 'yet-another-react-lightbox'
import Download from 'yet-another-react-lightbox/plugins/download'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import 'yet-another-react-lightbox/styles.css'
import type { Message } from '../../../../src/tickets/messages/contract'
import { useText } from '../../../shared/i18n/useText'
import type { LoadedList } from '../../../shared/live/apply'
import { picturesOf, type Slide } from '../rules/kinds'
import type { Picture } from '../state'

/**
 * A picture in full size, with the conversation's others to both sides; the wheel zooms. A chunk of its own in the
 * build.
 */
export function Lightbox({ picture, onClose }: { picture: Picture; onClose(): void }) {
  const t = useText()
  const around = useAround(picture.src)
  // The same array at each render: a new one would return to the picture that was clicked.
  const slides = useMemo(() => {
    const pictures = around.length > 0 ? around : [{ ...picture, name: null }]
    return pictures.map(({ src, alt, name }) => ({ src, alt, download: { url: src, filename: name ?? '' } }))
  }, [around, picture])
  const alone = slides.length < 2 ? { buttonPrev: () => null, buttonNext: () => null } : {}
  return (
    <YetAnotherLightbox
      open
      close={onClose}
      index={Math.max(
        0,
        slides.findIndex(({ src }) => src === picture.src),
      )}
      slides={slides}
      plugins={[Zoom, Download]}
      carousel={{ finite: true }}
      controller={{ closeOnBackdropClick: true }}
      labels={{
        Close: t('common.close'),
        Download: t('messages.downloadIt'),
        Next: t('messages.nextPicture'),
        Previous: t('messages.previousPicture'),
        'Zoom in': t('messages.zoomIn'),
        'Zoom out': t('messages.zoomOut'),
      }}
      render={alone}
    />
  )
}

const none: readonly Slide[] = []

/** The conversation's pictures as they were when this one was opened, so that none moves while somebody looks. */
function useAround(src: string) {
  const client = useQueryClient()
  const [pictures] = useState(() =>
    client
      .getQueriesData<LoadedList<Message>>({ queryKey: ['messages'] })
      .map(([, list]) => picturesOf(list?.items ?? []))
      .find((all) => all.some((one) => one.src === src)),
  )
  return pictures ?? none
}
