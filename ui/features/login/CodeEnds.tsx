import { useEffect, useState } from 'react'
import type { CodeSent } from '../../../src/features/password-reset/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { keepFocus } from './keepFocus'

/** Until when the code is valid, and how many tries are left. */
export function CodeValidity({ code, tries }: { code: CodeSent; tries: number }) {
  const t = useText()
  const format = useFormat()
  return (
    <small className="text-xs text-faint">
      {t('login.code.validity', { time: format.time(code.expiresAt), tries })}
    </small>
  )
}

/** Counts down until another code may be requested. */
export function ResendButton({ seconds, onPress }: { seconds: number; onPress(): void }) {
  const t = useText()
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const timer = setInterval(() => setLeft((now) => Math.max(0, now - 1)), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <button
      type="button"
      className={left > 0 ? 'text-xs text-faint nums' : 'text-xs text-primary-ink font-medium hover:underline'}
      disabled={left > 0}
      onMouseDown={keepFocus}
      onClick={onPress}
    >
      {left > 0 ? t('login.code.againIn', { seconds: left }) : t('login.code.again')}
    </button>
  )
}

/** The heading of the step that asks for the code, with the way back to the address. */
export function SentTo({ email, onChange }: { email: string; onChange(): void }) {
  const t = useText()
  return (
    <div className="mb-1">
      <h1 className="text-2xl font-semibold tracking-tight">{t('login.code.title')}</h1>
      <p className="text-muted mt-1">
        {t('login.code.sentTo', { email })}{' '}
        <button
          type="button"
          className="text-primary-ink font-medium hover:underline"
          onMouseDown={keepFocus}
          onClick={onChange}
        >
          {t('login.code.change')}
        </button>
      </p>
    </div>
  )
}
