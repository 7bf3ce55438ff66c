import type { CSSProperties } from 'react'
import { useText } from '../i18n/useText'

/** The queue as a square chip in its colour; an outline when there is none. */
export function QueueChip({ queue }: { queue: { name: string; color: string } | null }) {
  const t = useText()
  if (!queue) return <span className="queue queue-none">{t('common.noQueue')}</span>
  return (
    <span className="queue" style={{ '--c': queue.color } as CSSProperties} title={queue.name}>
      {queue.name}
    </span>
  )
}
