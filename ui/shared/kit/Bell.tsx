import { type ReactNode, useState } from 'react'
import { IconButton } from './IconButton'
import { Popover } from './Popover'

type Props = {
  /** The accessible name, with the number. */
  words: string
  count: number
  icon: ReactNode
  /** The button is there only while something is new. */
  isFleeting?: boolean
  className?: string | undefined
  /** Of the list, if it has a width of its own. */
  listClass?: string
  /** The list; `close` when it leads elsewhere. */
  children(close: () => void): ReactNode
}

/** A button of the top bar with a number, and the list of what is new. */
export function Bell({ words, count, icon, isFleeting = false, className, listClass = 'w-80 p-1', children }: Props) {
  const [isOpen, setOpen] = useState(false)
  if (isFleeting && count === 0 && !isOpen) return null
  return (
    <Popover
      label={words}
      open={isOpen}
      onOpenChange={setOpen}
      className={`float-list ${listClass}`}
      trigger={
        <IconButton label={words} badge={count} className={className}>
          {icon}
        </IconButton>
      }
    >
      {children(() => setOpen(false))}
    </Popover>
  )
}
