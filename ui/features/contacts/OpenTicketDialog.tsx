import { useRef } from 'react'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { Dialog } from '../../shared/kit/Dialog'
import { type HeldTicket, useOpen } from './openTicket'

/** Instead of a second ticket: who has the first, and a link to it. */
export function OpenTicketDialog({ held, onClose }: { held: HeldTicket; onClose(): void }) {
  const t = useText()
  const open = useOpen()
  const first = useRef<HTMLButtonElement>(null)
  const { name, ticket, maySee } = held
  const [user, queue] = [ticket.user?.name, ticket.queue?.name]
  const words = () => {
    if (user) return queue ? t('starting.held.withIn', { name, user, queue }) : t('starting.held.with', { name, user })
    return queue ? t('starting.held.waitsIn', { name, queue }) : t('starting.held.waits', { name })
  }
  return (
    <Dialog open onClose={onClose} title={t('starting.held.title')} size="sm" initialFocus={first}>
      <div className="dialog-body grid gap-2 pt-0!">
        <p>{words()}</p>
        {!maySee && <p className="text-sm text-muted">{t('starting.held.unseen')}</p>}
      </div>
      <footer className="dialog-foot">
        <Button ref={maySee ? null : first} tone="ghost" onClick={onClose}>
          {t('common.close')}
        </Button>
        {maySee && (
          <Button
            ref={first}
            tone="primary"
            onClick={() => {
              onClose()
              open(ticket)
            }}
          >
            {t('starting.held.open')}
          </Button>
        )}
      </footer>
    </Dialog>
  )
}
