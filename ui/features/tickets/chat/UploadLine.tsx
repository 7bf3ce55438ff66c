import { useText } from '../../../shared/i18n/useText'
import { useNow } from '../../../shared/kit/useNow'
import { backToWriting } from '../composer/focus'
import type { Outgoing } from '../rules/outgoing'
import { useSend } from '../useSend'

/** A file that takes this long holds up what is written after it. */
const LONG = 3_000

/** Takes back a file that is still on its way to the server. */
export function UploadLine({ pending }: { pending: Outgoing }) {
  const t = useText()
  const { discard } = useSend(pending.ticketId)
  if (useNow(1_000) - Date.parse(pending.createdAt) < LONG) return null
  const cancel = () => {
    discard(pending)
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
