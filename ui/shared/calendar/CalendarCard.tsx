import { Popover } from '@base-ui/react/popover'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../i18n/useText'
import { IconButton } from '../kit/IconButton'

type Props = {
  /** The entry on the calendar. */
  anchor: HTMLElement
  title: string
  when: string
  /** In front of the title. */
  mark?: ReactNode
  /** Buttons. */
  actions: ReactNode
  onClose(): void
  children?: ReactNode
}

/** Details of a calendar entry, beside it. */
export function CalendarCard({ anchor, title, when, mark, actions, onClose, children }: Props) {
  const t = useText()
  return (
    <Popover.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} side="right" align="start" sideOffset={8} collisionPadding={8}>
          {/* Never to a field that had the focus before: keys such as Z for an undo would be written there. */}
          <Popover.Popup
            className="float calendar-card"
            aria-label={title}
            finalFocus={() => (anchor.isConnected ? anchor : false)}
          >
            <header>
              {mark}
              <span className="two min-w-0 grow">
                <span className="truncate font-semibold">{title}</span>
                <small>{when}</small>
              </span>
              <IconButton label={t('common.close')} onClick={onClose}>
                <X />
              </IconButton>
            </header>
            {children}
            <footer>{actions}</footer>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
