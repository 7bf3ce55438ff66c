import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { SETTING_LENGTH, type SealedKey, type TextKey } from '../../../../src/settings/contract'
import { errorText } from '../../../shared/errorText'
import { useText } from '../../../shared/i18n/useText'
import { FieldError } from '../../../shared/kit/Field'
import { useChange } from '../../../shared/settings/useChange'
import type { Control } from './OptionRow'

/** As specified: text is saved after this pause in typing. */
const DEBOUNCE_MS = 1000

/** A text field that saves itself: a second after the last keystroke, and immediately on Enter or blur. */
export function TextControl({ name, value, control }: { name: TextKey | SealedKey; value: string; control: Control }) {
  const t = useText()
  const change = useChange(name)
  /** Null: as stored. */
  const [typed, setTyped] = useState<string | null>(null)
  const [state, setState] = useState<'saved' | { readonly failure: unknown } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const waiting = useRef<string | null>(null)

  const save = () => {
    clearTimeout(timer.current)
    const text = waiting.current
    waiting.current = null
    if (text === null || text.trim() === value) return
    change(text.trim(), undefined).then(
      () => {
        setTyped((now) => (now === text ? null : now))
        setState('saved')
      },
      (failure: unknown) => setState({ failure }),
    )
  }
  const onLeave = useEffectEvent(save)
  useEffect(() => () => onLeave(), [])

  const failure = state !== null && state !== 'saved' ? errorText(t, state.failure) : null
  return (
    <div className="grid gap-1">
      <input
        {...control}
        className="input"
        maxLength={SETTING_LENGTH}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={failure === null ? undefined : true}
        value={typed ?? value}
        onChange={({ target }) => {
          setTyped(target.value)
          setState(null)
          waiting.current = target.value
          clearTimeout(timer.current)
          timer.current = setTimeout(save, DEBOUNCE_MS)
        }}
        onBlur={save}
        onKeyDown={({ key }) => key === 'Enter' && save()}
      />
      <small role="status" className="text-sm text-muted">
        {state === 'saved' && t('settings.saved')}
      </small>
      {failure !== null && <FieldError id={`${control.id}-error`}>{failure}</FieldError>}
    </div>
  )
}
