import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MailView, SimulatorState } from '../../../../src/simulator/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { toast } from '../../../shared/kit/toast'
import { emptyMails, mailsQuery } from '../api'

/** What the mail server has got, newest first. */
export function Mails({ mail }: { mail: NonNullable<SimulatorState['mail']> }) {
  const t = useText()
  const { data } = useQuery(mailsQuery(mail))
  const [open, setOpen] = useState<number | null>(null)
  const empty = useMutation({ mutationFn: emptyMails, onError: toast.failure })
  const mails = data?.mails ?? []
  return (
    <>
      <p className="text-sm text-muted">{t('simulator.mail.hint')}</p>
      {mails.length === 0 && <p className="mt-4 text-sm">{t('simulator.mail.none')}</p>}
      <ul className="grid my-3">
        {mails.map((one) => (
          <Mail
            key={one.id}
            mail={one}
            isOpen={one.id === open}
            onToggle={() => setOpen(one.id === open ? null : one.id)}
          />
        ))}
      </ul>
      {mails.length > 0 && (
        <Button size="sm" tone="plain" busy={empty.isPending} onClick={() => empty.mutate()}>
          {t('simulator.mail.empty')}
        </Button>
      )}
    </>
  )
}

function Mail({ mail, isOpen, onToggle }: { mail: MailView; isOpen: boolean; onToggle(): void }) {
  const t = useText()
  const { time, size } = useFormat()
  const { at, sender, to, subject, text, attachments } = mail
  return (
    <li className="lab-mail border-b border-line text-sm">
      <button
        className="grid grid-cols-[minmax(0,1fr)_auto] gap-y-px gap-x-3 w-full py-2.5 text-left cursor-pointer"
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
      >
        <b>{subject}</b>
        <time dateTime={at}>{time(at)}</time>
        <small>{to.join(', ')}</small>
      </button>
      {isOpen && (
        <div>
          <small>{sender}</small>
          <small>
            {t('simulator.mail.to')}: {to.join(', ')}
          </small>
          <p>{text}</p>
          {attachments.map((file) => (
            <small key={file.name}>
              {file.name} · {size(file.size)}
            </small>
          ))}
        </div>
      )}
    </li>
  )
}
