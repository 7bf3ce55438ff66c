import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useSetAtom } from 'jotai/react'
import { Copy, RotateCw, Trash2, X } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { addressOf, type EmailDetails, type EmailRecipient } from '../../../src/features/email/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { ConfirmDialog } from '../../shared/kit/ConfirmDialog'
import { ErrorState } from '../../shared/kit/ErrorState'
import { IconButton } from '../../shared/kit/IconButton'
import { Loading } from '../../shared/kit/Loading'
import { StatusDot } from '../../shared/kit/StatusDot'
import { toast } from '../../shared/kit/toast'
import { FileList } from './Attachments'
import { Conversation } from './answers/Conversation'
import { correctRecipient, deleteEmail, emailQuery, retryEmail, stopEmail, useMailServer } from './api'
import { Formatted } from './editor/Formatted'
import { PasswordField } from './PasswordField'
import { draftAtom } from './state'
import { suggestAddress } from './suggest'
import { recipientWords } from './words'

/** An e-mail: recipients, server responses, the message. */
export function EmailPane({ id, onClose }: { id: number; onClose(): void }) {
  const t = useText()
  const pane = useRef<HTMLElement>(null)
  const { data, error, refetch } = useQuery(emailQuery(id))
  useEffect(() => {
    pane.current?.focus()
  }, [])
  return (
    <aside
      ref={pane}
      className="mail-pane"
      tabIndex={-1}
      aria-label={data?.subject ?? t('email.title')}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose()
      }}
    >
      {!data && (
        <>
          <div className="dialog-head justify-end">
            <CloseButton onClose={onClose} />
          </div>
          {error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            <Loading className="grid gap-2 p-5">
              <span className="bone h-10" />
              <span className="bone h-24" />
            </Loading>
          )}
        </>
      )}
      {data && <Opened email={data} onClose={onClose} />}
    </aside>
  )
}

function CloseButton({ onClose }: { onClose(): void }) {
  const t = useText()
  return (
    <IconButton label={t('common.close')} onClick={onClose}>
      <X />
    </IconButton>
  )
}

/** Requests that return the whole e-mail. */
function useAct(id: number) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (work: () => Promise<EmailDetails>) => work(),
    onSuccess: (email) => cache.setQueryData(emailQuery(id).queryKey, email),
    onError: toast.failure,
  })
}

function Opened({ email, onClose }: { email: EmailDetails; onClose(): void }) {
  const t = useText()
  const { number, shortDateTime } = useFormat()
  const [password, setPassword] = useState('')
  const needsPassword = useMailServer()?.needsPassword === true
  const act = useAct(email.id)
  const {
    id,
    subject,
    sendAt,
    user,
    to,
    sent,
    recipients,
    failed,
    state,
    message,
    html,
    signature,
    contact,
    attachments,
  } = email
  const tokenSenha = password || null
  return (
    <>
      <div className="dialog-head">
        <span className="two mr-auto min-w-0">
          <h2>{subject}</h2>
          <small>{t('email.by', { when: shortDateTime(sendAt), name: user.name })}</small>
          {contact && <small>{t('contactEmails.about', contact)}</small>}
        </span>
        <CloseButton onClose={onClose} />
      </div>
      <section
        className="flex-1 min-h-0 overflow-y-auto border-t border-line"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        tabIndex={0}
        aria-label={t('email.title')}
      >
        <div className="fold">
          <h3 className="fold-head">
            {t(state === 'scheduled' ? 'email.whoWill' : 'email.whoGot')}
            <span className="nums font-normal text-muted">
              {state === 'scheduled'
                ? number(recipients)
                : t('email.sentOf', { sent: number(sent), all: number(recipients) })}
            </span>
          </h3>
          <ul className="grid">
            {to.map((one) => (
              <Recipient
                key={one.id}
                one={one}
                isBusy={act.isPending}
                onCorrect={(address) =>
                  act.mutateAsync(() => correctRecipient(id, one.id, { email: address, tokenSenha }))
                }
                onAgain={() => act.mutate(() => retryEmail(id, { recipientIds: [one.id], tokenSenha }))}
              />
            ))}
          </ul>
          {needsPassword && to.some((one) => one.state === 'failed' || one.state === 'unknown') && (
            <PasswordField value={password} onChange={setPassword} />
          )}
        </div>
        <div className="fold">
          <h3 className="fold-head">{t('email.message')}</h3>
          {html === null ? (
            <p className="text-base whitespace-pre-line wrap-anywhere text-muted">{message}</p>
          ) : (
            <Formatted html={html} />
          )}
          {signature !== null && (
            <div className="mt-3 pt-3 border-t border-line border-dashed text-muted">
              <Formatted html={signature} />
            </div>
          )}
        </div>
        {attachments.length > 0 && <FileList emailId={id} files={attachments} />}
        {state !== 'scheduled' && <Conversation emailId={id} />}
      </section>
      <div className="dialog-foot">
        <Reuse email={email} />
        {state === 'done' && <Remove email={email} onClose={onClose} />}
        {state === 'sending' && email.nextAt !== null && (
          <Button tone="plain" busy={act.isPending} onClick={() => act.mutate(() => stopEmail(id))}>
            {t('email.stop')}
          </Button>
        )}
        {failed > 0 && to.some((one) => one.state === 'failed' && one.email !== '') && (
          <Button
            tone="primary"
            busy={act.isPending}
            icon={<RotateCw />}
            title={t('email.retryHint')}
            onClick={() => act.mutate(() => retryEmail(id, { tokenSenha }))}
          >
            {t('email.retry')}
          </Button>
        )}
      </div>
    </>
  )
}

type RecipientProps = {
  one: EmailRecipient
  isBusy: boolean
  onCorrect(address: string): Promise<unknown>
  onAgain(): void
}

function Recipient({ one, isBusy, onCorrect, onAgain }: RecipientProps) {
  const t = useText()
  const [isCorrecting, setCorrecting] = useState(false)
  const said = recipientWords(t, useFormat(), one)
  if (isCorrecting)
    return (
      <li className="mail-rcpt flex items-center gap-3 min-h-10 py-1.5 text-sm border-b border-line last:border-b-0">
        <Correction
          address={one.email}
          isBusy={isBusy}
          onSave={(address) => onCorrect(address).then(() => setCorrecting(false))}
          onClose={() => setCorrecting(false)}
        />
      </li>
    )
  return (
    <li className="mail-rcpt flex items-center gap-3 min-h-10 py-1.5 text-sm border-b border-line last:border-b-0">
      <span className="min-w-0">
        <b>{one.email || t('email.erased')}</b>
        {said.why && <small>{said.why}</small>}
        {one.answer && <small className="text-faint">{one.answer}</small>}
      </span>
      <StatusDot tone={said.tone}>{said.state}</StatusDot>
      {one.state === 'failed' && one.email !== '' && (
        <Button size="sm" tone="plain" onClick={() => setCorrecting(true)}>
          {t('email.correct')}
        </Button>
      )}
      {one.state === 'unknown' && (
        <Button size="sm" tone="plain" busy={isBusy} title={t('email.againHint')} onClick={onAgain}>
          {t('email.again')}
        </Button>
      )}
    </li>
  )
}

type CorrectionProps = {
  address: string
  isBusy: boolean
  onSave(address: string): Promise<unknown>
  onClose(): void
}

function Correction({ address, isBusy, onSave, onClose }: CorrectionProps) {
  const t = useText()
  const [typed, setTyped] = useState(suggestAddress(address) ?? address)
  const right = addressOf(typed)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (right !== undefined) onSave(right).catch(() => undefined) // shown by a toast
  }
  return (
    <form className="flex flex-1 gap-2" onSubmit={save}>
      <input
        // biome-ignore lint/a11y/noAutofocus: opened by the user
        autoFocus
        className="input input-sm flex-1 min-w-0"
        type="text"
        inputMode="email"
        aria-label={t('email.correctLabel', { address })}
        aria-invalid={right === undefined || undefined}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          onClose()
        }}
      />
      <Button size="sm" tone="ghost" onClick={onClose}>
        {t('common.cancel')}
      </Button>
      <Button size="sm" tone="plain" type="submit" busy={isBusy} disabled={right === undefined}>
        {t('email.send')}
      </Button>
    </form>
  )
}

function Reuse({ email: { to, subject, message, html, signature } }: { email: EmailDetails }) {
  const t = useText()
  const navigate = useNavigate()
  const setDraft = useSetAtom(draftAtom)
  return (
    <Button
      tone="ghost"
      className="mr-auto"
      icon={<Copy />}
      onClick={() => {
        setDraft({
          to: to.flatMap(({ email }) => (email === '' ? [] : [email])),
          subject,
          message,
          ...(html !== null && { html }),
          unsigned: signature === null,
        })
        void navigate({ to: '/Email', search: {} })
      }}
    >
      {t('email.reuse')}
    </Button>
  )
}

function Remove({ email: { id, subject }, onClose }: { email: EmailDetails; onClose(): void }) {
  const t = useText()
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => deleteEmail(id),
    onSuccess: () => {
      toast.success(t('email.removed'))
      onClose()
    },
    onError: toast.failure,
  })
  return (
    <>
      <IconButton label={t('email.remove', { subject })} size="md" onClick={() => setAsking(true)}>
        <Trash2 />
      </IconButton>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('email.removeTitle', { subject })}
        confirm={t('email.removeIt')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        <p>{t('email.removeText')}</p>
      </ConfirmDialog>
    </>
  )
}
