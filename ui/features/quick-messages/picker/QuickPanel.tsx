import { useState } from 'react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { useText } from '../../../shared/i18n/useText'
import { composer, insertInto } from '../../messages/composer/box'
import { LIST, optionId, QuickOptions } from './QuickOptions'
import { useQuickMessages } from './useQuickMessages'

/** Quick messages behind a button: the chosen one is inserted at the cursor. */
export function QuickPanel({
  ticket,
  isSigned,
  onClose,
}: {
  ticket: TicketSummary
  isSigned: boolean
  onClose(): void
}) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const write = (text: string) => {
    const box = composer()
    if (box) insertInto(box, text)
  }
  const quick = useQuickMessages({ ticket, typed: typed.replace(/^\//, ''), isSigned, write, onClose })
  const { offered, active, isKnown } = quick
  return (
    <div className="grid w-104 max-w-full">
      <div className="p-2">
        <input
          className="input input-sm w-full"
          role="combobox"
          aria-expanded={offered.length > 0}
          aria-controls={LIST}
          aria-activedescendant={offered.length > 0 ? optionId(active) : undefined}
          aria-label={t('messages.quick.search')}
          placeholder={t('messages.quick.search')}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => void quick.onKey(event)}
        />
      </div>
      {isKnown && offered.length === 0 ? (
        <p className="px-3 pb-3 text-sm text-muted">{t('messages.quick.none')}</p>
      ) : (
        <QuickOptions quick={quick} />
      )}
    </div>
  )
}
