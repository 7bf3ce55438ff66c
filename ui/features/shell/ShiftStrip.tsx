import { useAtom } from 'jotai/react'
import { Clock } from 'lucide-react'
import { shiftEnding, shiftGoesOn } from '../../../src/users/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { toast } from '../../shared/kit/toast'
import { useEvent } from '../../shared/live/useEvent'
import { ofSession } from '../../shared/session/ofPerson'

type Ending = { readonly endsAt: string; readonly openTickets: number }

const endingAtom = ofSession<Ending | null>(null)
const TOAST_LASTS = 20_000

/** The user's working hours are over: how long they may continue, and what stays open. The server signs them out. */
export function ShiftStrip() {
  const t = useText()
  const format = useFormat()
  const [ending, setEnding] = useAtom(endingAtom)
  useEvent(shiftEnding, ({ endsAt, openTickets }) => {
    if (!ending) toast.warning(t('shell.shift.ended'), TOAST_LASTS)
    setEnding({ endsAt, openTickets })
  })
  useEvent(shiftGoesOn, () => {
    if (ending) toast.info(t('shell.shift.goesOn'))
    setEnding(null)
  })
  if (!ending) return null
  const time = format.time(ending.endsAt)
  const { openTickets: count } = ending
  return (
    <aside className="status-strip status-strip-warn" role="status">
      <Clock />
      <span>{count > 0 ? t('shell.shift.leaving', { time, count }) : t('shell.shift.leavingNone', { time })}</span>
    </aside>
  )
}
