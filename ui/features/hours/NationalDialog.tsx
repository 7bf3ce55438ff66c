import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Holiday, NationalHoliday } from '../../../src/hours/contract'
import { errorText } from '../../shared/errorText'
import { FormFoot } from '../../shared/form/FormFoot'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Dialog } from '../../shared/kit/Dialog'
import { ErrorNote } from '../../shared/kit/ErrorNote'
import { Segment } from '../../shared/kit/Segment'
import { Skeleton } from '../../shared/kit/Skeleton'
import { toast } from '../../shared/kit/toast'
import { useCrud } from '../../shared/live/useCrud'
import { holidays, nationalQuery } from './api'

type Props = { taken: readonly Holiday[]; today: string; onClose(): void }

/** The national holidays of a year, preselected except the optional ones; one click adds them. */
export function NationalDialog({ taken, today, onClose }: Props) {
  const t = useText()
  const thisYear = Number(today.slice(0, 4))
  const [year, setYear] = useState(thisYear)
  const { data, error } = useQuery(nationalQuery(year))
  const free = data?.filter(
    ({ date }) => date >= today && !taken.some((one) => one.queueId === null && one.date === date),
  )
  return (
    <Dialog open onClose={onClose} title={t('hours.holidays.national')}>
      <div className="dialog-body grid gap-3 pb-0!">
        <Segment
          label={t('hours.holidays.year')}
          items={[thisYear, thisYear + 1].map((one) => ({ id: String(one), label: String(one) }))}
          value={String(year)}
          onChange={(chosen) => setYear(Number(chosen))}
        />
        {error && <ErrorNote>{errorText(t, error)}</ErrorNote>}
      </div>
      {free ? <Choice key={year} days={free} onClose={onClose} /> : <Skeleton className="m-4 h-48" />}
    </Dialog>
  )
}

function Choice({ days, onClose }: { days: readonly NationalHoliday[]; onClose(): void }) {
  const t = useText()
  const format = useFormat()
  const { create } = useCrud(holidays)
  const [chosen, setChosen] = useState(
    () => new Set(days.filter(({ isOptional }) => !isOptional).map(({ date }) => date)),
  )
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const toggle = (date: string) => setChosen((before) => before.symmetricDifference(new Set([date])))

  async function add() {
    setBusy(true)
    setFailure(null)
    const wanted = days.filter(({ date }) => chosen.has(date))
    try {
      for (const { date, name } of wanted) await create({ date, name, queueId: null })
      toast.success(t('hours.holidays.added', { count: wanted.length }))
      onClose()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <div className="dialog-body grid gap-3">
        {failure !== null && <ErrorNote>{errorText(t, failure)}</ErrorNote>}
        {days.length === 0 && <p className="text-sm text-muted">{t('hours.holidays.allThere')}</p>}
        <div className="pick-list max-h-none!">
          {days.map(({ date, name, isOptional }) => (
            <label key={date} className="menu-row hover:bg-hover">
              <input
                type="checkbox"
                className="checkbox checkbox-primary checkbox-sm"
                checked={chosen.has(date)}
                onChange={() => toggle(date)}
              />
              <span className="min-w-0 flex-1">{name}</span>
              {isOptional && <small className="text-faint">{t('hours.holidays.optional')}</small>}
              <span className="text-sm text-muted tabular-nums">{format.day(date)}</span>
            </label>
          ))}
        </div>
      </div>
      <FormFoot
        action={t('hours.holidays.addAll', { count: chosen.size })}
        busy={busy}
        disabled={chosen.size === 0}
        onCancel={onClose}
      />
    </form>
  )
}
