import { useAtom, useSetAtom } from 'jotai/react'
import { Forward, X } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { isCovered } from '../../../shared/covered'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { IconButton } from '../../../shared/kit/IconButton'

import { choosingAtom, messageDialogAtom } from '../../messages/state'

/** Shown instead of the composer while messages are being selected; Escape ends the selection. */
export function ChoosingBar({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  const [choosing, choose] = useAtom(choosingAtom)
  const show = useSetAtom(messageDialogAtom)
  const ids = choosing?.ids ?? []
  const end = useEffectEvent(() => choose(null))
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isCovered()) return
      event.preventDefault()
      end()
    }
    // Stops the desk from treating Escape as "one level up".
    document.addEventListener('keydown', press, true)
    return () => document.removeEventListener('keydown', press, true)
  }, [])
  return (
    <div className="composer-closed">
      <IconButton label={`${t('messages.endChoosing')} (Esc)`} onClick={() => choose(null)}>
        <X />
      </IconButton>
      <span className="flex-1" role="status">
        {t('messages.chosen', { count: ids.length })}
      </span>
      <Button
        size="sm"
        tone="primary"
        icon={<Forward />}
        disabled={ids.length === 0}
        onClick={() => show({ what: 'forward', ticket, ids })}
      >
        {t('messages.forward')}
      </Button>
    </div>
  )
}
