import { Loading } from '../../../shared/kit/Loading'
import { Skeleton } from '../../../shared/kit/Skeleton'

const shapes = [
  ['in', '16rem', '2.25rem'],
  ['in', '11rem', '2.25rem'],
  ['out', '18rem', '3.5rem'],
  ['in', '14rem', '2.25rem'],
  ['out', '13rem', '2.25rem'],
  ['out', '20rem', '2.25rem'],
] as const

/** Placeholder bubbles while messages load. */
export function MessageSkeleton() {
  return (
    <Loading className="chat-scroll flex flex-col justify-end">
      <div className="chat-col w-full gap-2">
        {shapes.map(([side, width, height]) => (
          <div key={width} className={side === 'out' ? 'self-end' : 'self-start'} style={{ width, height }}>
            <Skeleton className="size-full rounded-2xl!" />
          </div>
        ))}
      </div>
    </Loading>
  )
}
