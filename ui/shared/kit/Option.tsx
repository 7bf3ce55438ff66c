import { type ReactNode, useEffect, useRef } from 'react'

type Props = { id: string; isActive: boolean; onChoose(): void; onHover(): void; children: ReactNode }

/** An option of a listbox controlled from a text field: the focus stays in the field, which references it. */
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

/** Callback ref of the list: scrolls to the active option. */
export function useActiveInView(activeId: string) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector(`#${activeId}`)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  return list
}
