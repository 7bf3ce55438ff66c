import './mailbox.css'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import {
  ChangeMailbox,
  type EmailMailbox,
  emailMailboxChanged,
  type MailboxTest,
  type MailboxWay,
} from '../../../../src/features/email/answers/contract'
import type { AnswerRoutes } from '../../../../src/features/email/answers/routes'
import { emailServerChanged } from '../../../../src/features/email/contract'
import { client, unwrap } from '../../client'
import { CountField } from '../../form/CountField'
import { FormField } from '../../form/FormField'
import { ToggleField } from '../../form/ToggleField'
import { useField } from '../../form/useField'
import { type Form, showFieldFailures, useForm } from '../../form/useForm'
import { useFormat } from '../../i18n/useFormat'
import { useText } from '../../i18n/useText'
import { Ago } from '../../kit/Ago'
import { Button } from '../../kit/Button'
import { ErrorState } from '../../kit/ErrorState'
import { Segment } from '../../kit/Segment'
import { Skeleton } from '../../kit/Skeleton'
import { StatusDot } from '../../kit/StatusDot'
import { toast } from '../../kit/toast'
import { useEvent } from '../../live/useEvent'
import { mailboxAdvice } from './advice'

const { emails } = client<AnswerRoutes>()

const mailboxQuery = queryOptions({
  queryKey: ['email-mailbox'],
  queryFn: ({ signal }) => unwrap(emails.mailbox.get({ fetch: { signal } })),
})

/** How answers to e-mails come back: nowhere, from the company's mailbox, or through the operator's. */
export function MailboxCard() {
  const t = useText()
  const cache = useQueryClient()
  const id = useId()
  const { data, error, refetch } = useQuery(mailboxQuery)
  const again = () => void cache.invalidateQueries({ queryKey: mailboxQuery.queryKey })
  useEvent(emailMailboxChanged, again)
  useEvent(emailServerChanged, again)
  return (
    <section className="mailbox" aria-labelledby={id}>
      <div className="two">
        <h3 id={id} className="font-medium">
          {t('mailbox.title')}
        </h3>
        <small>{t('mailbox.lead')}</small>
      </div>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-9" />}
      {/* Another server's settings were suggested by another server of sending. */}
      {data && <MailboxForm key={`${data.way} ${data.host}`} mailbox={data} />}
    </section>
  )
}

const valuesOf = ({ way, host, port, ownLogin, user, folder, plusAddress }: EmailMailbox): ChangeMailbox => ({
  way,
  host,
  port,
  ownLogin,
  user,
  folder,
  plusAddress,
  password: '',
})

/** An empty field keeps the stored password. */
const bodyOf = ({ password, ...others }: ChangeMailbox): ChangeMailbox => (password ? { ...others, password } : others)

function MailboxForm({ mailbox }: { mailbox: EmailMailbox }) {
  const t = useText()
  const cache = useQueryClient()
  const form = useForm(ChangeMailbox, valuesOf(mailbox))
  const way = form.watch('way')
  const test = useMutation({
    mutationFn: (body: ChangeMailbox) => unwrap(emails.mailbox.test.post(bodyOf(body))),
    onError: (failure) => showFieldFailures(form, failure) || toast.failure(failure),
  })
  const save = useMutation({
    mutationFn: (body: ChangeMailbox) => unwrap(emails.mailbox.put(bodyOf(body))),
    onSuccess(saved) {
      cache.setQueryData(mailboxQuery.queryKey, saved)
      form.reset(valuesOf(saved))
      toast.success(t('mailbox.saved'))
    },
    onError: (failure) => showFieldFailures(form, failure) || toast.failure(failure),
  })
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => void form.handleSubmit((body) => save.mutate(body))(event)}
      noValidate
    >
      <Way form={form} domain={mailbox.operatorDomain} />
      {way === 'imap' && <ServerFields form={form} hasPassword={mailbox.hasPassword} />}
      {way === 'imap' && test.data && <TestResult result={test.data} host={form.getValues('host')} />}
      {way === 'imap' && !test.data && mailbox.way === 'imap' && <State mailbox={mailbox} />}
      <div className="flex gap-2">
        <Button type="submit" size="sm" tone="primary" busy={save.isPending} disabled={!form.formState.isDirty}>
          {t('mailbox.save')}
        </Button>
        {way === 'imap' && (
          <Button
            size="sm"
            tone="plain"
            busy={test.isPending}
            onClick={() => void form.handleSubmit((body) => test.mutate(body))()}
          >
            {t('mailbox.test')}
          </Button>
        )}
      </div>
    </form>
  )
}

type OfForm = { form: Form<ChangeMailbox, ChangeMailbox> }

function Way({ form, domain }: OfForm & { domain: string | null }) {
  const t = useText()
  const { value, onChange } = useField<MailboxWay, ChangeMailbox, ChangeMailbox>(form, 'way')
  const ways: readonly MailboxWay[] =
    domain !== null || value === 'operator' ? ['off', 'imap', 'operator'] : ['off', 'imap']
  return (
    <div className="grid gap-1.5">
      <Segment
        label={t('mailbox.way.label')}
        items={ways.map((id) => ({ id, label: t(`mailbox.way.${id}`) }))}
        value={value}
        onChange={onChange}
      />
      <small className="text-sm text-muted">{t(`mailbox.wayText.${value}`, { domain: domain ?? '' })}</small>
    </div>
  )
}

function ServerFields({ form, hasPassword }: OfForm & { hasPassword: boolean }) {
  const t = useText()
  const ownLogin = form.watch('ownLogin')
  const same = useField<boolean, ChangeMailbox, ChangeMailbox>(form, 'ownLogin')
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] items-start gap-3">
        <FormField
          form={form}
          name="host"
          label={t('mailbox.host')}
          placeholder="imap.empresa.com.br"
          maxLength={253}
        />
        <CountField form={form} name="port" label={t('mailbox.port')} hint={t('mailbox.portHint')} max={65_535} />
        <FormField form={form} name="folder" label={t('mailbox.folder')} maxLength={200} />
      </div>
      <SameLogin value={!ownLogin} onChange={(is) => same.onChange(!is)} />
      {ownLogin && (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] items-start gap-3">
          <FormField form={form} name="user" label={t('mailbox.user')} autoComplete="off" maxLength={254} />
          <FormField
            form={form}
            name="password"
            type="password"
            autoComplete="new-password"
            maxLength={500}
            label={t('mailbox.password')}
            placeholder={hasPassword ? t('mailbox.passwordKept') : ''}
          />
        </div>
      )}
      <ToggleField form={form} name="plusAddress" label={t('mailbox.plus')} hint={t('mailbox.plusHint')} />
    </>
  )
}

/** The reverse of the field `ownLogin`. */
function SameLogin({ value, onChange }: { value: boolean; onChange(is: boolean): void }) {
  const t = useText()
  return (
    <label className="flex items-start justify-between gap-4">
      <span className="two">
        <span className="text-sm font-medium">{t('mailbox.sameLogin')}</span>
        <small>{t('mailbox.sameLoginHint')}</small>
      </span>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says itself whether it is checked
        role="switch"
        className="toggle toggle-sm"
        checked={value}
        onChange={({ target }) => onChange(target.checked)}
      />
    </label>
  )
}

function TestResult({ result: { ok, ms, failure, answer }, host }: { result: MailboxTest; host: string }) {
  const t = useText()
  const { number } = useFormat()
  if (ok) return <StatusDot tone="ok">{t('mailbox.works', { ms: number(ms) })}</StatusDot>
  return failure && <Failure failure={failure} answer={answer} host={host} />
}

type FailureProps = { failure: NonNullable<EmailMailbox['failure']>; answer: string | null; host: string }

function Failure({ failure, answer, host }: FailureProps) {
  const t = useText()
  const advice = mailboxAdvice(failure, host)
  return (
    <span className="state-two" role="alert">
      <StatusDot tone="bad">{t(`mailbox.failure.${failure}`)}</StatusDot>
      {answer && <small>{answer}</small>}
      {advice && <small>{t(`mailbox.advice.${advice}`)}</small>}
    </span>
  )
}

/** Whether the stored mailbox was read. */
function State({ mailbox: { failure, answer, host, readAt, nextAt } }: { mailbox: EmailMailbox }) {
  const t = useText()
  const { time } = useFormat()
  if (failure)
    return (
      <div className="grid gap-1">
        <Failure failure={failure} answer={answer} host={host} />
        {nextAt && <small className="text-sm text-muted">{t('mailbox.again', { time: time(nextAt) })}</small>}
      </div>
    )
  return (
    <StatusDot tone={readAt ? 'ok' : 'wait'}>
      {readAt ? (
        <>
          {t('mailbox.readAt')} <Ago at={readAt} />
        </>
      ) : (
        t('mailbox.never')
      )}
    </StatusDot>
  )
}
