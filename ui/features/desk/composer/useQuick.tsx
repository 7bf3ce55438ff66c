import { type ReactNode, Suspense, useRef, useState } from 'react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { lazyPart } from '../../../shared/lazyPart'
import type { Picker } from '../../messages/composer/useCompletion'

const QuickList = lazyPart(() => import('../../quick-messages/picker/QuickList').then((file) => file.QuickList))

/** A slash at the start, with the cursor in the word or the few words after it. */
const BEGUN = /^\/([^\n]{0,50})$/

/** Offers quick messages; the list is loaded at the first slash. */
export function useQuick(ticket: TicketSummary, text: string, isSigned: boolean): { picker: Picker; list: ReactNode } {
  const [seen, setTyped] = useState<string | null>(null)
  const [aria, setAria] = useState<Picker['aria']>({})
  const keys = useRef<Picker['onKey']>(null)
  const typed = seen !== null && text.startsWith(`/${seen}`) ? seen : null
  const close = () => setTyped(null)
  const picker: Picker = {
    onKey(event) {
      if (typed === null) return false
      if (keys.current) return keys.current(event)
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
  const list = typed !== null && (
    <Suspense>
      <QuickList ticket={ticket} typed={typed} isSigned={isSigned} keys={keys} onAria={setAria} onClose={close} />
    </Suspense>
  )
  return { picker, list }
}
