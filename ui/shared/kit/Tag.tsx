import type { CSSProperties } from 'react'

type Label = { name: string; color: string }

/** A tag as a pill, wherever there is room. */
export function Tag({ tag }: { tag: Label }) {
  return (
    <span className="tag" style={{ '--c': tag.color } as CSSProperties}>
      {tag.name}
    </span>
  )
}
