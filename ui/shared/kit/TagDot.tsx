import type { CSSProperties } from 'react'

/** A tag as a dot, in lists. */
export function TagDot({ tag }: { tag: { name: string; color: string } }) {
  return (
    <span
      className="tag-dot"
      role="img"
      aria-label={tag.name}
      title={tag.name}
      style={{ '--c': tag.color } as CSSProperties}
    />
  )
}
