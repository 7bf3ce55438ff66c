import { TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import type { SheetReading } from '../../../src/bulk-import/contract'
import { useFormat } from '../i18n/useFormat'
import { useText } from '../i18n/useText'
import { Note } from '../kit/Note'

type Props = { reading: SheetReading; isBusy: boolean; onChoose(at: number): void }

/** Chooses among the sheets of a file, if several have text. */
export function SheetChoice({ reading: { sheets, sheet }, isBusy, onChoose }: Props) {
  const t = useText()
  const id = useId()
  if (sheets.length < 2) return null
  return (
    <div className="grid min-w-40 gap-1">
      <label htmlFor={id} className="text-sm">
        {t('imports.sheet')}
      </label>
      <select
        id={id}
        className="select select-sm w-full"
        value={sheet}
        disabled={isBusy}
        onChange={({ target }) => onChoose(Number(target.value))}
      >
        {sheets.map(({ at, name }) => (
          <option key={at} value={at}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}

/** What was repaired while reading, with the lines to check. */
export function SheetRepairs({ reading: { repaired } }: { reading: SheetReading }) {
  const t = useText()
  const { number } = useFormat()
  if (repaired.length === 0) return null
  return (
    <Note icon={<TriangleAlert />} role="status">
      <ul className="grid gap-1">
        {repaired.map(({ reason, count, lines }) => (
          <li key={reason}>
            {reason}{' '}
            <span className="text-muted">
              {t('imports.repairedIn', { count, lines: lines.map((line) => number(line)).join(', ') })}
              {count > lines.length && '…'}
            </span>
          </li>
        ))}
      </ul>
    </Note>
  )
}
