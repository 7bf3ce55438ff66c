import { Zap } from 'lucide-react'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { useText } from '../../../shared/i18n/useText'
import { lazyPart } from '../../../shared/lazyPart'
import type { Picker } from '../../messages/composer/useCompletion'
import type { QuickKeys } from '../../quick-messages/picker/QuickList'
import { shortcodeIn } from '../rules/quick'

const QuickList = lazyPart(() => import('../../quick-messages/picker/QuickList').then((file) => file.QuickList))

/** A slash at the start, with the cursor in the word or the few words after it. */
const BEGUN = /^\/([^\n]{0,50})$/

type Quick = {
  readonly picker: Picker
  readonly list: ReactNode
  /**
   * Called before the text is sent, by whatever key or button. True if it is kept: a quick message was meant, and the
   * text is not for the contact. A word that none has is sent the second time.
   */
  keeps(): boolean
}

/** Offers quick messages; the list is loaded at the first slash. */
export function useQuick(ticket: TicketSummary, text: string, isSigned: boolean): Quick {
  const t = useText()
  const [kept, setKept] = useState<string | null>(null)
  /** The text for which Enter was pressed before the list was there. */
  const early = useRef<string | null>(null)
  const [declined, setDeclined] = useState<string | null>(null)
  const [seen, setTyped] = useState<string | null>(null)
  const [aria, setAria] = useState<Picker['aria']>({})
  const keys = useRef<QuickKeys>(null)
  const typed = seen !== null && text.startsWith(`/${seen}`) ? seen : null
  const close = () => setTyped(null)
  const picker: Picker = {
    onKey(event) {
      if (typed === null) return false
      if (event.key === 'Escape' && keys.current?.hasOffers) setDeclined(text.trim())
      if (event.key === 'Enter' && !event.shiftKey) early.current = text.trim()
      if (keys.current) return keys.current.onKey(event)
      // Blocks Enter until the list has loaded: input meant as a choice must not be sent as text.
      if (event.key === 'Escape') close()
      else if (event.key !== 'Enter' || event.shiftKey) return false
      event.preventDefault()
      event.stopPropagation()
      return true
    },
    onCursor({ value, selectionStart, selectionEnd }) {
      const found = selectionStart === selectionEnd ? BEGUN.exec(value.slice(0, selectionStart)) : null
      setTyped(found?.[1] ?? null)
    },
    onBlur: close,
    aria: typed === null ? {} : aria,
  }
  const word = shortcodeIn(text)
  const keeps = () => {
    if (typed !== null && (keys.current?.take() ?? true)) {
      early.current = text.trim()
      return true
    }
    if (word === null || [kept, declined].includes(text.trim())) return false
    setKept(text.trim())
    return true
  }
  const none = () => {
    if (word !== null && early.current === text.trim()) setKept(text.trim())
  }
  const hint = word !== null && kept === text.trim() && (
    <p className="composer-hint" role="status">
      <Zap className="size-3.5!" />
      {t('messages.quick.unmatched', { typed: word })}
    </p>
  )
  const options = typed !== null && (
    <Suspense>
      <QuickList
        ticket={ticket}
        typed={typed}
        isSigned={isSigned}
        keys={keys}
        onAria={setAria}
        onNone={none}
        onClose={close}
      />
    </Suspense>
  )
  const list = (hint || options) && (
    <>
      {options}
      {hint}
    </>
  )
  return { picker, list, keeps }
}
