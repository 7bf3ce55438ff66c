import { ArrowDown, ArrowUp } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'

type Props = {
  /** Whether the table is sorted by this column. */
  sorted: boolean
  desc: boolean
  onSort(): void
  className?: string | undefined
  style?: CSSProperties
  children: ReactNode
}

/** A sortable column head. */
export function SortHead({ sorted, desc, onSort, className, style, children }: Props) {
  return (
    <th aria-sort={sorted ? (desc ? 'descending' : 'ascending') : undefined} className={className} style={style}>
      <button type="button" onClick={onSort}>
        {children} {sorted && (desc ? <ArrowDown /> : <ArrowUp />)}
      </button>
    </th>
  )
}
