import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useText } from '../../shared/i18n/useText'
import { buttonClass } from '../../shared/kit/Button'
import { classes } from '../../shared/kit/classes'
import logo from '../../shared/theme/logo.svg'
import { PHONE, useMedia } from '../../shared/useMedia'
import { SideContent } from './SideContent'

/** The navigation on a phone: over the page, trapping the focus until it is closed. */
export function SideOverlay({ open, onClose }: { open: boolean; onClose(): void }) {
  const t = useText()
  const phone = useMedia(PHONE)
  return (
    <Dialog.Root open={open && phone} onOpenChange={(now) => !now && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim-floor" />
        <Dialog.Popup className="side-over" aria-label={t('shell.navigation')}>
          <div className="side-brand">
            <img src={logo} width="26" height="26" alt="" />
            <span>Balcão</span>
            <Dialog.Close
              className={classes(buttonClass('ghost', 'sm'), 'btn-icon ml-auto')}
              aria-label={t('shell.closeMenu')}
            >
              <X />
            </Dialog.Close>
          </div>
          <nav className="contents" aria-label={t('shell.navigation')}>
            <SideContent onGo={onClose} />
          </nav>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
