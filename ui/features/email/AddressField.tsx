import { useQuery } from '@tanstack/react-query'
import { CircleAlert, X } from 'lucide-react'
import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { addressesOf, addressOf, MOST_RECIPIENTS, splitAddresses } from '../../../src/features/email/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { useSettled } from '../../shared/useSettled'
import { contactSearchQuery } from '../contacts/api'
import { suggestAddress } from './suggest'

type Props = { value: readonly string[]; onChange(next: string[]): void; autoFocus?: boolean }

/** Recipients as chips. An invalid one is red, with the reason and a suggestion. */
export function AddressField({ value, onChange, autoFocus = false }: Props) {
  const t = useText()
  const { number } = useFormat()
  const [typed, setTyped] = useState('')
  const box = useRef<HTMLInputElement>(null)
  const [label, offers] = [useId(), useId()]
  const add = (text: string) => {
    const known = new Set(value.map((one) => (addressOf(one) ?? one).toLowerCase()))
    const fresh = splitAddresses(text)
      .map((one) => addressOf(one) ?? one)
      .filter((one) => !known.has(one.toLowerCase()))
    if (fresh.length > 0) onChange([...value, ...new Set(fresh)])
    setTyped('')
  }
  const drop = (at: number) => {
    onChange(value.filter((_, n) => n !== at))
    box.current?.focus()
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const isEnd = ['Enter', ',', ';'].includes(event.key) || (event.key === ' ' && addressOf(typed) !== undefined)
    if (isEnd && !event.nativeEvent.isComposing && (typed.trim() !== '' || event.key !== 'Enter')) {
      event.preventDefault()
      add(typed)
    } else if (event.key === 'Backspace' && typed === '' && value.length > 0) {
      event.preventDefault()
      // Backspace turns the last chip into text, to be corrected.
      setTyped(value.at(-1) ?? '')
      onChange(value.slice(0, -1))
    }
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text')
    if (!/[,;\n]/.test(text.trim())) return
    event.preventDefault()
    add(`${typed}${text}`)
  }
  const type = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    // Only a chosen offer becomes a chip at once: one that is being typed may go on (".com" as ".com.br").
    const isTyped = nativeEvent instanceof InputEvent && /^(insertText|delete)/.test(nativeEvent.inputType)
    if (!isTyped && isOffered(target.value)) add(target.value)
    else setTyped(target.value)
  }
  const offered = useOffers(typed).filter(({ email }) => !value.includes(email))
  const isOffered = (text: string) => text !== '' && offered.some(({ email }) => email === text)
  const wrong = value.flatMap((one, at) => (addressOf(one) === undefined ? [{ one, at }] : []))
  const slips = value.flatMap((one, at) => {
    const better = addressOf(one) === undefined ? undefined : suggestAddress(one)
    return better === undefined ? [] : [{ one, at, better }]
  })
  const replace = (at: number, better: string) => onChange(value.map((one, n) => (n === at ? better : one)))
  const tooMany = (addressesOf(value.join(',')) ?? value).length > MOST_RECIPIENTS
  return (
    <>
      <div className="flex items-start gap-3 min-h-12 flex-none py-2 border-b border-line focus-within:border-b-(--focus)">
        <span className="flex-none w-15 text-faint text-sm/8 max-md:w-13" id={label}>
          {t('email.to')}
        </span>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot wrap its chips and its box in one line */}
        <div
          className="flex-1 min-w-0 flex flex-wrap gap-1.5 items-center min-h-8 max-h-48 overflow-y-auto"
          role="group"
          aria-labelledby={label}
        >
          {value.map((one, at) => (
            <span key={one} className="mail-chip" data-bad={addressOf(one) === undefined || undefined}>
              {addressOf(one) === undefined && <CircleAlert aria-hidden="true" />}
              <span>{one}</span>
              <button type="button" aria-label={t('email.drop', { address: one })} onClick={() => drop(at)}>
                <X />
              </button>
            </span>
          ))}
          <input
            className="flex-1 min-w-40 h-7 bg-transparent outline-none type-base max-md:text-[1rem]"
            ref={box}
            // biome-ignore lint/a11y/noAutofocus: the page is this form
            autoFocus={autoFocus}
            type="text"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            list={offers}
            aria-label={t('email.add')}
            placeholder={value.length === 0 ? t('email.toHint') : undefined}
            value={typed}
            onChange={type}
            onKeyDown={press}
            onPaste={paste}
            onBlur={() => add(typed)}
          />
          <datalist id={offers}>
            {offered.map(({ email, name }) => (
              <option key={email} value={email}>
                {name}
              </option>
            ))}
          </datalist>
        </div>
        <span
          className="nums whitespace-nowrap text-faint text-xs/8 max-md:hidden data-bad:text-error-ink"
          data-bad={tooMany || undefined}
        >
          {t('email.countOf', { n: number(value.length), most: number(MOST_RECIPIENTS) })}
        </span>
      </div>
      {wrong.map(({ one, at }) => (
        <Wrong key={one} address={one} better={suggestAddress(one)} onTake={(better) => replace(at, better)} />
      ))}
      {slips.map(({ one, at, better }) => (
        <Wrong key={one} address={one} better={better} isPossible onTake={() => replace(at, better)} />
      ))}
      {tooMany && (
        <p className="mail-wrong" role="alert">
          <CircleAlert />
          {t('email.tooMany', { most: number(MOST_RECIPIENTS) })}
        </p>
      )}
    </>
  )
}

type WrongProps = {
  address: string
  better: string | undefined
  /** It may be correct, so it does not block sending. */
  isPossible?: boolean
  onTake(better: string): void
}

function Wrong({ address, better, isPossible = false, onTake }: WrongProps) {
  const t = useText()
  return (
    <p className="mail-wrong" data-possible={isPossible || undefined} role="status">
      <CircleAlert />
      <span>
        {!isPossible && t('email.wrong', { address })}{' '}
        {better && (
          <>
            {isPossible ? t('email.isItInstead', { address }) : t('email.isIt')}{' '}
            <button type="button" onClick={() => onTake(better)}>
              {better}
            </button>
            ?
          </>
        )}
      </span>
    </p>
  )
}

/** Contacts with an e-mail address whose name or number matches. */
function useOffers(typed: string) {
  const words = useSettled(typed.trim(), 250)
  const found = useQuery(contactSearchQuery(words)).data?.contacts ?? []
  return found.flatMap(({ email, name }) => (email && addressOf(email) ? [{ email, name }] : []))
}
