import type { QueueIntegration } from '../../../src/features/integrations/contract'
import { CALLS_IN_LIST } from '../../../src/features/integrations/contract'
import { useText } from '../../shared/i18n/useText'
import { failuresIn, medianOf } from './spec'
import { useMilliseconds } from './useMilliseconds'

const [HEIGHT, STEP, BAR] = [24, 6, 4]
const WIDTH = CALLS_IN_LIST * STEP - (STEP - BAR)
const LEAST = 3

/** The latest calls as bars, and half of them in words. */
export function CallBars({ integration }: { integration: QueueIntegration }) {
  const t = useText()
  const milliseconds = useMilliseconds()
  const { recent } = integration
  const median = medianOf(integration)
  if (median === null) return <span className="none text-faint">–</span>
  const longest = Math.max(...recent.map(({ ms }) => ms), 1)
  const heightOf = (ms: number) => LEAST + (HEIGHT - LEAST) * Math.sqrt(ms / longest)
  const label = t('integrations.bars', {
    count: recent.length,
    failed: failuresIn(integration),
    median: milliseconds(median),
  })
  const first = CALLS_IN_LIST - recent.length
  return (
    <span className="inline-grid grid-cols-[118px_auto] gap-3 items-end leading-4">
      <svg className="w-29.5 h-6" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
        {Array.from({ length: first }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a place for a call to come
          <rect key={at} className="fill-base-300" x={at * STEP} y={HEIGHT - LEAST} width={BAR} height={LEAST} rx={1} />
        ))}
        {recent.map(({ ms, isOk }, at) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
            key={first + at}
            className={isOk ? 'fill-(--chart-1)' : 'fill-error'}
            x={(first + at) * STEP}
            y={HEIGHT - heightOf(ms)}
            width={BAR}
            height={heightOf(ms)}
            rx={1}
          />
        ))}
      </svg>
      <span className="nums">{milliseconds(median)}</span>
    </span>
  )
}
