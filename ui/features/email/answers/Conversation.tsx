import './answers.css'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { File as FileIcon, Reply } from 'lucide-react'
import { type FormEvent, useEffect, useId, useState } from 'react'
import type { EmailAnswer, EmailThread, ThreadEmail } from '../../../../src/features/email/answers/contract'
import { emailVariables, isBlankHtml } from '../../../../src/features/email/formatted/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { ErrorState } from '../../../shared/kit/ErrorState'
import { StatusDot } from '../../../shared/kit/StatusDot'
import { toast } from '../../../shared/kit/toast'
import { download } from '../../../shared/saveFile'
import { useMailServer } from '../api'
import { Formatted } from '../editor/Formatted'
import { RichField } from '../editor/RichField'
import { PasswordField } from '../PasswordField'
import { useSignature } from '../signature'
import { replyToAnswer, seeAnswers, threadQuery } from './api'
import { nameOf } from './words'

type Entry =
  | { readonly at: string; readonly answer: EmailAnswer }
  | { readonly at: string; readonly email: ThreadEmail }

/** What came back and what was sent in answer to it, oldest first, without the e-mail above. */
function entriesOf({ emails, answers }: EmailThread, shown: number): Entry[] {
  const all: Entry[] = [
    ...answers.map((answer) => ({ at: answer.receivedAt, answer })),
    ...emails.filter(({ id }) => id !== shown).map((email) => ({ at: email.sendAt, email })),
  ]
  return all.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

/** The conversation that an e-mail began or continues. */
export function Conversation({ emailId }: { emailId: number }) {
  const t = useText()
  const { number } = useFormat()
  const { data, error, refetch } = useQuery(threadQuery(emailId))
  useSeen(data)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  const entries = data ? entriesOf(data, emailId) : []
  const last = data?.answers.findLast(({ kind, replyTo }) => kind !== 'bounce' && replyTo !== '')
  if (!data || entries.length === 0) return null
  return (
    <section className="fold" aria-labelledby="email-answers">
      <h3 className="fold-head" id="email-answers">
        {t('answers.title')}
        <span className="nums font-normal text-muted">{number(data.answers.length)}</span>
      </h3>
      <ol className="grid gap-2.5 mb-3">
        {entries.map((entry) =>
          'answer' in entry ? (
            <Answer key={`answer ${entry.answer.id}`} answer={entry.answer} />
          ) : (
            <Ours key={`email ${entry.email.id}`} email={entry.email} />
          ),
        )}
      </ol>
      {last && <ReplyForm key={last.id} answer={last} />}
    </section>
  )
}

/** What is shown has been seen; the server marks only what belongs to this person. */
function useSeen(thread: EmailThread | undefined) {
  const cache = useQueryClient()
  const ids = (thread?.answers ?? []).filter(({ isRead }) => !isRead).map(({ id }) => id)
  const key = ids.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids, by value
  useEffect(() => {
    if (key === '') return
    void seeAnswers(ids)
      .then(() => cache.invalidateQueries({ queryKey: ['emails', 'list'] }))
      .catch(() => undefined) // it stays in the bell
  }, [key])
}

function Answer({ answer }: { answer: EmailAnswer }) {
  const t = useText()
  const { shortDateTime } = useFormat()
  const { kind, from, receivedAt, message, quoted, fault, leftOut } = answer
  const name = nameOf(t, answer)
  return (
    <li className="answer" data-kind={kind}>
      <div className="answer-head flex items-start gap-3 text-sm">
        <span className="two min-w-0">
          <b dir="auto">{name}</b>
          {kind !== 'bounce' && from.name !== '' && <small>{from.address}</small>}
        </span>
        {kind === 'automatic' && <StatusDot tone="wait">{t('answers.automatic')}</StatusDot>}
        {kind === 'bounce' && <StatusDot tone="bad">{t('answers.bounce')}</StatusDot>}
        <time className="nums" dateTime={receivedAt}>
          {shortDateTime(receivedAt)}
        </time>
      </div>
      {fault !== 'unreadable' && <Words said={message} quoted={quoted} />}
      {fault && (
        <p className="text-xs text-muted" role="note">
          {t(`answers.fault.${fault}`)}
        </p>
      )}
      <Files answer={answer} />
      {leftOut > 0 && <p className="text-xs text-muted">{t('answers.leftOut', { count: leftOut })}</p>}
    </li>
  )
}

/** What the writer says; what the mail program repeats is folded away. */
function Words({ said, quoted }: { said: string; quoted: string }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <p className="text-base whitespace-pre-line wrap-anywhere" dir="auto">
        {said || t('answers.empty')}
      </p>
      {quoted !== '' && (
        <Button
          size="xs"
          tone="ghost"
          className="justify-self-start"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'answers.hideQuoted' : 'answers.showQuoted')}
        </Button>
      )}
      {quoted !== '' && (
        <p
          id={id}
          className="text-base whitespace-pre-line wrap-anywhere pl-2.5 border-l-2 border-line text-muted"
          dir="auto"
          hidden={!isOpen}
        >
          {quoted}
        </p>
      )}
    </>
  )
}

function Files({ answer: { id, files } }: { answer: EmailAnswer }) {
  const t = useText()
  const { size } = useFormat()
  if (files.length === 0) return null
  return (
    <div className="flex flex-wrap gap-1.5">
      {files.map((file) => (
        <Button
          key={file.id}
          size="sm"
          tone="plain"
          icon={<FileIcon />}
          title={t('answers.download', { name: file.name })}
          onClick={() => download(`/emails/answers/${id}/files/${file.id}`)}
        >
          <span className="truncate max-w-48">{file.name}</span> <small className="nums">{size(file.size)}</small>
        </Button>
      ))}
    </div>
  )
}

function Ours({ email: { message, html, signature, to, user, sendAt, failed } }: { email: ThreadEmail }) {
  const t = useText()
  const { shortDateTime } = useFormat()
  return (
    <li className="answer" data-kind="ours">
      <div className="answer-head flex items-start gap-3 text-sm">
        <span className="two min-w-0">
          <b>{t('answers.us', { name: user.name, to: to.join(', ') })}</b>
        </span>
        {failed > 0 && <StatusDot tone="bad">{t('answers.failed')}</StatusDot>}
        <time className="nums" dateTime={sendAt}>
          {shortDateTime(sendAt)}
        </time>
      </div>
      {html === null ? (
        <p className="text-base whitespace-pre-line wrap-anywhere">{message}</p>
      ) : (
        <Formatted html={html} />
      )}
      {signature !== null && (
        <div className="text-muted">
          <Formatted html={signature} />
        </div>
      )}
    </li>
  )
}

function ReplyForm({ answer: { id, replyTo } }: { answer: EmailAnswer }) {
  const t = useText()
  const cache = useQueryClient()
  const signature = useSignature()
  const [isOpen, setOpen] = useState(false)
  const [isUnsigned, setUnsigned] = useState(false)
  const [html, setHtml] = useState('')
  const [password, setPassword] = useState('')
  const needsPassword = useMailServer()?.needsPassword === true
  const isEmpty = isBlankHtml(html)
  const reply = useMutation({
    mutationFn: () =>
      replyToAnswer(id, { html, sign: Boolean(signature) && !isUnsigned, tokenSenha: password || null }),
    onSuccess() {
      toast.success(t('answers.sent'))
      setHtml('')
      setOpen(false)
      void cache.invalidateQueries({ queryKey: ['emails'] })
    },
    onError: toast.failure,
  })
  if (!isOpen)
    return (
      <Button size="sm" tone="plain" icon={<Reply />} onClick={() => setOpen(true)}>
        {t('answers.reply')}
      </Button>
    )
  const send = () => {
    if (!isEmpty && !reply.isPending) reply.mutate()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  return (
    <form
      className="grid gap-2"
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || !isEmpty) return
        event.preventDefault()
        setOpen(false)
      }}
    >
      <RichField
        isBoxed
        autoFocus
        label={t('answers.replyTo', { to: replyTo })}
        placeholder={t('answers.replyHint')}
        names={emailVariables}
        value={html}
        onChange={setHtml}
        onSend={send}
      />
      {signature && (
        <label className="flex items-center gap-2 type-sm">
          <input
            type="checkbox"
            className="checkbox checkbox-sm checkbox-primary"
            checked={!isUnsigned}
            onChange={({ target }) => setUnsigned(!target.checked)}
          />
          {t('mailEditor.signature.title')}
        </label>
      )}
      {needsPassword && <PasswordField value={password} onChange={setPassword} />}
      <div className="flex items-center gap-2">
        <small className="flex-1 min-w-0 type-xs text-muted wrap-anywhere">
          {t('answers.replyTo', { to: replyTo })}
        </small>
        <Button size="sm" tone="ghost" onClick={() => setOpen(false)}>
          {t('common.cancel')}
        </Button>
        <Button size="sm" tone="primary" type="submit" busy={reply.isPending} disabled={isEmpty}>
          {t('answers.send')}
        </Button>
      </div>
    </form>
  )
}
