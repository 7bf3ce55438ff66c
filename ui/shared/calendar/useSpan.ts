import { useMemo } from 'react'
import { addDays, instantOf, localDay } from '../i18n/zoned'
import { useUser } from '../session/useUser'
import type { Span } from '../table/view'
import { shownDays } from './spans'

type SpanView = { readonly span?: Span | undefined; readonly day?: string | undefined }

/** The span that the address names, today's month by default: its days, and those as instants, the end excluded. */
export function useSpan(now: SpanView) {
  const { timeZone } = useUser().company
  const span: Span = now.span ?? 'month'
  const day = now.day ?? localDay(Date.now(), timeZone)
  return useMemo(() => {
    const days = shownDays(span, day)
    const begin = (of: string) => instantOf(`${of}T00:00`, timeZone) ?? ''
    return { span, day, days, period: { from: begin(days.from), to: begin(addDays(days.to, 1)) } }
  }, [span, day, timeZone])
}
