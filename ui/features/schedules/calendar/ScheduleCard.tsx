import { Popover } from '@base-ui/react/popover'
import { Copy, Pencil, Trash2, X } from 'lucide-react'
import { isLocked, type Schedule } from '../../../../src/features/schedules/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { Face } from '../../../shared/kit/Face'
import { IconButton } from '../../../shared/kit/IconButton'
import { ScheduleDetails } from '../ScheduleDetails'
import { copyOf, type ScheduleDialogRequest } from '../SchedulesPage'

type Props = { schedule: Schedule; anchor: HTMLElement; onClose(): void; ask(asked: ScheduleDialogRequest): void }

/** Details of a calendar entry, beside it. */
export function ScheduleCard({ schedule, anchor, onClose, ask }: Props) {
  const t = useText()
  const { dateTime } = useFormat()
  const { contact, sendAt } = schedule
  const then = (asked: ScheduleDialogRequest) => () => {
    onClose()
    ask(asked)
  }
  return (
    <Popover.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} side="right" align="start" sideOffset={8} collisionPadding={8}>
          <Popover.Popup className="float schedule-card" aria-label={contact.name}>
            <header>
              <Face name={contact.name} size={2.25} />
              <span className="two min-w-0 grow">
                <span className="truncate font-semibold">{contact.name}</span>
                <small>{dateTime(sendAt)}</small>
              </span>
              <IconButton label={t('common.close')} onClick={onClose}>
                <X />
              </IconButton>
            </header>
            <ScheduleDetails schedule={schedule} />
            <footer>
              {!isLocked(schedule) && (
                <Button tone="ghost" size="sm" icon={<Pencil />} onClick={then({ what: 'edit', schedule })}>
                  {t('common.act.edit')}
                </Button>
              )}
              <Button
                tone="ghost"
                size="sm"
                icon={<Copy />}
                onClick={then({ what: 'create', start: copyOf(schedule) })}
              >
                {t('common.act.copy')}
              </Button>
              {schedule.status !== 'sending' && (
                <Button
                  tone="ghost"
                  size="sm"
                  icon={<Trash2 />}
                  className="ml-auto text-error-ink"
                  onClick={then({ what: 'delete', schedule })}
                >
                  {t('common.act.delete')}
                </Button>
              )}
            </footer>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
