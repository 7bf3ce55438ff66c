import { useState } from 'react'
import { useText } from '../i18n/useText'

/** The reference of an error in the server's log; a click copies it. */
export function Reference({ id }: { id: string }) {
  const t = useText()
  const [copied, setCopied] = useState(false)
  const copy = () => {
    // The clipboard exists on HTTPS and localhost only; elsewhere the number can still be selected.
    void navigator.clipboard?.writeText(id).then(() => setCopied(true))
  }
  return (
    <small>
      {t('common.error.reference')}{' '}
      <button
        type="button"
        className="nums underline underline-offset-2 select-text"
        aria-label={t('common.error.copyReference', { reference: id })}
        onClick={copy}
      >
        {id}
      </button>
      <span role="status">{copied && ` · ${t('common.copied')}`}</span>
    </small>
  )
}
