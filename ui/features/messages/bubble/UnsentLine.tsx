import { useSetAtom } from 'jotai/react'
import { useText } from '../../../shared/i18n/useText'
import { useNow } from '../../../shared/kit/useNow'
import { writeOnAtom } from '../composer/drafts'
import { backToWriting } from '../composer/focus'
import type { Outgoing } from '../rules/outgoing'
import { useSend } from '../sending/useSend'

/** What takes this long holds up what is written after it, which waits as long. */
const LONG = 3_000

/** Takes back what has not reached the server; its text returns to the composer. */
export function UnsentLine({ pending }: { pending: Outgoing }) {
  const t = useText()
  const { discard } = useSend(pending.ticketId)
  const writeOn = useSetAtom(writeOnAtom)
  const isLong = useNow(1_000) - Date.parse(pending.createdAt) >= LONG
  if (pending.state === 'sending' && !isLong) return null
  const cancel = () => {
    discard(pending)
    if (pending.body !== '') writeOn(pending)
    backToWriting()
  }
  return (
    <p className="failed-line text-muted!">
      <button type="button" onClick={cancel}>
        {t('messages.cancelSending')}
      </button>
    </p>
  )
}
