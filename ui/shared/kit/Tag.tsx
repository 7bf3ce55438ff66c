import type { CSSProperties } from 'react'

type Label = { name: string; color: string }

/** A tag as a pill, wherever there is room. */
export function Tag({ tag, isClipped = false }: { tag: Label; isClipped?: boolean }) {
  return (
    <span
      className="tag"
      data-clipped={isClipped || undefined}
      title={tag.name}
      style={{ '--c': tag.color } as CSSProperties}
    >
      <span className="truncate">{tag.name}</span>
    </span>
  )
}
