import { useQueryClient } from '@tanstack/react-query'
import { Paperclip, SendHorizontal, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ApiToken } from '../../../src/features/external-api/contract'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { Field } from '../../shared/kit/Field'
import { IconButton } from '../../shared/kit/IconButton'
import { TextArea } from '../../shared/kit/TextArea'
import { toast } from '../../shared/kit/toast'
import { useNow } from '../../shared/kit/useNow'
import { newUuid } from '../../shared/uuid'
import { type Answer, sendTest, sentTodayQuery } from './api'
import type { ExampleFields } from './examples'
import { sendingTokens } from './spec'

type Props = {
  /** Undefined until they are loaded. */
  tokens: readonly ApiToken[] | undefined
  fields: ExampleFields
  onFields(fields: ExampleFields): void
  onAnswer(answer: Answer): void
  onTokens(): void
}

/** A form that really sends with the chosen token. */
export function TryForm({ tokens, fields, onFields, onAnswer, onTokens }: Props) {
  const t = useText()
  const usable = sendingTokens(tokens ?? [], useNow(60_000))
  const [chosen, setChosen] = useState<number | null>(null)
  const token = usable.find(({ id }) => id === chosen) ?? usable[0]
  const [file, setFile] = useState<File | null>(null)
  const [isSending, setSending] = useState(false)
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const { number, body, openTicket } = fields
  const set = (next: Partial<ExampleFields>) => onFields({ ...fields, ...next })

  function attach(next: File | null) {
    setFile(next)
    set({ fileName: next?.name ?? null })
    if (!next && input.current) input.current.value = ''
  }

  async function send() {
    if (!token) return
    setSending(true)
    try {
      const answer = await sendTest(token.id, bodyOf(), newUuid())
      onAnswer(answer)
      if (answer.send) toast.success(t('messagesApi.try.done'))
      void client.invalidateQueries(sentTodayQuery)
    } catch (failure) {
      toast.failure(failure)
    } finally {
      setSending(false)
    }
  }

  function bodyOf(): object | FormData {
    if (!file) return { number, body, openTicket }
    const form = new FormData()
    form.set('number', number)
    form.set('body', body)
    form.set('openTicket', String(openTicket))
    form.set('medias', file)
    return form
  }

  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <div className="api-side-head min-h-0 mb-0">
        <h3>{t('messagesApi.try.title')}</h3>
        <span className="text-xs text-faint">{t('messagesApi.try.real')}</span>
      </div>
      {tokens !== undefined && usable.length === 0 && (
        <p className="text-sm text-muted">
          {t('messagesApi.try.noToken')}{' '}
          <button type="button" className="link" onClick={onTokens}>
            {t('messagesApi.openTokens')}
          </button>
        </p>
      )}
      <div className="grid grid-cols-2 gap-3">
        <Field label={t('messagesApi.try.token')}>
          {(control) => (
            <select
              {...control}
              className="select"
              value={token?.id ?? ''}
              disabled={usable.length === 0}
              onChange={({ target }) => setChosen(Number(target.value))}
            >
              {usable.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={t('messagesApi.try.number')}>
          {(control) => (
            <input
              {...control}
              className="input nums"
              inputMode="tel"
              autoComplete="off"
              maxLength={60}
              required
              value={number}
              onChange={({ target }) => set({ number: target.value })}
            />
          )}
        </Field>
      </div>
      <Field label={t('messagesApi.try.message')}>
        {(control) => (
          <TextArea
            {...control}
            rows={2}
            maxLength={4096}
            value={body}
            onChange={({ target }) => set({ body: target.value })}
          />
        )}
      </Field>
      {file && (
        <div className="flex items-center gap-2 text-sm">
          <Paperclip className="text-faint" />
          <span className="min-w-0 flex-1 truncate">{file.name}</span>
          <IconButton label={t('messagesApi.try.dropFile', { name: file.name })} onClick={() => attach(null)}>
            <X />
          </IconButton>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <input ref={input} type="file" hidden onChange={({ target }) => attach(target.files?.[0] ?? null)} />
        <Button icon={<Paperclip />} onClick={() => input.current?.click()}>
          {t('messagesApi.try.file')}
        </Button>
        <label className="ml-1 flex items-center gap-2 text-sm">
          <input
            type="checkbox"
            className="checkbox checkbox-primary checkbox-sm"
            checked={openTicket}
            onChange={({ target }) => set({ openTicket: target.checked })}
          />
          {t('messagesApi.try.openTicket')}
        </label>
        <Button
          type="submit"
          tone="primary"
          className="ml-auto"
          icon={<SendHorizontal />}
          busy={isSending}
          disabled={!token}
        >
          {t('messagesApi.try.send')}
        </Button>
      </div>
    </form>
  )
}
