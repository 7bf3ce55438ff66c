import { useQueryClient } from '@tanstack/react-query'
import { useAtom } from 'jotai/react'
import { useMemo, useState } from 'react'
import YetAnotherLightbox from 'yet-another-react-lightbox'
import Download from 'yet-another-react-lightbox/plugins/download'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import 'yet-another-react-lightbox/styles.css'
import type { Message } from '../../../../src/tickets/messages/contract'
import { useText } from '../../../shared/i18n/useText'
import type { LoadedList } from '../../../shared/live/apply'
import { type Picture, picturesOf } from '../rules/pictures'
import { lightboxAtom } from '../state'

/** A picture as large as the window, its conversation's others to both sides; the wheel looks closer. Its own file in the build. */
export function Lightbox() {
  const t = useText()
  const [picture, setPicture] = useAtom(lightboxAtom)
  const around = useAround(picture?.src)
  // The same slides at each drawing: others would begin again at the picture that was clicked.
  const slides = useMemo(() => {
    const pictures = around.length > 0 || !picture ? around : [{ ...picture, name: null }]
    return pictures.map(({ src, alt, name }) => ({ src, alt, download: { url: src, filename: name ?? '' } }))
  }, [around, picture])
  const alone = slides.length < 2 ? { buttonPrev: () => null, buttonNext: () => null } : {}
  return (
    <YetAnotherLightbox
      open={picture !== null}
      close={() => setPicture(null)}
      index={Math.max(
        0,
        slides.findIndex(({ src }) => src === picture?.src),
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

const none: readonly Picture[] = []

/** The pictures of the conversation this one is from, as they were when it was opened: none moves under who looks. */
function useAround(src: string | undefined) {
  const client = useQueryClient()
  const [pictures] = useState(() =>
    client
      .getQueriesData<LoadedList<Message>>({ queryKey: ['messages'] })
      .map(([, list]) => picturesOf(list?.items ?? []))
      .find((all) => all.some((one) => one.src === src)),
  )
  return pictures ?? none
}
