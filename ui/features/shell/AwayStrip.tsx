import { RotateCw } from 'lucide-react'
import type { AwayWork } from '../../../src/platform/wire'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { useAwayDone } from '../../shared/live/LiveProvider'

/** What a command does with the company. What people do waits, and the page goes on by itself. */
export function AwayStrip({ state }: { state: `away.${AwayWork}` }) {
  const t = useText()
  const format = useFormat()
  const done = useAwayDone()
  return (
    <p className="status-strip status-strip-warn">
      <RotateCw />
      <span>
        {t(state)}
        {done !== undefined && <span className="nums"> {format.share(done / 100)}</span>}
      </span>
    </p>
  )
}
