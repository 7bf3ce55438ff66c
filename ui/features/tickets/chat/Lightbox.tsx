import { useAtom } from 'jotai/react'
import YetAnotherLightbox from 'yet-another-react-lightbox'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import 'yet-another-react-lightbox/styles.css'
import { useText } from '../../../shared/i18n/useText'
import { lightboxAtom } from '../state'

/** A picture as large as the window; the wheel looks closer. Its own file in the build. */
export function Lightbox() {
  const t = useText()
  const [picture, setPicture] = useAtom(lightboxAtom)
  return (
    <YetAnotherLightbox
      open={picture !== null}
      close={() => setPicture(null)}
      slides={picture ? [{ src: picture.src, alt: picture.alt }] : []}
      plugins={[Zoom]}
      carousel={{ finite: true }}
      controller={{ closeOnBackdropClick: true }}
      labels={{ Close: t('common.close'), 'Zoom in': t('messages.zoomIn'), 'Zoom out': t('messages.zoomOut') }}
      render={{ buttonPrev: () => null, buttonNext: () => null }}
    />
  )
}
