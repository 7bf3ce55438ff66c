import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import { numberMatcher } from '../../../src/contacts/number-needle'
import { useText } from '../../shared/i18n/useText'
import { Face } from '../../shared/kit/Face'
import { SearchBox } from '../../shared/kit/SearchBox'
import { fits, needleOf } from '../../shared/plain'

type ListedPerson = {
  readonly id: number
  readonly name: string
  /** The number or the username. */
  readonly identity: string | null
  readonly picture: string | null
  /** A badge beside the name, such as "admin". */
  readonly mark: string | null
}

/** How many are shown before "show all". */
const AT_FIRST = 12
const SEARCHED_FROM = 9

/** A list of people or groups, with a search field if there are many. */
export function PeopleList({
  title,
  people,
  areGroups = false,
}: {
  title: string
  people: readonly ListedPerson[]
  areGroups?: boolean
}) {
  const t = useText()
  const [text, setText] = useState('')
  const [isWhole, setWhole] = useState(false)
  const [needle, isNumber] = [needleOf(text), numberMatcher(text)]
  const found = people.filter(({ name, identity }) => fits(needle, name, identity ?? '') || isNumber(identity))
  const shown = isWhole ? found : found.slice(0, AT_FIRST)
  return (
    <div className="fold">
      <div className="fold-head">{title}</div>
      {people.length >= SEARCHED_FROM && (
        <SearchBox
          size="sm"
          label={t('contact.groupFacts.search')}
          value={text}
          onSearch={setText}
          delay={150}
          className="mb-2 w-full!"
        />
      )}
      <ul className="grid grid-cols-1 gap-2 text-sm">
        {shown.map(({ id, name, identity, picture, mark }) => (
          <li key={id} className="flex items-center gap-2.5">
            <Face name={name} src={picture} size={2} icon={areGroups ? <UsersRound /> : undefined} />
            <span className="min-w-0 flex-1">
              <span className="block truncate">{name}</span>
              {identity && identity !== name && <span className="block text-xs text-faint">{identity}</span>}
            </span>
            {mark && <span className="badge badge-sm">{mark}</span>}
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="text-sm text-muted">{t('contact.groupFacts.nobody', { text })}</p>}
      {found.length > shown.length && (
        <button type="button" className="link mt-2 text-sm" onClick={() => setWhole(true)}>
          {t('contact.groupFacts.more', { count: found.length - shown.length })}
        </button>
      )}
    </div>
  )
}
