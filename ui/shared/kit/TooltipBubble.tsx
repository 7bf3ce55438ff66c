import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactNode } from 'react'

type Props = { text: ReactNode; side: 'top' | 'bottom' | 'left' | 'right'; anchor: Element; onClose(): void }

export const TooltipBubble = ({ text, side, anchor, onClose }: Props) => (
  <Base.Root open onOpenChange={(now) => !now && onClose()}>
    <Base.Portal>
      <Base.Positioner className="float-place" anchor={anchor} side={side} sideOffset={6} collisionPadding={8}>
        <Base.Popup className="hint-bubble">{text}</Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
)
