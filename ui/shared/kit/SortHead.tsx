import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'

type Props = {
  /** By this column. */
  sorted: boolean
  desc: boolean
  onSort(): void
  className?: string | undefined
  children: ReactNode
}

/** The head of a column that a table can be sorted by. */
export function SortHead({ sorted, desc, onSort, className, children }: Props) {
  return (
    <th aria-sort={sorted ? (desc ? 'descending' : 'ascending') : undefined} className={className}>
      <button type="button" onClick={onSort}>
        {children} {sorted && (desc ? <ArrowDown /> : <ArrowUp />)}
      </button>
    </th>
  )
}
