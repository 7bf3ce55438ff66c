import { useQuery } from '@tanstack/react-query'
import { useAtom } from 'jotai/react'
import { useId } from 'react'
import { useText } from '../../../shared/i18n/useText'
import { peopleQuery } from '../../people/queries'
import { attendantFilterAtom } from './state'

/** Filters by attendant. */
export function FilterAttendant() {
  const t = useText()
  const id = useId()
  const [attendant, setAttendant] = useAtom(attendantFilterAtom)
  const people = useQuery(peopleQuery).data ?? []
  return (
    <div className="grid gap-1.5 border-b border-line px-4 py-2">
      <label htmlFor={id} className="text-xs font-medium text-faint">
        {t('tickets.contact.attendant')}
      </label>
      <select
        id={id}
        className="select select-sm w-full"
        value={attendant ?? ''}
        onChange={(event) => setAttendant(Number(event.target.value) || null)}
      >
        <option value="">{t('common.all')}</option>
        {people.map((person) => (
          <option key={person.id} value={person.id}>
            {person.name}
          </option>
        ))}
      </select>
    </div>
  )
}
