import type { CSSProperties, ReactNode } from 'react'

export type Rank = {
  readonly id: string | number
  readonly name: ReactNode
  readonly value: number
  readonly words: string
  readonly beside?: string
}

/** Bars beneath each other, each with its name and number. */
export function Ranks({ ranks }: { ranks: readonly Rank[] }) {
  const top = Math.max(...ranks.map(({ value }) => value), 1)
  return (
    <ul className="ranks">
      {ranks.map(({ id, name, value, words, beside }) => (
        <li key={id}>
          <span className="truncate">{name}</span>
          <span className="rank-bar">
            <i style={{ '--v': value / top } as CSSProperties} />
            {words}
          </span>
          <small>{beside}</small>
        </li>
      ))}
    </ul>
  )
}
