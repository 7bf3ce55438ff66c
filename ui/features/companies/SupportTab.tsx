import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { DoorOpen, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { AddCompanyNote, AskSupport, type SupportGrant, supportAnswered } from '../../../src/operator/support/contract'
import { OPERATOR_COMPANY } from '../../../src/tenancy/contract'
import { FormField } from '../../shared/form/FormField'
import { useForm } from '../../shared/form/useForm'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { IconButton } from '../../shared/kit/IconButton'
import { toast } from '../../shared/kit/toast'
import { useEvent } from '../../shared/live/useEvent'
import { useUser } from '../../shared/session/useUser'
import { addNote, askSupport, endSupport, enterSupport, notesQuery, removeNote, supportQuery } from './api'

/** What the operator does for a company: entering it with consent, and notes that only the operator sees. */
export function SupportTab({ companyId }: { companyId: number }) {
  return (
    <>
      {companyId !== OPERATOR_COMPANY && <Access companyId={companyId} />}
      <Notes companyId={companyId} />
    </>
  )
}

function Access({ companyId }: { companyId: number }) {
  const t = useText()
  const queries = useQueryClient()
  const { queryKey } = supportQuery(companyId)
  const { data } = useQuery(supportQuery(companyId))
  useEvent(supportAnswered, ({ companyId: of, grant }) => {
    if (of === companyId) queries.setQueryData(queryKey, { grant })
  })
  const end = useMutation({
    mutationFn: () => endSupport(companyId),
    onSuccess: (answer) => queries.setQueryData(queryKey, answer),
    onError: toast.failure,
  })
  const grant = data?.grant ?? null
  const isOpen = grant?.state === 'asked' || grant?.state === 'granted'
  return (
    <section className="fold px-5! border-0!">
      <h3 className="fold-head">{t('companies.support.title')}</h3>
      <p className="text-sm text-muted leading-5 mb-3">{t('companies.support.text')}</p>
      {grant && <Standing grant={grant} />}
      {data && !isOpen && <Ask companyId={companyId} />}
      {isOpen && (
        <div className="flex gap-2">
          {grant.state === 'granted' && <Enter companyId={companyId} grant={grant} />}
          <Button busy={end.isPending} onClick={() => end.mutate()}>
            {t(grant.state === 'asked' ? 'companies.support.withdraw' : 'companies.support.end')}
          </Button>
        </div>
      )}
    </section>
  )
}

function Standing({ grant: { state, asker, reason, askedAt, decidedBy, until } }: { grant: SupportGrant }) {
  const t = useText()
  const { shortDateTime } = useFormat()
  const words = {
    asked: () => t('companies.support.asked', { name: asker, date: shortDateTime(askedAt), reason }),
    granted: () => t('companies.support.granted', { name: decidedBy ?? '', date: until ? shortDateTime(until) : '' }),
    refused: () => t('companies.support.refused', { name: decidedBy ?? '' }),
    ended: () => t('companies.support.ended', { date: shortDateTime(askedAt) }),
  }
  return (
    <p className="text-sm leading-5 mb-3" role="status">
      {words[state]()}
    </p>
  )
}

function Ask({ companyId }: { companyId: number }) {
  const t = useText()
  const queries = useQueryClient()
  const form = useForm(AskSupport, { reason: '' })
  const ask = async ({ reason }: { reason: string }) => {
    try {
      queries.setQueryData(supportQuery(companyId).queryKey, await askSupport(companyId, reason))
    } catch (failure) {
      toast.failure(failure)
    }
  }
  return (
    <form className="grid gap-3" noValidate onSubmit={(event) => void form.handleSubmit(ask)(event)}>
      <FormField form={form} name="reason" label={t('companies.support.reason')} maxLength={300} autoComplete="off" />
      <Button type="submit" className="justify-self-start" busy={form.formState.isSubmitting}>
        {t('companies.support.ask')}
      </Button>
    </form>
  )
}

/** Another person of the operator has to ask on their own. */
function Enter({ companyId, grant }: { companyId: number; grant: SupportGrant }) {
  const t = useText()
  const { name } = useUser()
  const enter = useMutation({
    mutationFn: () => enterSupport(companyId),
    onSuccess: () => location.assign('/'),
    onError: toast.failure,
  })
  return (
    <Button
      tone="primary"
      icon={<DoorOpen />}
      busy={enter.isPending}
      disabled={grant.asker !== name}
      onClick={() => enter.mutate()}
    >
      {t('companies.support.enter')}
    </Button>
  )
}

function Notes({ companyId }: { companyId: number }) {
  const t = useText()
  const { dateTime } = useFormat()
  const queries = useQueryClient()
  const { queryKey } = notesQuery(companyId)
  const { data } = useQuery(notesQuery(companyId))
  const form = useForm(AddCompanyNote, { text: '' })
  const [going, setGoing] = useState<number | null>(null)
  const add = async ({ text }: { text: string }) => {
    try {
      queries.setQueryData(queryKey, await addNote(companyId, text))
      form.reset({ text: '' })
    } catch (failure) {
      toast.failure(failure)
    }
  }
  const remove = async (id: number) => {
    setGoing(id)
    try {
      queries.setQueryData(queryKey, await removeNote(companyId, id))
    } catch (failure) {
      toast.failure(failure)
    } finally {
      setGoing(null)
    }
  }
  return (
    <section className="fold px-5!">
      <h3 className="fold-head">{t('companies.notes.title')}</h3>
      <form className="grid gap-2" noValidate onSubmit={(event) => void form.handleSubmit(add)(event)}>
        <FormField form={form} name="text" label={t('companies.notes.new')} lines={2} maxLength={2000} />
        <Button type="submit" size="sm" className="justify-self-start" busy={form.formState.isSubmitting}>
          {t('companies.notes.add')}
        </Button>
      </form>
      <ul className="company-notes">
        {data?.notes.map(({ id, at, author, text }) => (
          <li className="flex items-start justify-between gap-3 py-2.5 px-0 border-b border-line text-sm" key={id}>
            <span className="min-w-0">
              <span className="whitespace-pre-wrap wrap-anywhere">{text}</span>
              <small>
                {author}, {dateTime(at)}
              </small>
            </span>
            <IconButton
              label={t('companies.notes.remove', { author, date: dateTime(at) })}
              size="xs"
              disabled={going === id}
              onClick={() => void remove(id)}
            >
              <Trash2 />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
