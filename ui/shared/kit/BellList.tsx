import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Ago } from './Ago'
import { Button } from './Button'
import { EmptyState } from './EmptyState'
import { IconButton } from './IconButton'

export type BellItem = {
  readonly id: number
  readonly title: string
  /** Empty for none. */
  readonly text: string
  readonly at: string | null
  /** The accessible names of the row and of its mark. */
  readonly open: string
  readonly seen: string
  onOpen(): void
  /** An action besides, such as completing a task. */
  readonly also?: { readonly label: string; readonly icon: ReactNode; onSelect(): void }
}

type Props = {
  icon: ReactNode
  title: string
  none: string
  allSeen: string
  items: readonly BellItem[]
  onSeen(ids: readonly number[]): void
}

/** What a bell lists: each opens what it is about, and can be marked as seen. */
export function BellList({ icon, title, none, allSeen, items, onSeen }: Props) {
  if (items.length === 0) return <EmptyState heading="h2" icon={icon} title={none} />
  return (
    <>
      <div className="bell-head">
        <h2>{title}</h2>
        <Button size="xs" tone="ghost" className="text-primary-ink" onClick={() => onSeen(items.map(({ id }) => id))}>
          {allSeen}
        </Button>
      </div>
      <ul>
        {items.map((one) => (
          <li key={one.id} className="flex items-center gap-1">
            <button
              type="button"
              className="unread-row min-w-0 flex-1 text-left"
              aria-label={one.text ? `${one.open}: ${one.text}` : one.open}
              onClick={one.onOpen}
            >
              <span className="two min-w-0 flex-1">
                <b className="truncate" dir="auto">
                  {one.title}
                </b>
                {one.text && (
                  <small className="line-clamp-3 whitespace-normal wrap-anywhere" dir="auto">
                    {one.text}
                  </small>
                )}
              </span>
              {one.at && <Ago at={one.at} className="text-2xs text-faint" />}
            </button>
            {one.also && (
              <IconButton label={one.also.label} onClick={one.also.onSelect}>
                {one.also.icon}
              </IconButton>
            )}
            <IconButton label={one.seen} onClick={() => onSeen([one.id])}>
              <Check />
            </IconButton>
          </li>
        ))}
      </ul>
    </>
  )
}
