import type { ReactNode } from 'react'
import { Option, useActiveInView } from '../../../shared/kit/Option'
import type { Steering } from './useCompletion'

type Props<T> = {
  steering: Steering<T>
  label: string
  /** How many there are, for screen readers. */
  count: string
  keyOf(one: T): string | number
  children(one: T): ReactNode
}

/** What the text before the cursor can become. The cursor stays in the text; the arrow keys move in this list. */
export function CompletionList<T>({ steering, label, count, keyOf, children }: Props<T>) {
  const { listId, optionId, offered, active, choose, reach } = steering
  const list = useActiveInView(optionId(active))
  return (
    <>
      <div ref={list} id={listId} className="completion-list" role="listbox" aria-label={label}>
        {offered.map((one, at) => (
          <Option
            key={keyOf(one)}
            id={optionId(at)}
            isActive={at === active}
            onChoose={() => choose(one)}
            onHover={() => reach(at)}
          >
            {children(one)}
          </Option>
        ))}
      </div>
      <span className="sr-only" role="status">
        {count}
      </span>
    </>
  )
}
