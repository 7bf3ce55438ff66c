import { LoaderCircle, Search } from 'lucide-react'
import { type ChangeEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { errorText } from '../../../shared/errorText'
import { useText } from '../../../shared/i18n/useText'
import { Dialog } from '../../../shared/kit/Dialog'
import type { UseFound } from '../parts'
import { useOffers } from './offers'
import { LIST, optionId, PaletteList } from './PaletteList'
import { useChoose } from './useChoose'

/** Delay from the last keystroke to the request. */
const PAUSE = 200

type Props = {
  /** What was typed before it was there. */
  early: RefObject<string>
  useFound: UseFound
  onClose(): void
  onLeave(): void
}

/** Opens any screen, ticket or contact. The cursor stays in the field; arrow keys move in the list. */
export function Palette({ early, useFound, onClose, onLeave }: Props) {
  const t = useText()
  // Focuses the field on touch screens too, where dialogs otherwise keep the keyboard closed: typing is all there is to
  // do.
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [typed, setTyped] = useState(() => early.current)
  const [asked, setAsked] = useState(() => typed.trim())
  useEffect(
    () => () => {
      early.current = ''
    },
    [early],
  )
  const [at, setAt] = useState(0)
  const { offers, isWhole, isSearching, failure } = useOffers(typed, asked, useFound, onLeave)
  const active = Math.min(at, offers.length - 1)
  const { isGoing, choose, stay } = useChoose(onClose)

  const change = ({ target: { value } }: ChangeEvent<HTMLInputElement>) => {
    stay()
    setTyped(value)
    setAt(0)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setAsked(value.trim()), PAUSE)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || offers.length === 0) return
    if (event.key === 'ArrowDown') setAt((active + 1) % offers.length)
    else if (event.key === 'ArrowUp') setAt((active - 1 + offers.length) % offers.length)
    else if (event.key === 'Enter' && offers[active]) choose(offers[active])
    else return
    event.preventDefault()
  }
  return (
    <Dialog open onClose={onClose} title={t('shell.palette.title')} size="sm" initialFocus={field}>
      <div className="dialog-body palette">
        <label className="input input-quiet">
          {isSearching || isGoing ? (
            <LoaderCircle className="animate-spin text-faint" />
          ) : (
            <Search className="text-faint" />
          )}
          <input
            ref={field}
            type="search"
            role="combobox"
            aria-expanded={offers.length > 0}
            aria-autocomplete="list"
            aria-controls={LIST}
            {...(offers.length > 0 && { 'aria-activedescendant': optionId(active) })}
            aria-label={t('shell.palette.field')}
            placeholder={t('shell.palette.field')}
            value={typed}
            onChange={change}
            onKeyDown={press}
          />
        </label>
        {failure && <p className="px-2.5 text-sm text-error-ink">{errorText(t, failure)}</p>}
        <PaletteList
          offers={offers}
          active={active}
          isBusy={isSearching || isGoing}
          onChoose={choose}
          onHover={setAt}
        />
        {offers.length === 0 && (
          <p className="palette-none">{isWhole && t('shell.palette.nothing', { text: typed })}</p>
        )}
      </div>
    </Dialog>
  )
}
