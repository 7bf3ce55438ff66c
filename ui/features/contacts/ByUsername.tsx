import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { TypedUsername } from '../../../src/contacts/contract'
import { FormField } from '../../shared/form/FormField'
import { showFieldFailures, useForm } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { toast } from '../../shared/kit/toast'
import { ApiError } from '../../shared/session/failure'
import { findUsername } from './api'
import type { NewContactProps } from './NewContact'

const NameAlone = v.object({ username: TypedUsername, key: v.literal('') })
const WithKey = v.object({
  username: TypedUsername,
  key: v.pipe(v.string(), v.trim(), v.regex(/^\d{4}$/, 'form.usernameKey.invalid')),
})

/** Finds a contact by username. The key is asked for once WhatsApp requires it. */
export function ByUsername({ text, onCreated, onCancel }: Pick<NewContactProps, 'text' | 'onCreated' | 'onCancel'>) {
  const t = useText()
  const [needsKey, setNeedsKey] = useState(false)
  const form = useForm<{ username: string; key: string }, { username: string; key: string }>(
    needsKey ? WithKey : NameAlone,
    { username: text.startsWith('@') ? text : '', key: '' },
  )
  const find = useMutation({
    mutationFn: ({ username, key }: { username: string; key: string }) => findUsername({ username, key: key || null }),
    onSuccess: onCreated,
    onError: (failure) => {
      const { code, message }: { code: string; message: string } =
        failure instanceof ApiError ? failure : { code: '', message: '' }
      if (code === 'ERR_USERNAME_UNKNOWN') form.setError('username', { type: 'server', message }, { shouldFocus: true })
      else if (code === 'ERR_USERNAME_KEY') {
        setNeedsKey(true)
        if (needsKey) form.setError('key', { type: 'server', message: t('contact.wrongKey') }, { shouldFocus: true })
      } else if (!showFieldFailures(form, failure)) toast.failure(failure)
    },
  })
  return (
    <form className="grid gap-4" onSubmit={form.handleSubmit((wanted) => find.mutate(wanted))}>
      <FormField
        form={form}
        name="username"
        label={t('contact.username')}
        placeholder="@"
        hint={t('contact.usernameHint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
      />
      {needsKey && (
        <FormField
          form={form}
          name="key"
          label={t('contact.usernameKey')}
          hint={t('contact.usernameKeyHint')}
          inputMode="numeric"
          maxLength={4}
          autoComplete="off"
          autoFocus
        />
      )}
      <div className="flex justify-end gap-2">
        <Button tone="ghost" onClick={onCancel}>
          {t('common.back')}
        </Button>
        <Button type="submit" tone="primary" busy={find.isPending}>
          {t('contact.findUsername')}
        </Button>
      </div>
    </form>
  )
}
