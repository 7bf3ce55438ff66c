import { useText } from '../../../shared/i18n/useText'
import { Skeleton } from '../../../shared/kit/Skeleton'

const shapes = [
  ['in', '16rem', '2.25rem'],
  ['in', '11rem', '2.25rem'],
  ['out', '18rem', '3.5rem'],
  ['in', '14rem', '2.25rem'],
  ['out', '13rem', '2.25rem'],
  ['out', '20rem', '2.25rem'],
] as const

/** Bubbles on their way. */
export function MessageSkeleton() {
  const t = useText()
  return (
    <div
      className="chat-scroll flex flex-col justify-end"
      role="status"
      aria-busy="true"
      aria-label={t('common.loading')}
    >
      <div className="chat-col w-full gap-2">
        {shapes.map(([side, width, height]) => (
          <div key={width} className={side === 'out' ? 'self-end' : 'self-start'} style={{ width, height }}>
            <Skeleton className="size-full rounded-2xl!" />
          </div>
        ))}
      </div>
    </div>
  )
}
