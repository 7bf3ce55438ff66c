import { type ReactNode, useEffect, useRef } from 'react'

type Props = { id: string; isActive: boolean; onChoose(): void; onHover(): void; children: ReactNode }

/** One line of a listbox that is steered from a text field: the focus stays in the field, which points here. */
export function Option({ id, isActive, onChoose, onHover, children }: Props) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the field
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className="menu-row"
      data-highlighted={isActive || undefined}
      onPointerDown={(event) => event.preventDefault()}
      onPointerMove={() => !isActive && onHover()}
      onClick={onChoose}
    >
      {children}
    </div>
  )
}

/** For the list around them: scrolls to the active line. */
export function useActiveInView(activeId: string) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector(`#${activeId}`)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  return list
}
