import { useText } from '../../../shared/i18n/useText'

/** Half a minute to an hour. */
const DURATIONS = [30, 60, 120, 300, 600, 1800, 3600]

type Props = { label: string; value: number; onChange(seconds: number): void }

/** How long a script takes. */
export function DurationField({ label, value, onChange }: Props) {
  const t = useText()
  return (
    <label>
      {label}
      <select className="select select-sm" value={value} onChange={(event) => onChange(Number(event.target.value))}>
        {DURATIONS.map((seconds) => (
          <option key={seconds} value={seconds}>
            {seconds < 60
              ? t('simulator.seconds', { count: seconds })
              : t('simulator.minutes', { count: seconds / 60 })}
          </option>
        ))}
      </select>
    </label>
  )
}
