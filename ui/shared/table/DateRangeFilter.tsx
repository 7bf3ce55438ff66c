import { CalendarDays } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { rangeNames } from '../../../src/platform/formats'
import { type DayRange, rangeOf } from '../form/ranges'
import { useFormat } from '../i18n/useFormat'
import { useText } from '../i18n/useText'
import { localDay } from '../i18n/zoned'
import { Button } from '../kit/Button'
import { DayBox } from '../kit/DayBox'
import { Popover } from '../kit/Popover'
import { useUser } from '../session/useUser'

type Props = {
  label: string
  /** What is chosen stands beside it. */
  isSaid?: boolean
  value: { readonly from?: string | undefined; readonly to?: string | undefined }
  /** Undefined days: any date. */
  onChange(range: { from: string | undefined; to: string | undefined }): void
  /** Above the ranges. */
  children?: ReactNode
}

/** A date filter: named ranges, or any two days. */
export function DateRangeFilter({ label, isSaid = false, value: { from, to }, onChange, children }: Props) {
  const t = useText()
  const { day } = useFormat()
  const today = localDay(Date.now(), useUser().company.timeZone)
  const [isOpen, setOpen] = useState(false)
  const named = rangeNames.find((name) => isSame(rangeOf(name, today), { from, to }))
  const spelled = [...new Set([from, to])].filter((one) => one !== undefined).map(day)
  const words = named ? t(`kit.dates.${named}`) : spelled.join(' – ') || t('kit.dates.any')
  const choose = (range: { from: string | undefined; to: string | undefined }) => {
    onChange(range)
    setOpen(false)
  }
  return (
    <Popover
      label={label}
      align="start"
      open={isOpen}
      onOpenChange={setOpen}
      className="grid gap-2 p-3"
      trigger={
        <button type="button" className="filter-chip">
          <CalendarDays />
          {label} {!isSaid && <b>{words}</b>}
        </button>
      }
    >
      {children}
      <div className="grid grid-cols-2 gap-1">
        {rangeNames.map((name) => (
          <Button
            key={name}
            size="sm"
            tone="ghost"
            className="justify-start"
            aria-pressed={name === named}
            onClick={() => choose(rangeOf(name, today))}
          >
            {t(`kit.dates.${name}`)}
          </Button>
        ))}
        <Button
          size="sm"
          tone="ghost"
          className="justify-start"
          onClick={() => choose({ from: undefined, to: undefined })}
        >
          {t('kit.dates.any')}
        </Button>
      </div>
      <div className="grid grid-cols-2 gap-2 border-t border-line pt-3">
        <DayInput label={t('kit.dates.from')} value={from} max={to} onChange={(day) => onChange({ from: day, to })} />
        <DayInput label={t('kit.dates.to')} value={to} min={from} onChange={(day) => onChange({ from, to: day })} />
      </div>
    </Popover>
  )
}

const isSame = (range: DayRange, { from, to }: Props['value']) => range.from === from && range.to === to

type InputProps = {
  label: string
  value: string | undefined
  min?: string | undefined
  max?: string | undefined
  onChange(day: string | undefined): void
}

function DayInput({ label, value, min, max, onChange }: InputProps) {
  return (
    <div className="grid gap-1 text-xs text-muted">
      <span aria-hidden="true">{label}</span>
      <DayBox
        size="sm"
        label={label}
        value={value ?? null}
        min={min}
        max={max}
        onChange={(day) => onChange(day ?? undefined)}
      />
    </div>
  )
}
