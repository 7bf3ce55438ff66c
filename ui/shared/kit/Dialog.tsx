import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { useText } from '../i18n/useText'
import { buttonClass } from './Button'
import { classes } from './classes'
import { useOrigin } from './useOrigin'

type Props = {
  open: boolean
  /** Called on Escape, the close button or a click outside. A no-op keeps it open. */
  onClose(): void
  title: ReactNode
  /** Shown before the title: a messenger mark, a face. */
  lead?: ReactNode
  /** The row of buttons at the bottom. */
  footer?: ReactNode
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** Receives the focus on opening; by default the first field, the chosen tab, or the first focusable element. */
  initialFocus?: RefObject<HTMLElement | null>
  /** The same, as a selector. */
  firstStop?: string | undefined
  /** Another dialog replaces it: the focus goes there, not back. Called on closing. */
  isReplaced?(): boolean
  children: ReactNode
}

const widths = { sm: 'max-w-[26rem]', md: 'max-w-[32rem]', lg: 'max-w-[44rem]', xl: 'dialog-wide' }

const FIRST_STOPS =
  'input:not([type="hidden"], [type="file"], [disabled]), textarea, select, [role="tab"][aria-selected="true"]'

/** A modal dialog: traps the focus, and returns it to where it was. */
export function Dialog({
  open,
  onClose,
  title,
  lead,
  footer,
  size = 'md',
  initialFocus,
  firstStop = FIRST_STOPS,
  isReplaced,
  children,
}: Props) {
  const t = useText()
  const origin = useOrigin(open)
  // On touch screens the dialog itself: an on-screen keyboard would cover it.
  const stopFor = (by: string) =>
    by === 'touch' ? origin.own.current : (origin.own.current?.querySelector<HTMLElement>(firstStop) ?? true)
  return (
    <Base.Root open={open} onOpenChange={(now) => !now && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="scrim-floor" />
        <Base.Viewport className="scrim">
          <Base.Popup
            ref={origin.popup}
            className={classes('modal-box', 'dialog', widths[size])}
            initialFocus={initialFocus ?? stopFor}
            finalFocus={() => (isReplaced?.() ? origin.handOver() : origin.backTo())}
          >
            <header className="dialog-head">
              {lead}
              <Base.Title>{title}</Base.Title>
              <Base.Close
                className={classes(buttonClass('ghost', 'sm'), 'btn-icon')}
                aria-label={t('common.close')}
                title={t('common.close')}
              >
                <X />
              </Base.Close>
            </header>
            {children}
            {footer && <footer className="dialog-foot">{footer}</footer>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
