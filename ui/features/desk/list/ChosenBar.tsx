import { useAtomValue, useSetAtom } from 'jotai/react'
import { X } from 'lucide-react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { deskPartsAtom } from '../../../shared/deskParts'
import { useText } from '../../../shared/i18n/useText'
import { IconButton } from '../../../shared/kit/IconButton'
import { choosingAtom } from '../listState'
import { ChosenMoves } from './ChosenMoves'

type Props = { tickets: readonly TicketSummary[]; isAll: boolean; onAll(): void; onDone(): void }

/** Below the list during a selection: how many tickets, and actions on them. */
export function ChosenBar({ tickets, isAll, onAll, onDone }: Props) {
  const t = useText()
  const parts = useAtomValue(deskPartsAtom)
  const choose = useSetAtom(choosingAtom)
  return (
    <div className="chosen-bar" role="toolbar" aria-label={t('tickets.choose.title')}>
      <label className="mr-auto flex cursor-pointer items-center gap-2.5">
        <input
          type="checkbox"
          className="checkbox checkbox-primary checkbox-sm"
          aria-label={t('tickets.choose.all')}
          checked={isAll}
          onChange={onAll}
        />
        <span aria-live="polite">{t('tickets.choose.count', { count: tickets.length })}</span>
      </label>
      <IconButton label={`${t('tickets.choose.end')} (Esc)`} onClick={() => choose(false)}>
        <X />
      </IconButton>
      {tickets.length > 0 && (
        <div className="chosen-actions">
          <ChosenMoves tickets={tickets} onDone={onDone} />
          {parts.map(({ name, Chosen }) => Chosen && <Chosen key={name} tickets={tickets} />)}
        </div>
      )}
    </div>
  )
}
