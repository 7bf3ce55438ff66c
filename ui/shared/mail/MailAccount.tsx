import './mail.css'
import { useMutation } from '@tanstack/react-query'
import { LogIn } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { MailAccount as Account, MailProvider } from '../../../src/settings/mail-sign-in/contract'
import { useFormat } from '../i18n/useFormat'
import { useText } from '../i18n/useText'
import { Button } from '../kit/Button'
import { ConfirmDialog } from '../kit/ConfirmDialog'
import { StatusDot } from '../kit/StatusDot'
import { toast } from '../kit/toast'

type Props = {
  account: Account | null
  offered: readonly MailProvider[]
  /** Returns where the browser has to go. */
  start(provider: MailProvider): Promise<{ url: string }>
  leave(): Promise<unknown>
  /** What the account replaces. */
  children: ReactNode
}

/** The account that mail is sent with, or the buttons to sign one in. Nothing where no provider is offered. */
export function MailAccount({ account, offered, start, leave, children }: Props) {
  const t = useText()
  const signIn = useMutation({
    mutationFn: start,
    onSuccess: ({ url }) => window.location.assign(url),
    onError: toast.failure,
  })
  if (!account && offered.length === 0) return null
  const isOut = account !== null && account.refusedAt !== null
  const shown = account && !isOut ? [] : offered
  return (
    <div className="grid grid-cols-1 gap-2 py-3">
      <span>
        <span className="block">{t('mail.account.title')}</span>
        <span className="block text-sm text-muted">{t('mail.account.text')}</span>
      </span>
      {account && <State account={account} />}
      <span className="flex flex-wrap gap-2">
        {shown.map((provider) => (
          <Button
            key={provider}
            icon={<LogIn />}
            busy={signIn.isPending && signIn.variables === provider}
            onClick={() => signIn.mutate(provider)}
          >
            {t('mail.account.signIn', { provider: t(`mail.account.provider.${provider}`) })}
          </Button>
        ))}
        {account && <LeaveButton address={account.address} leave={leave} />}
      </span>
      {account && <span className="text-sm text-muted">{children}</span>}
    </div>
  )
}

function State({ account: { provider, address, signedInAt, refusedAt, refusal } }: { account: Account }) {
  const t = useText()
  const { date } = useFormat()
  return (
    <span className="grid min-w-0 gap-0.5 wrap-anywhere" role={refusedAt === null ? undefined : 'alert'}>
      <strong>
        {address} ({t(`mail.account.provider.${provider}`)})
      </strong>
      {refusedAt === null ? (
        <StatusDot tone="ok">{t('mail.account.signedIn', { date: date(signedInAt) })}</StatusDot>
      ) : (
        <StatusDot tone="bad">{t('mail.account.signedOut')}</StatusDot>
      )}
      {refusal && <small>{refusal}</small>}
    </span>
  )
}

function LeaveButton({ address, leave }: { address: string; leave(): Promise<unknown> }) {
  const t = useText()
  const [isAsking, setAsking] = useState(false)
  const leaving = useMutation({ mutationFn: leave, onSuccess: () => setAsking(false), onError: toast.failure })
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('mail.account.signOut')}</Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('mail.account.leave.title', { address })}
        confirm={t('mail.account.signOut')}
        busy={leaving.isPending}
        onConfirm={() => leaving.mutate()}
      >
        {t('mail.account.leave.text')}
      </ConfirmDialog>
    </>
  )
}
