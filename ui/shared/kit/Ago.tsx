import { useFormat } from '../i18n/useFormat'
import { useNow } from './useNow'

/** How long ago, kept up to date; the full date on hover. */
export function Ago({ at, className }: { at: string; className?: string }) {
  const format = useFormat()
  const now = useNow(15_000)
  return (
    <time dateTime={at} title={format.dateTime(at)} className={className}>
      {format.ago(at, now)}
    </time>
  )
}
