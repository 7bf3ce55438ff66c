import { useText } from '../../../shared/i18n/useText'
import { Face } from '../../../shared/kit/Face'
import type { Directory } from '../directory'

type Props = { people: Directory; chosen: readonly string[]; onChange(phones: string[]): void }

/** Chooses people from all there are. */
export function PeopleChoice({ people, chosen, onChange }: Props) {
  const t = useText()
  return (
    <fieldset className="grid max-h-60 m-0 p-0 border-0 overflow-y-auto">
      <legend className="text-sm font-medium">{t('simulator.group.members')}</legend>
      {people.map(({ phone, name }) => {
        const isChosen = chosen.includes(phone)
        return (
          <label key={phone} className="choice">
            <input
              type="checkbox"
              className="checkbox checkbox-sm"
              checked={isChosen}
              onChange={() => onChange(isChosen ? chosen.filter((one) => one !== phone) : [...chosen, phone])}
            />
            <Face name={name} size={1.5} />
            <span className="truncate">{name}</span>
          </label>
        )
      })}
    </fieldset>
  )
}
