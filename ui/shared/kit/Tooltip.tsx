import {
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import { lazyPart } from '../lazyPart'

const TooltipBubble = lazyPart(() => import('./TooltipBubble').then((file) => file.TooltipBubble))

type HoverTarget = {
  onPointerEnter?(event: PointerEvent): void
  onPointerLeave?(): void
  onPointerDown?(): void
  onFocus?(event: FocusEvent): void
  onBlur?(): void
}
const DELAY = 350

/** Text on hover and focus. `children` is one element; the tooltip must not be its only accessible name. */
export function Tooltip({
  text,
  side = 'top',
  children,
}: {
  text: ReactNode
  side?: 'top' | 'bottom' | 'left' | 'right'
  children: ReactElement
}) {
  const [anchor, setAnchor] = useState<Element | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const show = (at: Element, after: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setAnchor(at), after)
  }
  const hide = () => {
    clearTimeout(timer.current)
    setAnchor(null)
  }
  // The child is an element or a button of ours, which take these handlers.
  const element = cloneElement(children as ReactElement<HoverTarget>, {
    onPointerEnter: ({ pointerType, currentTarget }) => pointerType !== 'touch' && show(currentTarget, DELAY),
    onPointerLeave: hide,
    onPointerDown: hide,
    onFocus: ({ currentTarget }) => currentTarget.matches(':focus-visible') && show(currentTarget, 0),
    onBlur: hide,
  })
  return (
    <>
      {element}
      {anchor && (
        <Suspense>
          <TooltipBubble text={text} side={side} anchor={anchor} onClose={hide} />
        </Suspense>
      )}
    </>
  )
}
